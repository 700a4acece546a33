"""From linear light to a photograph: exposure, white balance, blur, noise, tone, JPEG."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats
from hardware.tray.reader.training.scenes.trays import noise

Rng = np.random.Generator
Photo = NDArray[np.uint8]


@dataclass(frozen=True)
class Camera:
    """How one camera turns light into numbers, and how badly it does for one photograph."""

    exposure: float
    gains: Floats
    vignette: float
    band: float
    focus_px: float
    motion_px: float
    full_well: float
    read_noise: float
    denoise_px: float
    saturation: float
    contrast: float
    sharpen: float
    quality: int
    glare: float = 0.0
    smear: float = 0.0  # light from outside that greys everything

    @property
    def unclear(self) -> float:
        """Return how far the photograph is from readable: 0 good, 1 not to be read."""
        blur = max(self.focus_px / 4.0, self.motion_px / 9.0)
        return float(max(blur, abs(np.log2(self.exposure)) / 2.6))


def random_camera(rng: Rng, picture: Floats) -> Camera:
    """Return a camera that exposes a picture well and balances it more or less rightly."""
    mean = picture.reshape(-1, 3).mean(0)
    bright = np.percentile(picture.max(-1)[::8, ::8], 97)
    level = 0.5 * 0.85 / max(bright, 1e-4) + 0.5 * 0.28 / max(float(mean.mean()), 1e-4)
    grey = mean.mean() / np.maximum(mean, 1e-4)
    fooled = float(rng.choice([0, 0.3, 0.6, 1.0], p=[0.3, 0.3, 0.25, 0.15]))
    gains = grey**fooled * np.exp(rng.normal(0, 0.07, 3))
    noisy = float(rng.choice([1, 0.3, 0.1, 0.04]))  # the last in a dim room
    return Camera(
        level * float(np.exp(rng.normal(0, 0.25))),
        (gains / gains.mean()).astype(np.float32),
        vignette=float(rng.uniform(0, 0.5)),
        band=float(rng.choice([0, 0, 0.1])),
        focus_px=float(rng.uniform(0.2, 0.9)),
        motion_px=float(rng.exponential(0.4)),
        full_well=16000 * noisy,
        read_noise=3.0 / noisy**0.35,
        denoise_px=float(rng.uniform(0, 0.8)),
        saturation=float(rng.uniform(0.75, 1.35)),
        contrast=float(rng.uniform(0, 0.8)),
        sharpen=float(rng.uniform(0, 1.2)),
        quality=int(rng.integers(60, 97)),
    )


def spoiled(rng: Rng, camera: Camera) -> Camera:
    """Return the camera with a fault that should make the reader refuse, or almost so."""
    kind = int(rng.integers(5))
    if kind == 0:
        return replace(camera, focus_px=float(rng.uniform(1.5, 7)))
    if kind == 1:
        return replace(camera, motion_px=float(rng.uniform(4, 18)))
    if kind == 2:
        return replace(camera, exposure=camera.exposure * float(rng.uniform(0.01, 0.2)))
    if kind == 3:
        return replace(camera, exposure=camera.exposure * float(rng.uniform(3, 12)))
    return replace(camera, glare=float(rng.uniform(1.5, 8)))


def photograph(
    rng: Rng, camera: Camera, linear: Floats, nominal: float
) -> tuple[Photo, Floats, float]:
    """Return the photograph, the map of glare (0 to 1) and how unclear the whole is."""
    picture = cv2.GaussianBlur(linear, (0, 0), camera.focus_px)
    picture = _moved(rng, picture, camera.motion_px)
    rows, columns = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
    picture *= (1 - camera.vignette * (rows**2 + columns**2) / 2)[..., None]
    if camera.band:
        picture *= (1 + camera.band * np.sin(rows * rng.uniform(5, 30) + rng.uniform(0, 6)))[
            ..., None
        ]
    picture = picture * camera.exposure + camera.smear
    glare = np.zeros((HEIGHT, WIDTH), np.float32)
    if camera.glare:
        spot, wide = rng.uniform(-0.8, 0.8, 2), rng.uniform(0.12, 0.5)
        blob = np.exp(-(((columns - spot[0]) ** 2 + (rows - spot[1]) ** 2) / wide**2))
        picture += camera.glare * blob[..., None] + 0.05 * camera.glare * rng.uniform()
        glare = (camera.glare * blob > 0.9).astype(np.float32)
    picture *= camera.gains
    picture = _noisy(rng, camera, picture)
    out = _toned(camera, picture)
    _, coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    unclear = replace(camera, exposure=camera.exposure / nominal).unclear
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), glare, unclear


def _moved(rng: Rng, picture: Floats, motion_px: float) -> Floats:
    if motion_px < 1:
        return picture
    size = int(motion_px) * 2 + 1
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)]) * motion_px / 2
    middle = size // 2
    ends = [(round(middle + sign * way[0]), round(middle + sign * way[1])) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def _noisy(rng: Rng, camera: Camera, picture: Floats) -> Floats:
    shot = np.sqrt(
        np.maximum(picture, 0) / camera.full_well + (camera.read_noise / camera.full_well) ** 2
    )
    grain: Floats = rng.standard_normal(picture.shape, np.float32) * shot
    if camera.denoise_px > 0.25:
        grain = cv2.GaussianBlur(grain, (0, 0), camera.denoise_px) * (1 + camera.denoise_px)
    return np.asarray(picture + grain, np.float32)


def _toned(camera: Camera, picture: Floats) -> Photo:
    picture = np.clip(picture, 0, 1) ** (1 / 2.2)
    picture += camera.contrast * (picture * picture * (3 - 2 * picture) - picture)
    grey = picture.mean(-1, keepdims=True)
    picture = grey + (picture - grey) * camera.saturation
    if camera.sharpen:
        picture += camera.sharpen * (picture - cv2.GaussianBlur(picture, (0, 0), 1.0))
    return np.asarray(np.clip(picture * 255 + 0.5, 0, 255), np.uint8)


def stained(rng: Rng, linear: Floats) -> Floats:
    """Return a picture with uneven light, as a window or a lamp leaves it."""
    return np.asarray(linear * np.exp(0.05 * noise(rng, 2, (HEIGHT, WIDTH)))[..., None], np.float32)
