"""GET /overlay: the table over a streamer's picture, with what a watcher sees."""

from flask import Flask

from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH, Role
from web_ui.render.site import Site


class Overlay:
    """The table display without a background; it follows the same live stream."""

    def __init__(self, site: Site) -> None:
        """Show the table of this site."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/overlay", "overlay", self.page)

    @needs(Need.GUEST)
    def page(self) -> str:
        """Show the players below, an attack above, and nothing in between."""
        site = self._site
        return site.renderer.page(Role("table", WATCH, site.language), site.snapshot, overlay=True)
