"""Answers to a refusal or a bad message: a sentence for people, a stable code for programs."""

from collections.abc import Mapping

from flask import Response

from companion.engine.codec import dump, plain
from companion.engine.errors import (
    BadField,
    BadGameFile,
    BadMessage,
    DamagedJournal,
    JournalError,
    Rejected,
    RulesBroken,
)
from companion.engine.sentence import N_, Word
from companion.engine.texts import shown
from companion.language.speech import Speech, capitalised, isolated
from companion.worker.work import WorkFailed, WorkRefused

# A file is nothing that a policy for pages could keep from anything.
FILE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    **FILE_HEADERS,
}

# What a command may be answered with instead of a snapshot.
REFUSALS = (Rejected, BadMessage, RulesBroken, JournalError, WorkFailed, WorkRefused)

STATUS = {  # of a refusal; 409 of any other
    "only_host": 403,
    "wrong_code": 403,
    "key_was_used": 422,
    "moment_missing": 428,
    "too_many_join": 429,
    "too_many_tries": 429,
}


NOT_UNDERSTOOD = N_("This could not be understood: {detail}")
NOT_WRITTEN = N_("The journal cannot be written, so nothing was changed: {detail}")
NOT_READ = N_("The journal is damaged there: {detail}")
NO_LABELS: Mapping[str, str] = {}
UNNAMED = N_("A field of this form")
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


def explain(
    error: Exception, speech: Speech, labels: Mapping[str, str] = NO_LABELS
) -> tuple[int, str, str, Mapping[str, object]]:
    """Return status, code, sentence and facts of what went wrong; nothing was written.

    labels: what pages call the fields of a form, in English.
    """
    say = speech.translations.gettext
    if isinstance(error, Rejected):
        status = STATUS.get(error.code, 409)
        return status, error.code, speech.refusal(error), plain(error.facts)
    if isinstance(error, BadGameFile):
        return 400, "bad_game_file", speech.say(error.sentence), plain(error.sentence.facts)
    if isinstance(error, BadField):
        typed = {"typed": isolated(str(error.sentence.facts.get("typed", "")))}
        label = {"field": Word(_label(error.field, labels))}
        facts = {**error.sentence.facts, **typed, **label}
        return 400, "bad_message", capitalised(speech.say(error.sentence, facts)), {}
    if isinstance(error, BadMessage):
        return 400, "bad_message", say(NOT_UNDERSTOOD).format(detail=error), {}
    if isinstance(error, DamagedJournal):
        detail = speech.say(error.told)
        return 503, "journal_damaged", say(NOT_READ).format(detail=detail), {}
    if isinstance(error, JournalError):
        return 503, "journal_failed", say(NOT_WRITTEN).format(detail=error), {}
    if isinstance(error, WorkFailed | WorkRefused):
        return 503, "work_failed", speech.say(error.told), {}
    return 500, "rules_broken", say(IMPOSSIBLE).format(detail=error), {}


def _label(field: str, labels: Mapping[str, str]) -> str:
    """Return what pages call a field: "seats.name" by its last part, "tokens[crown]" by its item.

    An input "card:Archaeologist" is called after what it counts.
    """
    _, _, counted = field.partition(":")
    listed, _, item = field.removesuffix("]").partition("[")
    names = (field, item, listed, field.rpartition(".")[2])
    return shown(counted) or next((labels[name] for name in names if name in labels), UNNAMED)
