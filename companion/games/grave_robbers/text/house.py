"""What a smart home shows of Grave Robbers: the action points left, and who has the treasure."""

from companion.engine.house import Gauge, House

HOUSE = House(
    gauges=(
        Gauge(
            "action_points",
            "Action points",
            "mdi:run",
            lambda state: state.action_points if state.players else None,
        ),
        Gauge("treasure", "Treasure", "mdi:treasure-chest", lambda state: state.treasure),
    )
)
