"""POST /language: this phone speaks another language than its browser asks for."""

from flask import Flask, Response, abort, redirect, request

from companion.language.catalogues import LANGUAGES
from web_ui.pages.commands import OWN_PAGE
from web_ui.render.render import CHOSEN

YEAR_S = 365 * 24 * 3600


def choose() -> Response:
    """Remember the language in a cookie and return to the page that asked."""
    language, back = request.form.get("language", ""), request.form.get("back", "/")
    if language not in LANGUAGES:
        abort(400)
    is_own = OWN_PAGE.fullmatch(back) and not back.startswith("//")
    answer = redirect(back if is_own else "/", 303)
    answer.set_cookie(CHOSEN, language, max_age=YEAR_S, httponly=True, samesite="Lax")
    return answer  # type: ignore[return-value]  # werkzeug's own Response


def register(app: Flask) -> None:
    """Add the route."""
    app.add_url_rule("/language", view_func=choose, methods=["POST"])
