"""Taking in a game file: checked at the desk, without the table's lock, then written."""

from companion.engine.errors import BadGameFile
from companion.engine.sentence import Sentence
from companion.table import game_file
from companion.worker.work import Ticket, Urgency, Work, WorkRefused
from web_ui.render.site import PATIENCE_S, Site

IMPORT_S = 120.0  # the largest file that is allowed takes 20 s on a laptop
IMPORTING = Sentence("Checking the game file")


def importing(site: Site, text: bytes, *, is_patient: bool = False) -> Ticket[str]:
    """Begin to check a game file; the result is the id of the game. WorkFailed if too much waits.

    is_patient: go on even if nobody asks how far it is.
    """
    work = Work(game_file.check, (text,), Urgency.PAGE, IMPORT_S)
    return site.desk.ask(work, site.table.take_in, None if is_patient else PATIENCE_S)


def imported(ticket: Ticket[str], timeout_s: float = 0) -> str:
    """Return the id of a game that was taken in; BadGameFile, JournalError or WorkFailed."""
    try:
        return ticket.result(timeout_s)
    except WorkRefused as error:
        raise BadGameFile(error.told) from error
