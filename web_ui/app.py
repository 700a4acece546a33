"""The phones: pages, forms, the JSON API and what the live streams carry."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from flask import Blueprint, Flask, Response, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import HTTPException

from companion.engine.codec import dump
from companion.engine.sentence import Sentence
from companion.table.table import Table
from web_ui.access.gate import Gate, is_static
from web_ui.access.guests import Guests
from web_ui.api.api import Api
from web_ui.games.clank.luck import LuckPage
from web_ui.games.grave_robbers.cards import CardsPage
from web_ui.games.the_game.advice import AdvicePage
from web_ui.games.the_game.records import RecordsPage
from web_ui.pages import captive, language
from web_ui.pages.commands import Doing
from web_ui.pages.doctor import Doctor, DoctorPage
from web_ui.pages.fair import FairPage
from web_ui.pages.host import HostPage
from web_ui.pages.panel import DrawnPanel, PanelPage
from web_ui.pages.play import Pages
from web_ui.pages.tray import PHOTO_BYTES, Tray, TrayPage
from web_ui.render.answers import problem
from web_ui.render.indentation import Unindented
from web_ui.render.render import Renderer, language_of
from web_ui.views import VIEWS

FORM_BYTES = 64 * 1024  # a whole deck as a form is under 4 kB
GAME_FILE_BYTES = 8 * 1024 * 1024  # an evening is some 200 kB
STATIC_AGE_S = 3600

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def create_app(
    table: Table,
    *,
    address: Callable[[], str],
    version: str,
    panel_kind: str = "none",
    panel: Callable[[], DrawnPanel | None] = lambda: None,
    doctor: Callable[[], Doctor | None] = lambda: None,
    tray: Callable[[], Tray] | None = None,
    camera_kind: str = "none",
    guests: Guests | None = None,
) -> Flask:
    """Return the application for one table.

    `address` is where phones reach it; `panel_kind` is "mock", "pins" or "none"; `panel` gives
    the panel once there is one to draw, `doctor` who examines the table once it has started, `tray`
    gives what reads cubes in pictures, None if nothing can; `camera_kind` is for /healthz.
    Without `guests` the table is open to everybody who reaches it.
    Nothing happens at import.
    """
    app = Flask(__name__)
    _add_games(app)
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = STATIC_AGE_S
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.globals["version"] = version
    renderer = Renderer(app.jinja_env, VIEWS)
    app.extensions["renderer"] = renderer
    app.jinja_env.globals["is_locked"] = guests is not None
    if guests is not None:
        HostPage(table, renderer, guests).register(app)
    doing = Doing(table, renderer, guests)
    for part in (
        Gate(guests, partial(_stay_out, table, renderer), partial(_say, table, renderer)),
        Pages(table, renderer, address),
        doing,
        CardsPage(table, renderer, doing),
        Api(table, renderer, version, guests),
        PanelPage(table, renderer, panel),
        DoctorPage(table, renderer, doctor),
        LuckPage(table, renderer),
        FairPage(table, renderer),
        RecordsPage(table, renderer),
        AdvicePage(table, renderer),
        TrayPage(table, renderer, tray, guests),
    ):
        part.register(app)
    language.register(app)
    captive.register(app)
    known = {"version": version, "panel": panel_kind, "camera": camera_kind}
    app.add_url_rule("/healthz", "health", Health(table, known, is_open=guests is None).answer)
    _guard(app, table, renderer)
    return app


class Health:
    """GET /healthz."""

    def __init__(self, table: Table, known: dict[str, str], *, is_open: bool) -> None:
        """Tell what is `known` of this table, and of its game only if it is open."""
        self.table = table
        self.known = known
        self.is_open = is_open

    def answer(self) -> Response:
        """Say that the table answers, and what it is."""
        snapshot = self.table.snapshot
        if not self.is_open:
            return Response(dump(self.known), mimetype="application/json")
        body = {
            **self.known,
            "game": snapshot.game.name,
            "game_id": snapshot.game_id,
            "seq": snapshot.version,
        }
        return Response(dump(body), mimetype="application/json")


def _stay_out(table: Table, renderer: Renderer, why: str) -> str:
    """Return the page that says how to join; it tells nothing of the game."""
    return renderer.plain("stay_out.html", table.snapshot, language_of(request), "/", why=why)


def _say(table: Table, renderer: Renderer, sentence: Sentence) -> str:
    """Return a sentence in the language of whoever asks."""
    return renderer.speech(language_of(request), table.snapshot).say(sentence)


def _add_games(app: Flask) -> None:
    """Let each game bring its templates ("<game>/...") and its files (/static/<game>/)."""
    folders = {name: Path(app.root_path) / "games" / name for name in VIEWS}
    own = {name: FileSystemLoader(folder / "templates") for name, folder in folders.items()}
    shared = FileSystemLoader(Path(app.root_path) / "templates")
    app.jinja_loader = ChoiceLoader([shared, PrefixLoader(own)])
    for name, folder in folders.items():
        static = folder / "static"
        app.register_blueprint(
            Blueprint(name, name, static_folder=static, static_url_path=f"/static/{name}")
        )


def _guard(app: Flask, table: Table, renderer: Renderer) -> None:
    @app.before_request
    def allow_large_files() -> Response | None:
        """Allow a game file and a photo their size."""
        if request.path.endswith("/games/import"):
            request.max_content_length = GAME_FILE_BYTES
        if request.path == "/tray/read":
            request.max_content_length = PHOTO_BYTES
        return None

    @app.after_request
    def add_headers(response: Response) -> Response:
        """Keep other sites and scripts out; keep pages fresh and files cached."""
        response.headers.update(SECURITY_HEADERS)
        if not is_static(request.endpoint):
            response.headers["Cache-Control"] = "no-store"
        return response

    @app.errorhandler(HTTPException)
    def missing(error: HTTPException) -> Response:
        """Answer what Flask itself refuses: a problem for programs, a page with a way back."""
        status = error.code or 500
        if request.path.startswith(("/api/", "/panel/")):
            return problem(status, f"http_{status}", error.name, {})
        language = language_of(request)
        page = renderer.plain("missing.html", table.snapshot, language, "/", status=status)
        return Response(page, status)


__all__ = ["Renderer", "create_app"]
