"""The application of a venue, apart from that of a table: it knows no game and no seat."""

from pathlib import Path

from flask import Flask, Response
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.venue.store import Store
from web_ui.pages.files import Files
from web_ui.render.answers import SECURITY_HEADERS
from web_ui.render.assets import Assets, Drawings
from web_ui.render.packing import pack
from web_ui.render.templates import draws
from web_ui.venue.pages import Told, VenuePages, templates

FORM_BYTES = 4096


def create_app(venue: Told, store: Store) -> Flask:
    """Return the pages of a venue."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    shared = Path(__file__).parent.parent
    assets = Assets({"": shared / "static", "venue/": Path(__file__).parent / "static"})
    environment = app.jinja_env
    app.jinja_loader = ChoiceLoader(
        [FileSystemLoader(templates()), FileSystemLoader(shared / "templates")]
    )
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters.update(joined=assets.joined)
    environment.globals.update(static=assets.address)
    draws(environment)
    environment.add_extension(Drawings)
    VenuePages(venue, store, environment).register(app)
    Files(assets).register(app)

    @app.after_request
    def add_headers(response: Response) -> Response:
        """Keep other sites and scripts out, and pages fresh."""
        for name, value in SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        pack(response)
        return response

    return app
