"""All parts of one table together, in this process: streams, panel page, demo, and the end."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.demo import BOTS, Demo
from companion.app.serve import Served, is_well, start
from companion.app.serve.greeting import greet
from companion.app.serve.stop import signals
from companion.app.settings import Settings
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.table.snapshot import Snapshot
from tests.support.pages import has_compiled
from tests.support.places import PHOTOS
from tests.web_ui.live.test_hub import Phone, hang_up
from web_ui.live.hub import Hub

__all__ = ["hang_up"]  # an autouse fixture

WAIT_S = 30.0
RED = Colour.RED


def settings(folder: Path, panel: str = "mock") -> Settings:
    data_dir = has_compiled(folder)
    return Settings(host="127.0.0.1", port=0, data_dir=data_dir, panel=panel, is_open=True)


def listen(served: Served, path: str, header: str = "Accept: text/event-stream") -> Phone:
    line = socket.create_connection(("127.0.0.1", served.port), timeout=WAIT_S)
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: table\r\n{header}\r\n\r\n".encode())
    return Phone(line)


def ask(served: Served, method: str, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def start_game(served: Served) -> None:
    served.table.open_game("cli", "clank")
    served.table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")


def settle(phone: Phone, version: int) -> tuple[dict[str, str], dict[str, str]]:
    """Read up to a version: all parts as they are then, and those that its last event changed.

    The hub may be a snapshot behind the table when a phone comes, so it may take two events.
    """
    shown: dict[str, str] = {}
    while True:
        event = phone.event()
        shown |= parts(event)
        if event["version"] == version:
            return shown, parts(event)


def parts(event: dict[str, object]) -> dict[str, str]:
    found = event["fragments"]
    assert isinstance(found, dict)
    return found


def test_a_seat_a_watcher_and_a_program_follow_the_same_table(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "none"))
        start_game(served)
        red = listen(served, "/live?page=play&seat=red&lang=en")
        watcher = listen(served, "/live?page=play&seat=nonsense&lang=xx")
        program = listen(served, "/api/v1/stream")
        version = served.table.snapshot.version
        first, _ = settle(red, version)
        always = {"top", "next", "undone", "moment", "mix", "notices", "others", "dragon", "story"}
        always |= {"mine", "loot", "row", "attack", "dock", "said", "pulse", "box", "build", "head"}
        assert set(first) == always
        assert settle(watcher, version)[0]["mine"].strip() == ""
        shown = json.loads(settle(program, version)[0]["snapshot"])
        assert shown["state"]["area"]["red"] == 3
        assert isinstance(getattr(served.table.wait_drawn, "__self__", None), Hub)
        done = served.table.submit(MakeClank(RED), "cli")
        _, changed = settle(red, done.version)
        assert set(changed) == {"dock", "mine", "story", "head"}
        served.table.notice("a test", Sentence("Something is wrong."))
        told = parts(red.event())
        assert set(told) == {"notices"}
        assert "Something is wrong." in told["notices"]
        served.table.notice("a test", None)
        assert parts(red.event()) == {"notices": ""}
        shown = json.loads(settle(program, done.version)[0]["snapshot"])
        assert shown["version"] == done.version


def test_a_page_that_is_up_to_date_is_not_sent_again(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "none"))
        start_game(served)
        version = served.table.snapshot.version
        settle(listen(served, "/live?page=play&seat=red&lang=en"), version)  # the hub has it too
        page = ask(served, "GET", "/seat/red")[1].decode()
        [mark] = re.findall(r'data-mark="(\w+)"', page)
        address = "/live?page=play&lang=en&mark=" + mark
        red = listen(served, address + "&seat=red")
        assert parts(red.event()) == {}
        assert parts(listen(served, address + "&seat=green").event()) != {}
        again = listen(served, address + "&seat=red", "Last-Event-ID: 1")
        assert parts(again.event()) != {}
        served.table.notice("a test", Sentence("Something is wrong."))
        assert set(parts(red.event())) == {"notices"}
        assert parts(listen(served, address + "&seat=red").event()) != {}


def test_the_panel_page_presses_real_mock_pins_and_shows_their_lamps(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path))
        start_game(served)
        lamps = listen(served, "/panel/live")
        assert set(json.loads(parts(lamps.event())["lamps"])) >= {"red", "rage_1", "buzzer"}
        version = served.table.snapshot.version
        assert ask(served, "POST", "/panel/red/press")[0] == 200
        newer = served.table.wait_newer(version, WAIT_S)
        assert newer is not None
        assert (newer.source, newer.state.area.red) == ("panel", 4)
        assert ask(served, "POST", "/panel/red/release")[0] == 200
        for wrong in ("/panel/purple/press", "/panel/red/lick"):
            assert ask(served, "POST", wrong)[0] == 404
        assert json.loads(ask(served, "GET", "/healthz")[1])["panel"] == "mock"


def test_without_a_panel_the_page_says_so(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "none"))
        status, body = ask(served, "GET", "/panel")
        assert status == 404
        assert b"no drawn panel" in body
        assert ask(served, "POST", "/panel/red/press")[0] == 404
        assert ask(served, "GET", "/panel/live")[0] == 404


AWAY = {
    "en": "The panel does not work now, so play on the phones",
    "ja": "パネルは今使えないので、スマホで遊んでください",
    "ru": "Пульт сейчас не работает: играйте на телефонах",
}


def test_pins_that_are_not_there_stop_no_table_and_every_phone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "magic")
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "pins"))
        start_game(served)
        for language, said in AWAY.items():
            for page in ("play&seat=red", "table"):
                phone = listen(served, f"/live?page={page}&lang={language}")
                shown, _ = settle(phone, served.table.snapshot.version)
                assert said in shown["notices"]
        doctor = ask(served, "GET", "/doctor")[1].decode()
        assert "GPIOZERO_PIN_FACTORY is magic" in doctor
        assert json.loads(ask(served, "GET", "/healthz")[1])["panel_away"] is True
        assert served.table.submit(MakeClank(RED), "cli").state.area.red == 4
        greet(served)
        assert "magic" in capsys.readouterr().out


@pytest.mark.parametrize("game", BOTS)
def test_the_demo_plays_games_to_their_end_one_after_another(tmp_path: Path, game: str) -> None:
    with ExitStack() as running:
        demo = Demo(seed=3, pace_s=0.0005, players=3, game=game)
        served = start(running, settings(tmp_path, "none"), demo)
        version, games = 0, set[str]()
        while len(games) < 3:
            newer = served.table.wait_newer(version, WAIT_S)
            assert newer is not None
            version = newer.version
            if newer.game_id:
                games.add(newer.game_id)
                assert newer.game.name == game
            assert newer.source in ("demo", "")


def test_the_demo_knows_its_games_and_how_many_may_play() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        Demo(players=5)
    with pytest.raises(ValueError, match="bots for"):
        Demo(game="chess")


def test_the_end_leaves_no_thread_and_no_lock(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    for _ in range(2):
        with ExitStack() as running:
            served = start(running, settings(tmp_path))
            listen(served, "/live").event()
            listen(served, "/panel/live").event()
    left = {thread for thread in threading.enumerate() if thread not in before}
    assert {thread.name for thread in left if thread.is_alive()} == set()


def test_a_signal_is_heard_however_near_the_wait_it_comes() -> None:
    program = """
import random, signal
from companion.app.serve.stop import signals
with signals(signal.SIGALRM) as wait:
    for _ in range(5_000):
        signal.setitimer(signal.ITIMER_REAL, random.uniform(2e-6, 6e-5))
        wait()
print("heard all")
"""
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, capture_output=True, check=True, text=True, timeout=240)
    assert told.stdout == "heard all\n"


def test_signals_before_the_wait_are_heard_and_leave_nothing_behind() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    with signals(signal.SIGUSR1) as wait:
        signal.raise_signal(signal.SIGUSR1)
        wait()
    assert signal.getsignal(signal.SIGUSR1) is before
    assert signal.set_wakeup_fd(-1) == -1


def test_a_phones_photo_is_read_without_opencv_in_the_tables_process(tmp_path: Path) -> None:
    pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")
    program = f"""
import sys
from contextlib import ExitStack
from pathlib import Path
from companion.app.serve import start
from companion.app.settings import Settings
from companion.table.reading import Purpose
with ExitStack() as running:
    folder = Path({str(tmp_path)!r})
    served = start(running, Settings("127.0.0.1", 0, folder, panel="none", is_open=True))
    served.table.open_game("cli", "clank")
    photo = Path({str(PHOTOS / "images" / "d02_06.jpg")!r}).read_bytes()
    print(served.tray().read(Purpose.AREA, photo).counts["yellow"])
    print(sorted({{"cv2", "numpy"}} & sys.modules.keys()))
"""
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, capture_output=True, check=True, text=True, timeout=240)
    assert told.stdout.splitlines() == ["7", "[]"]


def test_the_watchdog_is_not_told_that_all_is_well_while_the_table_is_stuck(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "none"))
        assert is_well(served)
        stuck, go_on, told = threading.Event(), threading.Event(), threading.Event()
        running.callback(go_on.set)  # else nothing could be closed after a failure

        def hang(snapshot: Snapshot) -> None:
            stuck.set()
            go_on.wait(WAIT_S)

        def ask_once() -> None:
            if is_well(served):
                told.set()

        served.table.follow(hang)  # it is called under the table's lock
        threads = [threading.Thread(target=start_game, args=(served,))]
        threads.append(threading.Thread(target=ask_once))
        threads[0].start()
        assert stuck.wait(WAIT_S)
        threads[1].start()
        assert not told.wait(0.2), "a command would wait as well"
        go_on.set()
        assert told.wait(WAIT_S)
        for thread in threads:
            thread.join()


def test_a_stranger_does_not_make_a_table_look_hung(tmp_path: Path) -> None:
    with ExitStack() as running:
        served = start(running, settings(tmp_path, "none"))
        lines = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(120)]
        assert is_well(served)
        assert ask(served, "GET", "/healthz")[0] == 200
        for line in lines:
            line.close()
