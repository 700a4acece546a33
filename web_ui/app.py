"""The phones: pages, forms, the JSON API and what the live streams carry."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from flask import Flask, Response, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.engine.errors import JournalError, Rejected
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.table.table import Table
from companion.worker.work import AtOnce, Desk
from web_ui.access.gate import Gate
from web_ui.access.guests import Guests
from web_ui.access.policy import STATIC, Access
from web_ui.api.api import Api
from web_ui.beyond.overlay import Overlay
from web_ui.beyond.plays import PlayLogs
from web_ui.beyond.staff import Staff, StaffPage
from web_ui.beyond.statistics import StatisticsPage
from web_ui.live.waiting import WaitingPage
from web_ui.pages import language
from web_ui.pages.captive import CaptivePage
from web_ui.pages.commands import Commands
from web_ui.pages.doctor import Doctor, DoctorPage
from web_ui.pages.fair import FairPage
from web_ui.pages.files import Files
from web_ui.pages.games import GamesPages
from web_ui.pages.health import Health
from web_ui.pages.host import HostPage
from web_ui.pages.join import JoinPage
from web_ui.pages.more import MorePage
from web_ui.pages.panel import DrawnPanel, PanelPage
from web_ui.pages.past import PastGames
from web_ui.pages.play import PlayPages
from web_ui.pages.tray import PHOTO_BYTES, Tray, TrayPage
from web_ui.render.answers import FILE_HEADERS, SECURITY_HEADERS, problem
from web_ui.render.assets import Assets, Drawings
from web_ui.render.fit import fit
from web_ui.render.packing import pack
from web_ui.render.render import BUILD, Renderer
from web_ui.render.site import FOR_PROGRAMS, Page, Site, see_other, wants_json
from web_ui.render.templates import Compiled, QuickContext, QuickEnvironment, Unindented, draws
from web_ui.routes import MatchedRule
from web_ui.upkeep.https import Https, HttpsPage, SecurePage
from web_ui.upkeep.network import Network, NetworkPage
from web_ui.upkeep.page import Upkeep, UpkeepPage
from web_ui.upkeep.pins import PinsPage
from web_ui.views import VIEWS

NOT_JOINED = Sentence("Join with the table's QR code first.")
UPLOADS = ("/tray/read", "/tray/calibrate", "/upkeep/check", "/upkeep/release")
FORM_BYTES = 64 * 1024  # a whole deck as a form is under 4 kB
GAME_FILE_BYTES = 8 * 1024 * 1024  # an evening is some 200 kB
FORM_PAGE_BYTES = 1024 * 1024  # up to this, a page says that a guest's form is too large


class Options(Value, frozen=True, kw_only=True):
    """What a table has and wants; it does without whatever is left out."""

    address: Callable[[], str]  # where phones reach it
    version: str
    panel_kind: str = "none"  # "mock", "pins" or "none"
    panel: Callable[[], DrawnPanel | None] = lambda: None  # None until there is one to draw
    is_panel_away: Callable[[], bool] = lambda: False  # can its pins not be had?
    doctor: Callable[[], Doctor | None] = lambda: None  # None until the table has started
    tray: Callable[[], Tray] | None = None  # what reads cubes in photos; None if nothing can
    camera_kind: str = "none"  # for /healthz
    guests: Guests | None = None  # None: the table is open to everybody who reaches it
    desk: Desk | None = None  # where long work is done; None: at once
    measures: bool = False  # has it a page for Prometheus?
    staff: Staff | None = None  # whom a phone can call
    upkeep: Upkeep | None = None  # by which a host looks after the machine
    network: Network | None = None  # what can open a Wi-Fi of the table's own
    https: Https | None = None  # what knows how phones reach it by HTTPS
    compiled: Path | None = None  # keeps compiled templates, unless this version installed them


def body_bytes(path: str, has_joined: bool = True) -> int:
    """Return how large the body of a request may be: an upload's, a game file's or a form's size.

    From who has not joined, nothing is larger than a form.
    """
    if has_joined and path in UPLOADS:
        return PHOTO_BYTES
    return GAME_FILE_BYTES if has_joined and path.endswith("/games/import") else FORM_BYTES


def server_bytes(path: str, has_joined: bool) -> int:
    """Return how large a body the server takes in before it says no.

    A guest whose form is too large is told so by a page, and the server can only hang up.
    """
    most = body_bytes(path, has_joined)
    return max(most, FORM_PAGE_BYTES) + 1 if has_joined else most + 1


def create_app(table: Table, options: Options) -> Flask:
    """Return the application for one table; nothing happens at import."""
    app, assets = without_pages(options.version, is_locked=options.guests is not None)
    compiled = options.compiled
    app.jinja_env.bytecode_cache = None if compiled is None else Compiled.of(compiled)
    access = Access(options.guests)
    renderer = Renderer(app.jinja_env, VIEWS, access.sees)
    site = Site(table, renderer, access, options.desk or AtOnce())
    app.extensions["renderer"] = site.renderer
    app.extensions["errands"] = site.errands
    Gate(site.access, GateAnswers(site)).register(app)
    for page in _pages(site, assets, options):
        page.register(app)
    language.register(app)
    _guard(app, site)
    return app


def without_pages(version: str, *, is_locked: bool) -> tuple[Flask, Assets]:
    """Return an application that answers nothing yet, with all templates, and the static files.

    Each game brings its own: a template is named "<game>/...", a file lies at /static/<game>/...
    """
    app = Flask(__name__, static_folder=None)
    app.url_rule_class = MatchedRule
    app.jinja_environment = QuickEnvironment
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    root = Path(app.root_path)
    own = {name: FileSystemLoader(root / "games" / name / "templates") for name in VIEWS}
    app.jinja_loader = ChoiceLoader([FileSystemLoader(root / "templates"), PrefixLoader(own)])
    app.jinja_options = {**app.jinja_options, "cache_size": -1}  # all templates are kept
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.context_class = QuickContext
    games = {f"{name}/": root / "games" / name / "static" for name in VIEWS}
    assets = Assets({"": root / "static", **games})
    app.jinja_env.filters.update(fit=fit, joined=assets.joined)
    app.jinja_env.globals.update(version=version, is_locked=is_locked, static=assets.address)
    draws(app.jinja_env)
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.add_extension(Drawings)
    app.jinja_env.globals[BUILD] = f"{version}-{assets.version}"
    return app, assets


def _pages(site: Site, assets: Assets, options: Options) -> Iterator[Page]:
    """Yield the pages of a table with these options, in the order of their routes."""
    yield from _pages_of_games(site, options)
    yield from _pages_of_the_table(site, assets, options)
    yield from (page(site) for view in VIEWS.values() for page in view.own_pages)
    if options.guests is not None:
        yield from _pages_of_the_host(site, options.guests, options)
    if options.https:
        yield SecurePage(site, options.https)
    if options.measures:
        yield _metrics(site, options)


def _pages_of_games(site: Site, options: Options) -> Iterator[Page]:
    yield JoinPage(site, options.address, options.https)
    yield PlayPages(site, options.address)
    yield GamesPages(site)
    yield PastGames(site)
    yield PlayLogs(site)
    yield Overlay(site)
    yield StatisticsPage(site)
    yield Commands(site)
    yield Api(site, options.version)


def _pages_of_the_table(site: Site, assets: Assets, options: Options) -> Iterator[Page]:
    yield PanelPage(site, options.panel)
    yield DoctorPage(site, options.doctor)
    yield FairPage(site, assets)
    yield Files(assets)
    yield TrayPage(site, options.tray)
    yield MorePage(site)
    yield StaffPage(options.staff)
    yield WaitingPage(site)
    yield CaptivePage(site, options.network)
    yield _health(site, options)


def _health(site: Site, options: Options) -> Page:
    known = {
        "version": options.version,
        "panel": options.panel_kind,
        "camera": options.camera_kind,
    }
    return Health(site.table, known, options.is_panel_away, is_open=options.guests is None)


def _pages_of_the_host(site: Site, guests: Guests, options: Options) -> Iterator[Page]:
    upkeep, network, https = options.upkeep, options.network, options.https
    yield HostPage(site, guests, has_upkeep=upkeep is not None)
    if upkeep:
        has_network, has_https = network is not None, https is not None
        yield UpkeepPage(site, upkeep, has_network=has_network, has_https=has_https)
        yield PinsPage(site, upkeep)
    if network:
        yield NetworkPage(site, network, partial(guests.link, is_host=True))
    if https:
        yield HttpsPage(site, https)


def _metrics(site: Site, options: Options) -> Page:
    # Only a table that is measured loads Prometheus's library.
    from web_ui.beyond.metrics import Metrics

    return Metrics(site, options.is_panel_away, options.panel_kind, options.camera_kind)


class GateAnswers:
    """How the gate says no."""

    def __init__(self, site: Site) -> None:
        """Answer in the language of whoever asks."""
        self._site = site

    def problem(self, status: int, code: str, why: Sentence) -> Response:
        """Answer a program, or a request that is not a guest's."""
        return problem(status, code, self._site.say(why), {})

    def how_to_join(self, why: str) -> Response:
        """Show a stranger how a phone joins; it tells nothing of the game."""
        if wants_json() or request.path.startswith(FOR_PROGRAMS):
            return self.problem(401, "not_joined", NOT_JOINED)
        return Response(self._site.page("stay_out.html", "/", why=why), 401)

    def see_other(self, path: str) -> Response:
        """Send a browser to another page."""
        return see_other(path)

    def refuse(self, error: Rejected) -> Response:
        """Tell a guest why this phone may not do that."""
        return self._site.refuse(error)


def _guard(app: Flask, site: Site) -> None:
    @app.before_request
    def allow_large_files() -> None:
        """Allow a game file and a photo their size."""
        request.max_content_length = body_bytes(request.path)

    @app.after_request
    def add_headers(response: Response) -> Response:
        """Keep other sites and scripts out, and pages fresh."""
        response.headers.update(SECURITY_HEADERS if request.endpoint != STATIC else FILE_HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        pack(response)
        return response

    @app.errorhandler(JournalError)
    def unread(error: JournalError) -> Response:
        """Answer what a bad disk keeps from a page."""
        return site.refuse(error, "/")

    @app.errorhandler(HTTPException)
    def missing(error: HTTPException) -> Response:
        """Answer what Flask itself refuses: a problem for programs, a page with a way back."""
        status = error.code or 500
        if request.path.startswith(FOR_PROGRAMS):
            answer = problem(status, f"http_{status}", error.name, {})
        else:
            answer = Response(site.page("missing.html", "/", status=status), status)
        if isinstance(error, MethodNotAllowed):
            answer.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return answer
