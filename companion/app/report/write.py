"""Writes a report: one zip file with a text for people, the same as JSON, and the photos."""

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from companion.app.report.facts import Report
from companion.app.report.private import Private
from companion.engine.codec import dump

TEXT, FACTS = "report.md", "report.json"


def write_report(
    file: Path, report: Report, photos: Mapping[str, bytes], private: Private | None = None
) -> None:
    """Write a report with its photos (name -> JPEG or PNG) into one zip file."""
    hide = (private or Private()).hide
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bag:
        bag.writestr(TEXT, hide("\n".join(_lines(report)) + "\n"))
        bag.writestr(FACTS, hide(dump(report).decode()))
        for name, photo in photos.items():
            bag.writestr(name, photo)


def is_report(file: Path) -> bool:
    """Does this file look like a report?"""
    try:
        with zipfile.ZipFile(file) as bag:
            return {TEXT, FACTS} <= set(bag.namelist())
    except (OSError, ValueError, zipfile.BadZipFile):
        return False


def _lines(report: Report) -> Iterator[str]:
    yield f"# Dragonbag {report.version} on {report.model}"
    yield ""
    yield _row(report)
    yield ""
    for name, told in (
        ("System", f"{report.system}, Linux {report.kernel}, Python {report.python}"),
        ("Libraries", _pairs(report.libraries)),
        ("Memory in MB", _pairs(report.memory_mb)),
        ("Heat", f"{report.degrees_c} °C, {report.throttled}"),
        ("config.txt", "; ".join(report.config) or "?"),
        ("Panel", report.panel),
        ("Other than in the guide", _pairs(report.own_panel) or "nothing"),
        ("Parts", _pairs(report.parts) or "not tested"),
        ("Press to lamp in ms", ", ".join(map(str, report.press_to_lamp_ms)) or "not measured"),
        ("Camera", report.camera),
        ("Photos", ", ".join(report.photos) or "none"),
    ):
        yield f"- **{name}:** {told}"
    yield ""
    yield "## Doctor"
    yield ""
    for finding in report.doctor:
        cure = f" -> {finding['cure']}" if finding["cure"] else ""
        yield f"- {finding['verdict']}: {finding['name']}: {finding['text']}{cure}"


def _row(report: Report) -> str:
    """Return the row of docs/tested-on.md."""
    good = sum(verdict == "good" for verdict in report.parts.values())
    times = report.press_to_lamp_ms
    took = f"{median(times):.1f} / {max(times):.1f} ms" if times else "not measured"
    cells = (
        report.day,
        report.model,
        report.system,
        report.kernel,
        f"{good} of {len(report.parts)}" if report.parts else "not tested",
        took,
        report.camera,
    )
    return f"| {' | '.join(cells)} |"


def _pairs(told: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in told.items())
