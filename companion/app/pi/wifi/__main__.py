"""What dragonbag-network@.service runs: one order, from the connection it is given."""

import os
import socket

from companion.app.pi.place import Place
from companion.app.pi.wifi.duties import serve

if __name__ == "__main__":
    os.umask(0o077)  # passwords are written
    serve(Place(), socket.socket(fileno=0))
