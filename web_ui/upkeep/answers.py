"""How the pages under /upkeep answer: as wished, or with the reason why not."""

from collections.abc import Callable

from flask import Response, request

from companion.engine.errors import DISK_REFUSES, CommandError, DragonbagError
from companion.engine.sentence import Sentence
from web_ui.render.site import Site

OLD_PAGE = Sentence(
    "The table has started again since this page was shown. Look at the page again before you go "
    "on."
)


def answered(
    site: Site, page: str, action: Callable[[], object], answer: Callable[[], Response]
) -> Response:
    """Do it and give this answer; if it fails, say why and lead back to the page."""
    try:
        action()
    except OSError as error:
        return site.refuse_page(CommandError(DISK_REFUSES.about(error=str(error))), page)
    except DragonbagError as error:
        return site.refuse_page(error, page)
    return answer()


def last_page(site: Site, page: str, life: str, why: str, action: Callable[[], object]) -> Response:
    """Do what ends the table, and show a page meanwhile.

    A browser that loads such a page again sends its form again, perhaps days later: what was shown
    in an earlier life of the table does nothing.
    """
    if request.form.get("life", life) != life:
        return site.refuse_page(CommandError(OLD_PAGE), page)
    last = site.page("upkeep_end.html", "/upkeep", why=why, life=life)  # before anything ends
    return answered(site, page, action, lambda: Response(last))
