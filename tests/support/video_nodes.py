"""A folder as /sys/class/video4linux is."""

from pathlib import Path


def video_nodes(known: Path, *places: str) -> Path:
    """Lay out video0, video1, ... in these places, "PORT#INDEX" each; return the folder."""
    known.mkdir(exist_ok=True)
    for number, place in enumerate(places):
        port, _, index = place.partition("#")
        node = known.parent / "devices" / port / "video4linux" / f"video{number}"
        node.mkdir(parents=True, exist_ok=True)
        (node / "index").write_text(f"{index}\n")
        (known / node.name).unlink(missing_ok=True)
        (known / node.name).symlink_to(node)
    return known
