"""POST /language: this phone speaks another language than its browser asks for."""

from flask import Flask, Response, abort, request

from companion.language.catalogues import LANGUAGES
from web_ui.access.policy import Need, needs
from web_ui.render.render import CHOSEN
from web_ui.render.site import own_page, see_other

YEAR_S = 365 * 24 * 3600


@needs(Need.NOTHING)
def choose() -> Response:
    """Remember the language in a cookie and return to the page that asked."""
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        abort(400)
    answer = see_other(own_page(request.form.get("back", "/")))
    answer.set_cookie(CHOSEN, language, max_age=YEAR_S, httponly=True, samesite="Lax")
    return answer


def register(app: Flask) -> None:
    """Add the route."""
    app.add_url_rule("/language", view_func=choose, methods=["POST"])
