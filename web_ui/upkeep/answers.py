"""How the pages under /upkeep answer: as wished, or with the reason why not."""

from collections.abc import Callable

from flask import Response

from companion.engine.errors import CommandError, DragonbagError
from companion.engine.sentence import Sentence
from web_ui.render.site import Site

NOT_KEPT = Sentence("The disk refuses: {error}")


def answered(
    site: Site, page: str, action: Callable[[], object], answer: Callable[[], Response]
) -> Response:
    """Do it and give this answer; if it fails, say why and lead back to the page."""
    try:
        action()
    except OSError as error:
        return site.refuse_page(CommandError(NOT_KEPT.about(error=str(error))), page)
    except DragonbagError as error:
        return site.refuse_page(error, page)
    return answer()
