"""What dragonbag-caretaker@.service runs: one order, from the connection it is given."""

import os
import socket

from companion.app.pi.caretaker.duties import serve
from companion.app.pi.place import Place

if __name__ == "__main__":
    os.umask(0o022)  # the service must be able to read what root writes
    serve(Place(), socket.socket(fileno=0))
