"""`python -m tests.companion.venue.process PORT URL`: one process of a venue, to be killed."""

import sys
from pathlib import Path

from companion.beyond.mqtt.settings import Mqtt
from companion.venue.database import open_database
from companion.venue.store import Store
from companion.venue.venue import Venue

if __name__ == "__main__":
    store = Store(open_database(sys.argv[2], Path()))
    with Venue(Mqtt("127.0.0.1", int(sys.argv[1])), store) as venue:
        venue.heard.wait()
        print("up", flush=True)
        sys.stdin.read()
