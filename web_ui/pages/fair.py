"""/fair: what a phone has seen, what Dragonbag has committed to, and the browser's own check."""

from flask import Flask, Response, render_template

from companion.draws import fair_draw
from companion.engine.codec import dump
from companion.engine.sentence import N_
from companion.language.epochs import EPOCHS
from companion.language.speech import Speech
from companion.table.fair.pictures import PICTURES
from web_ui.access.policy import Need, needs
from web_ui.render.assets import Assets
from web_ui.render.site import Site

# What the browser's verifier says, by its codes.
SAID = {
    "checking": N_("Checking ..."),
    "right": N_("✓ {lines} lines and {draws} draws by Dragonbag are correct."),
    "open": N_("✓ {lines} lines are correct. You see the seed when the game is over."),
    "version": N_("✗ A newer Dragonbag wrote this file. Take its verifier."),
    "seed": N_("✗ The seed does not match its fingerprint."),
    "draw": N_("✗ Line {line}: the seed, the number of the draw and the bag give other cubes."),
    "bag": N_("✗ Line {line}: the bag does not hold these cubes."),
    "event": N_("✗ Line {line}: the report differs from what happened."),
    "damage": N_("✗ Line {line}: the damage is not what the drawn cubes do."),
    "short": N_("✗ The file ends before line {line}, which this phone saw."),
    "order": N_("✗ Line {line} cannot be here. A line is missing or out of order."),
    "mix": N_("✗ Line {line}: a phone's link does not fit its seal, or nobody asked for it."),
    "unasked": N_("✗ Line {line}: Dragonbag drew without asking the phones for their links."),
    "withheld": N_("✗ The game is over, but its seed is not shown."),
    "mine": N_("✗ A link that the table took from this phone is missing in this game."),
    "known": N_("✗ Line {line}: the seed was known to everybody, and there is no new one."),
    "hidden": N_("Lines that hide names, of which only the fingerprint was checked: {n}."),
    "byHand": N_("Draws by hand, which nobody can check: {n}."),
    "newSeed": N_("✗ Line {line}: a new seed, although no end was taken back."),
    "seedBefore": N_("✗ Line {line}: the seed before does not match its fingerprint."),
    "promise": N_("✗ The file's name, game or fingerprint is not what the chain says."),
    "uncheckable": N_("Draws whose seed was lost, which nobody can check: {n}."),
    "again": N_("Attack {n} was drawn again, from another bag or seed."),
    "overruled": N_("Attack {n} was drawn by hand after phones had opened links."),
    "unopened": N_("Attack {n}: {who} did not open a link."),
    "unopenedEnd": N_("End of the game: {who} did not open a link."),
    "untaken": N_(
        "Attack {n}: this phone sent its link, and the table did not take it. It came too late, or "
        "the table left it out."
    ),
    "untakenEnd": N_(
        "End of the game: this phone sent its link, and the table did not take it. It came too "
        "late, or the table left it out."
    ),
    "epoch": N_("Line {line}: {told}"),
    "attack": N_("Attack {n}: {told}"),
    "end": N_("End of the game: {told}"),
    "chain": N_("✗ Line {line} is not what was written into the game's chain."),
    "otherHead": N_("✗ The chain is not the one that this phone has seen."),
    "followed": N_(
        "✓ This phone has followed the game from line {first} to line {last}. Nothing that it saw "
        "was changed."
    ),
    "changed": N_(
        "✗ This phone saw the game up to line {until}. From line {next} on, the table now tells "
        "another one. Ask whoever looks after the table."
    ),
    "restore": N_(
        "The table says that a backup was restored. This phone saw the game up to line {until}. "
        "What came after line {same} is gone."
    ),
    "recovery": N_(
        "The table says that the memory card was damaged. This phone saw the game up to line "
        "{until}. What came after line {same} is gone."
    ),
    "otherSeed": N_("The seed is another one, too: earlier draws can no longer be checked."),
    "otherGame": N_("✗ What the phone has seen is of another game."),
    "head": N_("The fingerprint after line {n} is {head}"),
    "lost": N_("Could not load the game. Try again."),
}


class FairPage:
    """GET /fair."""

    def __init__(self, site: Site, assets: Assets) -> None:
        """Show the commitments of this table's games; the verifier is one of the assets."""
        self._site, self._assets = site, assets

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/fair", "fair", self.show)
        app.add_url_rule("/pictures", "pictures", self.pictures)
        app.add_url_rule("/verify.html", "verifier", self.verifier)

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the commitment of the game on the table, and a button that checks it here."""
        site, snapshot = self._site, self._site.snapshot
        speech = self._speech()
        game_id = snapshot.game_id
        seed = site.table.journal.seed(game_id) if game_id else None
        return site.page(
            "fair.html",
            "/fair",
            commitment="" if seed is None else fair_draw.commitment(seed),
            part=snapshot.part,
            again=snapshot.part.again,
            draws_fairly="fair" in site.renderer.views[snapshot.game.name].pages,
            newest=snapshot.head,
            said=_said(speech),
        )

    @needs(Need.GUEST)
    def pictures(self) -> Response:
        """Return the pictures with their names, as the reader says them."""
        return Response(_pictures(self._speech()), mimetype="application/json")

    @needs(Need.GUEST)
    def verifier(self) -> Response:
        """Return the verifier as one page that needs nothing else."""
        speech = self._speech()
        page = render_template(
            "verify.html",
            language=self._site.language,
            _=speech.translations.gettext,
            script=self._assets.get("stand_alone.js").body.decode(),
            said=_said(speech),
            pictures=_pictures(speech),
        )
        name = {"Content-Disposition": 'attachment; filename="verify.html"'}
        return Response(page, mimetype="text/html", headers=name)

    def _speech(self) -> Speech:
        return self._site.renderer.speech(self._site.language, self._site.snapshot)


def _said(speech: Speech) -> str:
    say = speech.translations.gettext
    epochs = {f"epoch {why}": speech.say(told) for why, told in EPOCHS.items()}
    return dump({**{code: say(text) for code, text in SAID.items()}, **epochs}).decode()


def _pictures(speech: Speech) -> str:
    say = speech.translations.gettext
    return dump([(picture, say(name)) for picture, name in PICTURES]).decode()
