"""POST /staff: a phone calls the venue's staff, or says that nobody is needed any more."""

from typing import Protocol

from flask import Flask, Response, request

from web_ui.access.policy import Need, needs
from web_ui.render.site import own_page, see_other


class Staff(Protocol):
    """Whom a table of a venue calls."""

    @property
    def is_on(self) -> bool:
        """Are staff wanted?"""

    def begin(self) -> None:
        """Call the staff."""

    def end(self) -> None:
        """Say that staff are not needed any more."""


class StaffPage:
    """The button on the page More; only a table that has staff to call has it."""

    def __init__(self, staff: Staff | None) -> None:
        """Call these staff; None has no button."""
        self._staff = staff

    def register(self, app: Flask) -> None:
        """Tell the pages whom to call, and add the route if there is somebody."""
        app.jinja_env.globals.update(staff=self._staff)
        if self._staff is not None:
            app.add_url_rule("/staff", "staff", self.call, methods=["POST"])

    @needs(Need.GUEST)
    def call(self) -> Response:
        """Call the staff, or end the call."""
        if self._staff is not None:
            (self._staff.begin if "call" in request.form else self._staff.end)()
        return see_other(own_page(request.form.get("back", "/more")))
