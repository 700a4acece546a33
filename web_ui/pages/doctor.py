"""/doctor: how computer and panel are, and the guided panel test, on a phone."""

from collections.abc import Callable, Sequence
from typing import Protocol

from flask import Flask, Response, request

from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other


class Doctor(Protocol):
    """What this page needs to know and to do; companion.app.doctor's ServedDoctor is one."""

    @property
    def has_panel(self) -> bool:
        """Is there a panel to test?"""

    def findings(self) -> Sequence[object]:
        """Return what is to be said of the computer, each with verdict, name, text and cure."""

    def begin(self) -> None:
        """Turn the panel over to the guided test."""

    def judge(self, name: str, is_good: bool) -> None:
        """Answer for the part that is asked about, if it still is."""

    def end(self) -> None:
        """Give the panel back to the game."""

    def step(self) -> object | None:
        """Return the step of the test that runs (of companion.app.doctor), or None."""


class DoctorPage:
    """GET /doctor, POST /doctor/test/<begin, yes, no or end>."""

    def __init__(self, site: Site, doctor: Callable[[], Doctor | None]) -> None:
        """Show what this doctor finds; None while the table is starting."""
        self._site = site
        self._doctor = doctor

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/doctor", "doctor", self.show)
        app.add_url_rule("/doctor/test/<move>", "doctor_test", self.move, methods=["POST"])

    @needs(Need.GUEST)
    def show(self) -> Response:
        """Show the findings, or the step of the panel test that runs."""
        doctor = self._doctor()
        step = doctor.step() if doctor else None
        page = self._site.page(
            "doctor.html",
            "/doctor",
            step=step,
            findings=doctor.findings() if doctor and step is None else (),
            has_panel=doctor is not None and doctor.has_panel,
            say=self._site.say,
        )
        return Response(page)

    @needs(Need.PANEL)
    def move(self, move: str) -> Response:
        """Begin, answer or end the panel test, and go back to the page."""
        doctor = self._doctor()
        if doctor is not None:
            if move == "begin":
                doctor.begin()
            elif move == "end":
                doctor.end()
            elif move in ("yes", "no"):
                doctor.judge(request.form.get("part", ""), move == "yes")
        return see_other("/doctor")
