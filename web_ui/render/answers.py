"""Answers to a refusal or a bad message: a sentence for people, a stable code for programs."""

from collections.abc import Mapping

from flask import Response

from companion.engine.codec import dump, plain
from companion.engine.errors import BadMessage, JournalError, Rejected, RulesBroken
from companion.engine.sentence import N_
from companion.language.speech import Speech
from companion.table.snapshot import Snapshot, seen_from

# What a command may be answered with instead of a snapshot.
REFUSALS = (Rejected, BadMessage, RulesBroken, JournalError)

STATUS = {"only_host": 403, "moment_missing": 428}  # of a refusal; 409 of any other


NOT_UNDERSTOOD = N_("This could not be understood: {detail}")
NOT_WRITTEN = N_("The journal cannot be written, so nothing was changed: {detail}")
IMPOSSIBLE = N_("Dragonbag would have made an impossible table, so nothing was changed: {detail}")


def problem(status: int, code: str, title: str, facts: Mapping[str, object]) -> Response:
    """Return an application/problem+json (RFC 9457) with our own members "code" and "facts"."""
    body = {
        "type": f"urn:dragonbag:{code}",
        "title": title,
        "status": status,
        "code": code,
        "facts": facts,
    }
    return Response(dump(body), status, mimetype="application/problem+json")


def explain(error: Exception, speech: Speech) -> tuple[int, str, str, Mapping[str, object]]:
    """Return status, code, sentence and facts of what went wrong; nothing was written."""
    say = speech.translations.gettext
    if isinstance(error, Rejected):
        status = STATUS.get(error.code, 409)
        return status, error.code, speech.refusal(error), plain(error.facts)
    if isinstance(error, BadMessage):
        return 400, "bad_message", say(NOT_UNDERSTOOD).format(detail=error), {}
    if isinstance(error, JournalError):
        return 503, "journal_failed", say(NOT_WRITTEN).format(detail=error), {}
    return 500, "rules_broken", say(IMPOSSIBLE).format(detail=error), {}


def snapshot_body(snapshot: Snapshot) -> dict[str, object]:
    """Return the newest snapshot as the API shows it to everybody, events by class name."""
    snapshot = seen_from(snapshot, "watch")
    return {
        "version": snapshot.version,
        "game": snapshot.game.name,
        "game_id": snapshot.game_id,
        "kind": snapshot.kind.value,
        "source": snapshot.source,
        "notation": snapshot.game.notation(snapshot.state),
        "moments": snapshot.moments,
        "undo_step": snapshot.undo_takes.seq if snapshot.undo_takes else None,
        "redo_step": snapshot.redo_does.seq if snapshot.redo_does else None,
        "is_over": snapshot.game.is_over(snapshot.state),
        "events": [{"type": type(event).__name__, **plain(event)} for event in snapshot.events],
        "state": plain(snapshot.state),
    }
