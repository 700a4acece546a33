"""What a smart home shows of The Game: how many cards lie on no pile yet."""

from companion.engine.house import Gauge, House

HOUSE = House(
    gauges=(
        Gauge(
            "cards_left",
            "Cards left",
            "mdi:cards",
            lambda state: state.left if state.players else None,
            "cards",
        ),
    )
)
