"""GET /metrics for Prometheus: presses, how long they take, phones, disk, camera, panel.

Only a table whose settings ask for it imports this.
"""

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from companion.table.game_file import read_journal
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site

KIND = "text/plain; version=0.0.4; charset=utf-8"
BEGAN = "metrics_began_s"  # where a request keeps when it came
# A tap is written to a card and answered in some 10 to 30 ms on a Pi.
BUCKETS_S = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LINES = 1000  # read from the journal at once


class Metrics:
    """What is measured, counted anew at each scrape; nothing runs in between."""

    def __init__(self, site: Site, is_panel_away: Callable[[], bool], panel: str, cam: str) -> None:
        """Measure this site; `panel` and `cam` are their kinds, "none" if there is none."""
        self._registry = CollectorRegistry()
        self._taps = Histogram(
            "dragonbag_tap_seconds",
            "From a tap's arrival until it is on the disk and answered.",
            buckets=BUCKETS_S,
            registry=self._registry,
        )
        self._registry.register(_Table(site, is_panel_away, panel, cam))

    def register(self, app: Flask) -> None:
        """Add the route, and a clock to every tap."""
        app.add_url_rule("/metrics", "metrics", self.answer)
        app.before_request(self._begin)
        app.after_request(self._end)

    @needs(Need.GUEST)
    def answer(self) -> Response:
        """Return everything in the text format of Prometheus."""
        return Response(generate_latest(self._registry), content_type=KIND)

    def _begin(self) -> None:
        setattr(g, BEGAN, time.perf_counter())

    def _end(self, response: Response) -> Response:
        began_s = getattr(g, BEGAN, None)
        if request.method == "POST" and began_s is not None:
            self._taps.observe(time.perf_counter() - began_s)
        return response


class _Table(Collector):
    """Looks at the table whenever somebody asks."""

    def __init__(self, site: Site, is_panel_away: Callable[[], bool], panel: str, cam: str) -> None:
        self._site, self._is_panel_away = site, is_panel_away
        self._panel, self._camera = panel, cam
        self._counts: Counter[tuple[str, str]] = Counter()
        self._read_to = 0

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        yield self._lines()
        yield from self._devices()
        yield from self._disk()
        yield from self._phones()
        snapshot = self._site.snapshot
        playing = GaugeMetricFamily(
            "dragonbag_game_running", "Is a game going on?", labels=["game"]
        )
        playing.add_metric([snapshot.game.name], int(snapshot.is_going_on))
        yield playing

    def _lines(self) -> Metric:
        """Count the journal's lines by who wrote them; only those that are new are read."""
        with read_journal(self._site.table.journal.path) as journal:
            while lines := list(journal.lines_after(self._read_to, LINES)):
                self._read_to = lines[-1].seq
                self._counts.update((line.source.partition(":")[0], line.kind) for line in lines)
        found = CounterMetricFamily(
            "dragonbag_lines",
            "Lines of the journal: presses of the panel, taps on phones, commands of programs.",
            labels=["source", "kind"],
        )
        for labels, count in sorted(self._counts.items()):
            found.add_metric(list(labels), count)
        return found

    def _devices(self) -> Iterator[Metric]:
        notices = self._site.snapshot.notices
        if self._panel != "none":
            up = int(not self._is_panel_away())
            yield GaugeMetricFamily("dragonbag_panel_up", "Does the panel work?", value=up)
        if self._camera != "none":
            up = int("camera" not in notices)
            yield GaugeMetricFamily("dragonbag_camera_up", "Does the camera work?", value=up)
        yield GaugeMetricFamily(
            "dragonbag_notices", "What is wrong with the table now.", value=len(notices)
        )

    def _disk(self) -> Iterator[Metric]:
        path = self._site.table.journal.path
        space = shutil.disk_usage(path.parent)
        for name, about, size in (
            ("disk_free_bytes", "Free space where the journal is.", space.free),
            ("disk_size_bytes", "All space where the journal is.", space.total),
            ("journal_bytes", "Size of the journal.", path.stat().st_size),
        ):
            yield GaugeMetricFamily(f"dragonbag_{name}", about, value=size)

    def _phones(self) -> Iterator[Metric]:
        guests = self._site.access.guests
        if guests is None:
            return  # an open table does not know its phones
        asleep = Counter(guests.presence.asleep_s(phone.id) != 0.0 for phone in guests.phones)
        found = GaugeMetricFamily("dragonbag_phones", "Phones that have joined.", labels=["state"])
        found.add_metric(["awake"], asleep[False])
        found.add_metric(["asleep"], asleep[True])
        yield found
