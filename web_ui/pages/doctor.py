"""/doctor: how computer and panel are, and the guided panel test, on a phone."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from flask import Flask, Response, request

from companion.table.table import Table
from web_ui.render.render import Renderer, language_of


class Doctor(Protocol):
    """What this page needs to know and to do; companion.app.doctor's ServedDoctor is one."""

    @property
    def has_panel(self) -> bool:
        """Is there a panel to test?"""

    def findings(self) -> Sequence[Any]:
        """Return what is to be said of the computer, each with verdict, name, text and cure."""

    def begin(self) -> None:
        """Turn the panel over to the guided test."""

    def judge(self, name: str, is_good: bool) -> None:
        """Answer for the part that is asked about, if it still is."""

    def end(self) -> None:
        """Give the panel back to the game."""

    def step(self) -> Any:
        """Return the step of the test that runs (Step of companion.app.doctor), or None."""


class DoctorPage:
    """GET /doctor, POST /doctor/test/<begin, yes, no or end>."""

    def __init__(
        self, table: Table, renderer: Renderer, doctor: Callable[[], Doctor | None]
    ) -> None:
        """Show what this doctor finds; None while the table is starting."""
        self.table = table
        self.renderer = renderer
        self.doctor = doctor

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/doctor", "doctor", self.show)
        app.add_url_rule("/doctor/test/<move>", "doctor_test", self.move, methods=["POST"])

    def show(self) -> Response:
        """Show the findings, or the step of the panel test that runs."""
        doctor, snapshot, language = self.doctor(), self.table.snapshot, language_of(request)
        step = doctor.step() if doctor else None
        page = self.renderer.plain(
            "doctor.html",
            snapshot,
            language,
            "/doctor",
            step=step,
            findings=doctor.findings() if doctor and step is None else (),
            has_panel=doctor is not None and doctor.has_panel,
            say=self.renderer.speech(language, snapshot).say,
        )
        return Response(page)

    def move(self, move: str) -> Response:
        """Begin, answer or end the panel test, and go back to the page."""
        doctor = self.doctor()
        if doctor is not None:
            if move == "begin":
                doctor.begin()
            elif move == "end":
                doctor.end()
            elif move in ("yes", "no"):
                doctor.judge(request.form.get("part", ""), move == "yes")
        return Response(status=303, headers={"Location": "/doctor"})
