"""A short flood of a table in a process of its own: `make bench ARGS=flood` measures a long one."""

from tests.bench.load.flood import CLIENTS, PHONES, honest, hostile, table

HOSTILE_PHONES = 4
SECONDS = 2.0


def test_in_a_flood_every_tap_of_an_honest_phone_is_answered() -> None:
    with table(PHONES + HOSTILE_PHONES) as at, hostile(at, dict.fromkeys(CLIENTS, 1)):
        seen = honest(at, SECONDS)
    assert not seen.refused
    assert len(seen.seconds) >= PHONES
