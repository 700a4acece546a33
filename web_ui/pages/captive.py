"""What phones ask to find out whether a Wi-Fi has the internet, and the answers that keep them.

In the table's own Wi-Fi nobody else answers these questions; a phone that gets no answer leaves
for its mobile network, and the table is gone.
"""

from flask import Flask, Response, request

from web_ui.access.policy import Need, needs

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
ANSWERS: dict[str, tuple[str, int, str]] = {
    "/generate_204": ("", 204, "text/plain"),  # Android, ChromeOS
    "/gen_204": ("", 204, "text/plain"),
    "/hotspot-detect.html": (APPLE, 200, "text/html"),  # iOS, macOS
    "/library/test/success.html": (APPLE, 200, "text/html"),
    "/connecttest.txt": ("Microsoft Connect Test", 200, "text/plain"),  # Windows 10 and later
    "/ncsi.txt": ("Microsoft NCSI", 200, "text/plain"),  # Windows before
    "/success.txt": ("success\n", 200, "text/plain"),  # Firefox
}


@needs(Need.NOTHING)
def answer() -> Response:
    """Say what the phone hopes to hear."""
    text, status, kind = ANSWERS[request.path]
    return Response(text, status, mimetype=kind)


def register(app: Flask) -> None:
    """Add the paths; the gate lets them pass under any host's name."""
    for path in ANSWERS:
        app.add_url_rule(path, "captive", answer)
