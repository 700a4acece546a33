"""/fair: what Dragonbag has committed to, and the browser's own check of every draw."""

from flask import Flask, abort

from companion.draws import fair_draw, sealed_numbers
from companion.engine.codec import dump
from companion.engine.sentence import N_
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site

# What the browser's verifier says, by its codes.
SAID = {
    "checking": N_("Checking ..."),
    "right": N_("✓ {lines} lines and {draws} draws by Dragonbag are correct."),
    "open": N_("✓ {lines} lines are correct. You see the seed when the game is over."),
    "seed": N_("✗ The seed does not match its fingerprint."),
    "draw": N_("✗ Line {line}: the seed, the number of the draw and the bag give other cubes."),
    "bag": N_("✗ Line {line}: the bag does not hold these cubes."),
    "event": N_("✗ Line {line}: the report differs from what happened."),
    "order": N_("✗ Line {line} cannot be here. A line is missing or out of order."),
    "mix": N_("✗ Line {line}: a phone's number does not match its seal, or came too late."),
    "mine": N_("✗ The number from your phone does not match this game."),
    "lost": N_("Could not load the game. Try again."),
}


class FairPage:
    """GET /fair."""

    def __init__(self, site: Site) -> None:
        """Show the commitments of this table's games."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/fair", "fair", self.show)

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the commitment of the game on the table, and a button that checks it here."""
        site, snapshot = self._site, self._site.snapshot
        if "fair" not in site.renderer.views[snapshot.game.name].pages:
            abort(404)
        say = site.renderer.speech(site.language, snapshot).translations.gettext
        game_id = snapshot.game_id
        seed = site.table.journal.seed(game_id) if game_id else None
        return site.page(
            "fair.html",
            "/fair",
            commitment="" if seed is None else fair_draw.commitment(seed),
            seals=[
                (sealed_numbers.phrase(seal), seal, is_open) for seal, is_open in snapshot.seals
            ],
            phase=snapshot.phase,
            said=dump({name: say(text) for name, text in SAID.items()}).decode(),
        )
