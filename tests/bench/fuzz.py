"""Damaged messages for everything that reads what others wrote."""

import logging
import time

from tests.bench.report import Row
from tests.support.contract.decoders import Decoder, decoders, try_often

TRIES = 2000  # of each


def fuzz(count: int = TRIES) -> list[Row]:
    """Damage each message so often; the first fault is raised, with the message that shows it."""
    logging.disable()
    with decoders() as known:
        rows = [_tried(name, decoder, count) for name, decoder in known.items()]
    logging.disable(logging.NOTSET)
    return rows


def _tried(name: str, decoder: Decoder, count: int) -> Row:
    began_s = time.process_time()
    try_often(decoder, count, is_anew=True)
    took_s = time.process_time() - began_s
    return Row(f"{name}, damaged", f"{count} read or refused in words ({took_s:.0f} s)")
