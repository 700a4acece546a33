"""What a photo from the hand does not show of the tray: could a cube lie there?

room = room_unseen(straight.is_seen, blank, radius)   # middles of cubes that nobody could see
edges = edges_at(room, straight.back, straight.sent, radius)   # where the photo ends too early
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.reading import Edge
from hardware.tray.reader import margins
from hardware.tray.reader.alignment.rim import beside
from hardware.tray.reader.channels import Floats, Photo

Mask = NDArray[np.bool_]


def room_unseen(is_seen: Mask, blank: Photo, radius: float) -> Mask:
    """Return where in the blank (H, W) the middle of a cube may be that the photo does not show.

    Beyond a rim that is sure there is no tray. `radius` is that of a cube, in pixels of the blank.
    """
    framed = cv2.copyMakeBorder((~is_seen).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    away = cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1]
    room = np.asarray(away > margins.UNSEEN_RADII * radius, np.bool_)
    room[room] = ~beside(blank, np.argwhere(room)[:, ::-1].astype(np.float32), radius)
    return room


def edges_at(room: Mask, back: Floats, sent: tuple[int, int], radius: float) -> tuple[Edge, ...]:
    """Return the parts of the photo's edges, in its pixels, behind which there is such room."""
    onto = np.linalg.inv(back)
    corners = np.array([(0, 0), (sent[0], 0), sent, (0, sent[1])], np.float32)
    middle = cv2.perspectiveTransform(corners.mean(0)[None, None], onto)[0, 0]
    edges = []
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        along = np.linspace(0, 1, margins.EDGE_PLACES_COUNT, dtype=np.float32)[:, None]
        places = start + along * (end - start)
        behind = _behind(cv2.perspectiveTransform(places[None], onto)[0], middle, radius)
        hits = places[_is_any(room, behind)]
        if len(hits) > 1:
            edges.append(Edge(*hits[0].tolist(), *hits[-1].tolist()))
    return tuple(edges)


def _behind(line: Floats, middle: Floats, radius: float) -> Floats:
    """Return places (N, 2) moved away from the line that they make, and from the middle."""
    x, y = line[-1] - line[0]
    away = np.array([y, -x]) / np.hypot(x, y)
    sign = np.sign((line[0] - middle) @ away)
    return np.asarray(line + radius * sign * away, np.float32)


def _is_any(mask: Mask, at: Floats) -> Mask:
    """Return at which places (N, 2) a mask is set; outside of it, it is not."""
    inside = np.all((at >= 0) & (at < mask.shape[::-1]), axis=1)
    columns, rows = np.where(inside[:, None], at, 0).astype(int).T
    return np.asarray(mask[rows, columns] & inside, np.bool_)
