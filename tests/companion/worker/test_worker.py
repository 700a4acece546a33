"""The worker: another process, its order, its limits, and what happens when it dies."""

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.worker.limits import LOW
from companion.worker.line import MOST_BYTES, MOST_WAITING, Line, Waiting
from companion.worker.work import AtOnce, Ticket, Urgency, WorkFailed, WorkRefused, as_it_is
from companion.worker.worker import Worker
from tests.companion.worker import jobs
from tests.companion.worker.jobs import WAIT_S, Held, held, work

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux does")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.fixture
def holding(tmp_path: Path) -> Iterator[Held]:
    with held(tmp_path) as holding:
        yield holding


def has_ended(pid: int) -> bool:
    """Wait until a process is gone."""
    try:
        file = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([file], [], [], WAIT_S)[0])
    finally:
        os.close(file)


def done(worker: Worker, job: object, *args: object) -> object:
    return worker.ask(work(job, *args), as_it_is).result(WAIT_S)


def test_a_table_that_never_needs_it_has_no_process_and_no_thread() -> None:
    before = threading.active_count()
    with Worker() as worker:
        assert worker.pid is None
        assert threading.active_count() == before


def test_work_is_done_in_another_process_that_lets_all_others_go_first(worker: Worker) -> None:
    pid, priority = worker.ask(work(jobs.who), as_it_is).result(WAIT_S)
    assert pid == worker.pid != os.getpid()
    assert priority == LOW
    first_to_go = Path(f"/proc/{pid}/oom_score_adj").read_text()
    assert int(first_to_go) == 1000


def test_what_follows_is_done_in_the_tables_own_process(worker: Worker) -> None:
    ticket = worker.ask(work(jobs.add, 1, 2), lambda found: (found, os.getpid()))
    assert ticket.result(WAIT_S) == (3, os.getpid())


def test_a_job_that_says_no_is_told_from_one_that_breaks(worker: Worker) -> None:
    with pytest.raises(WorkRefused, match="no game"):
        done(worker, jobs.refuses)
    with pytest.raises(WorkFailed, match="could not do that"):
        done(worker, jobs.breaks)
    assert done(worker, jobs.add, 1, 2) == 3


def test_photos_come_first_then_who_came_first(
    worker: Worker, holding: Held, tmp_path: Path
) -> None:
    busy = worker.ask(work(jobs.hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
    line, _ = holding.began()
    asked = [Urgency.ADVICE, Urgency.PAGE, Urgency.PHOTO, Urgency.PAGE, Urgency.PHOTO]
    tickets = [
        worker.ask(work(jobs.note, tmp_path / "order", f"{urgency.name}{at}", urgency=urgency), len)
        for at, urgency in enumerate(asked)
    ]
    assert [ticket.place for ticket in tickets] == [6, 4, 2, 5, 3]
    line.send("go on")
    assert busy.result(WAIT_S) == "go on"
    for ticket in tickets:
        with pytest.raises(WorkFailed):  # len(None): what follows is broken, and the worker goes on
            ticket.result(WAIT_S)
    order = (tmp_path / "order").read_text().split()
    assert order == ["PHOTO2", "PHOTO4", "PAGE1", "PAGE3", "ADVICE0"]


def test_a_photo_interrupts_advice_which_goes_on_afterwards(worker: Worker, holding: Held) -> None:
    advice = worker.ask(work(jobs.hold, holding.address, urgency=Urgency.ADVICE), as_it_is)
    line, _ = holding.began()
    photo = worker.ask(work(jobs.add, 1, 2, urgency=Urgency.PHOTO), as_it_is)
    assert photo.result(WAIT_S) == 3
    assert not advice.is_done
    line.send("go on")
    assert advice.result(WAIT_S) == "go on"


def test_what_takes_too_long_is_stopped_and_what_it_interrupted_is_done_again(
    worker: Worker, holding: Held
) -> None:
    advice = worker.ask(work(jobs.hold, holding.address, urgency=Urgency.ADVICE), as_it_is)
    _, first = holding.began()
    endless = work(jobs.never_yields, urgency=Urgency.PHOTO, limit_s=0.3)
    with pytest.raises(WorkFailed, match="too long"):
        worker.ask(endless, as_it_is).result(WAIT_S)
    line, second = holding.began()
    assert first != second
    line.send("go on")
    assert advice.result(WAIT_S) == "go on"
    assert has_ended(first)


def test_what_takes_too_much_memory_is_stopped() -> None:
    with Worker(most_bytes=100 << 20) as worker:
        with pytest.raises(WorkFailed, match="too much memory"):
            done(worker, jobs.hoards)
        assert done(worker, jobs.add, 1, 2) == 3


def test_what_takes_too_much_memory_in_one_step_is_refused_by_the_system(worker: Worker) -> None:
    with pytest.raises(WorkFailed, match="too much memory"):
        done(worker, jobs.swells)
    assert done(worker, jobs.add, 1, 2) == 3


def test_a_worker_that_was_killed_is_started_again_and_the_work_done(
    worker: Worker, holding: Held
) -> None:
    ticket = worker.ask(work(jobs.hold, holding.address), as_it_is)
    _, pid = holding.began()
    os.kill(pid, signal.SIGKILL)
    line, other = holding.began()
    line.send("done again")
    assert ticket.result(WAIT_S) == "done again"
    assert other == worker.pid != pid


def test_work_that_the_process_dies_of_is_tried_twice_and_no_more(
    worker: Worker, tmp_path: Path
) -> None:
    with pytest.raises(WorkFailed, match="could not do that"):
        done(worker, jobs.dies, tmp_path / "deaths")
    assert (tmp_path / "deaths").read_text().split() == ["died", "died"]
    assert done(worker, jobs.add, 1, 2) == 3


def test_work_that_nobody_waits_for_is_stopped(worker: Worker, holding: Held) -> None:
    begun = worker.ask(work(jobs.hold, holding.address), as_it_is)
    line, _ = holding.began()
    waits = worker.ask(work(jobs.add, 1, 2), as_it_is, patience_s=0.1)
    with pytest.raises(WorkFailed, match="nobody waited"):
        waits.result(WAIT_S)
    begun.cancel()
    with pytest.raises(WorkFailed, match="nobody waited"):
        begun.result(WAIT_S)
    with pytest.raises(EOFError):  # it was closed where it was
        line.recv()


def waiting(number: int, weight_bytes: int = 1) -> Waiting:
    return Waiting(number, Ticket(), as_it_is, bytes(weight_bytes), Urgency.PHOTO, 1.0)


def test_the_line_is_not_too_long() -> None:
    line = Line()
    for number in range(MOST_WAITING):
        line.add(waiting(number))
    with pytest.raises(WorkFailed, match="too much to do"):
        line.add(waiting(MOST_WAITING))


def test_the_line_is_not_too_heavy() -> None:
    line = Line()
    line.add(waiting(1, MOST_BYTES))
    with pytest.raises(WorkFailed, match="too much to do"):
        line.add(waiting(2))


def test_after_a_while_without_work_the_process_ends_and_the_next_work_starts_another() -> None:
    with Worker(idle_s=0.1) as worker:
        pid, _ = worker.ask(work(jobs.who), as_it_is).result(WAIT_S)
        assert has_ended(pid)
        assert done(worker, jobs.add, 1, 2) == 3


def test_when_the_table_closes_the_process_ends_and_the_work_fails(holding: Held) -> None:
    with Worker() as worker:
        begun = worker.ask(work(jobs.hold, holding.address), as_it_is)
        waits = worker.ask(work(jobs.add, 1, 2), as_it_is)
        _, pid = holding.began()
    assert has_ended(pid)
    for ticket in (begun, waits):
        with pytest.raises(WorkFailed):
            ticket.result(0)
    with pytest.raises(WorkFailed):
        worker.ask(work(jobs.add, 1, 2), as_it_is)


def test_the_process_ends_with_a_table_that_was_killed(holding: Held) -> None:
    program = f"""
from companion.worker.work import as_it_is
from companion.worker.worker import Worker
from tests.companion.worker import jobs
worker = Worker()
worker.ask(jobs.work(jobs.hold, {holding.address!r}), as_it_is).result()
"""
    import subprocess

    with subprocess.Popen([sys.executable, "-c", program]) as table:
        _, pid = holding.began()
        table.kill()
    assert has_ended(pid)


def test_a_command_that_serves_nobody_does_its_work_itself() -> None:
    desk = AtOnce()
    assert desk.ask(work(jobs.who), as_it_is).result(0)[0] == os.getpid()
    ticket = desk.ask(work(jobs.refuses), as_it_is)
    with pytest.raises(WorkRefused, match="no game"):
        ticket.result(0)
