"""The doctor of a served table: findings, and the panel test step by step on a phone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.app.doctor.machine import Finding
from companion.app.doctor.machine import Verdict as Health
from companion.app.doctor.walk import cure, named, question, stray
from companion.engine.sentence import N_, Sentence
from hardware.panel.panel import Panel
from hardware.panel.self_test import Kind, Part, SelfTest, Verdict, parts_of

AWAY = Sentence("The table runs without its panel, because the pins cannot be used.")
TRUST = Sentence(
    "Compare its wire with the guide, and the pins in dragonbag.toml with its wire. If both are "
    "right, write check_lines = false into dragonbag.toml."
)


@dataclass(frozen=True, slots=True)
class TestedPart:
    """A part after its test: its name, whether it works, and what to do if it does not."""

    text: Sentence
    is_good: bool
    cure: Sentence


@dataclass(frozen=True, slots=True)
class Step:
    """Where the test is: its question, whether a press answers it, and the parts tested so far."""

    name: str  # "lamp red"; "" at the end
    question: Sentence | None
    is_press: bool
    strayed: Sentence | None  # another button came
    done: tuple[TestedPart, ...]


class ServedDoctor:
    """Checks the computer on request, and lets a phone lead the panel test."""

    def __init__(
        self,
        examine: Callable[[], Sequence[Finding]],
        panel: Panel | None,
        trouble: Sentence | None = None,
    ) -> None:
        """Show what `examine` finds, and test this panel; `trouble` is why there is none."""
        self._examine = examine
        self._panel = panel
        self._trouble = trouble

    @property
    def has_panel(self) -> bool:
        """Is there a panel to test?"""
        return self._panel is not None

    def findings(self) -> Sequence[Finding]:
        """Return the findings about panel and computer; it takes a few seconds."""
        return (*self._about_panel(), *self._examine())

    def _about_panel(self) -> Iterator[Finding]:
        if self._trouble is not None:
            yield Finding(N_("panel"), Health.BAD, AWAY, self._trouble)
        if self._panel is not None:
            for told in self._panel.held.values():
                yield Finding(N_("panel"), Health.BAD, told, TRUST)

    def begin(self) -> None:
        """Begin the panel test; the panel plays no game meanwhile."""
        if self._panel is not None:
            self._panel.run_self_test(SelfTest(parts_of(self._panel.pins)))

    def end(self) -> None:
        """End the panel test; the panel plays again."""
        if self._panel is not None:
            self._panel.run_self_test(None)

    def judge(self, name: str, is_good: bool) -> None:
        """Answer the question about this part, unless the test is at another one by now."""
        self_test = self._panel.self_test if self._panel else None
        part = self_test.current if self_test else None
        if self._panel and self_test and part and _name(part) == name:
            self_test.judge(part, Verdict.GOOD if is_good else Verdict.BAD)
            self._panel.run_self_test(self_test)

    def step(self) -> Step | None:
        """Return the current step of the test; None if no test runs."""
        if self._panel is None or (self_test := self._panel.self_test) is None:
            return None
        panel, part = self._panel, self_test.current
        return Step(
            name=_name(part) if part else "",
            question=question(part) if part else None,
            is_press=part is not None and part.kind is Kind.BUTTON,
            strayed=stray(self_test.wrong_button) if self_test.wrong_button else None,
            done=tuple(
                TestedPart(named(part), verdict is Verdict.GOOD, cure(part, panel))
                for part, verdict in self_test.verdicts
            ),
        )


def _name(part: Part) -> str:
    return f"{part.kind} {part.name}"
