"""Photographs of pages: a camera above a table, and what spoils its pictures."""

import math
from dataclasses import dataclass, field

import cv2
import numpy

from . import ink

FRAME = (1632, 1224)
FOCAL = 1.15 * FRAME[0]


@dataclass(frozen=True)
class Spoiling:
    """A degradation; pairs are the bounds of what is drawn evenly, angles are degrees, lengths pixels."""

    rotation: tuple = (0, 1)
    tilt: tuple = (0, 2.5)
    scale: float = 1.0
    blur: float = 0.5
    noise: float = 2.0
    quality: int = 0
    glare: tuple = ()
    cut: bool = False
    exposure: float = 1.0
    shift: float = 0.0  # of the frame's width, by which the page lies too far to a side


SPOILINGS = {
    "clean": Spoiling(),
    "rot5": Spoiling(rotation=(2.5, 5)),
    "half": Spoiling(scale=0.5),
    "blur1.2": Spoiling(blur=1.3),
    "noise18": Spoiling(noise=18.1),
    "persp15": Spoiling(tilt=(12, 15)),
    "glare": Spoiling(glare=(0.5, 0.92)),
    "jpeg40": Spoiling(quality=40),
    "mild": Spoiling(rotation=(0, 3), tilt=(0, 6), scale=0.8, blur=0.86, noise=8.2, quality=70),
    "middle": Spoiling(rotation=(0, 5), tilt=(0, 10), scale=0.65, blur=1.1, noise=12.2, quality=50, glare=(0.2, 0.6)),
    "glarehard": Spoiling(glare=(0.9, 1.3), cut=True),
}

# Photographs that can't be read, or hardly, by whose faults quality must say so.
HOPELESS = {
    "blurred": Spoiling(blur=7),
    "far away": Spoiling(scale=0.2),
    "dark": Spoiling(exposure=0.06, noise=4),
    "cropped": Spoiling(shift=0.3),
    "turned": Spoiling(rotation=(25, 40)),
    "dazzled": Spoiling(glare=(3, 5), cut=True),
}


@dataclass(frozen=True)
class Photograph:
    """Grey pixels, and where the points of the page that were asked for are on them."""

    pixels: numpy.ndarray
    points: numpy.ndarray = field(repr=False)


def photograph(random, page, spoiling, points, ground=None, grain=None):
    """A photograph of a page's grey pixels. `points` (n, 2) are the page's points of interest: glare falls on one of them. The table under it, and what
    makes noise of a shape with unit deviation, are the caller's or drawn by lot."""
    matrix = view(random, page.shape, spoiling)
    scene = cv2.warpPerspective(page, matrix, FRAME, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    inside = cv2.warpPerspective(numpy.full(page.shape, 255, numpy.uint8), matrix, FRAME)
    shot = scene.astype(numpy.float32)
    on_table = inside < 255
    shot[on_table] += ((table(random) if ground is None else ground) * (255 - inside.astype(numpy.float32)) / 255)[on_table]
    shot *= light(random) * spoiling.exposure
    seen = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(numpy.float64), matrix).reshape(-1, 2)
    if spoiling.glare:
        shot = glare(random, shot, spoiling, seen[random.integers(0, len(seen))])
    if spoiling.scale != 1:
        shot = cv2.resize(shot, None, fx=spoiling.scale, fy=spoiling.scale, interpolation=cv2.INTER_AREA)
        seen = (seen + 0.5) * spoiling.scale - 0.5
    shot = cv2.GaussianBlur(shot, (0, 0), spoiling.blur)
    shot += (grain(shot.shape) if grain else random.normal(size=shot.shape).astype(numpy.float32)) * spoiling.noise
    pixels = numpy.clip(shot, 0, 255).astype(numpy.uint8)
    return Photograph(ink.jpeg(pixels, spoiling.quality) if spoiling.quality else pixels, seen)


def view(random, shape, spoiling):
    """The projection of a page onto the frame."""
    high, wide = shape
    fill = random.uniform(0.82, 0.95)
    turn = numpy.radians(random.uniform(*spoiling.rotation) * random.choice([-1, 1]))
    tilt, axis = numpy.radians(random.uniform(*spoiling.tilt)), random.uniform(0, 2 * numpy.pi)
    vector = numpy.array([numpy.cos(axis), numpy.sin(axis), 0]) * tilt
    rotation = cv2.Rodrigues(vector)[0] @ cv2.Rodrigues(numpy.array([0, 0, turn]))[0]
    # The page's middle is on the camera's axis, so far away that the page fills the frame as wanted.
    reach = max(
        wide * abs(numpy.cos(turn)) + high * abs(numpy.sin(turn)),
        (high * abs(numpy.cos(turn)) + wide * abs(numpy.sin(turn))) * FRAME[0] / FRAME[1],
    )
    distance = FOCAL * reach / (fill * FRAME[0])
    camera = numpy.array([[FOCAL, 0, FRAME[0] / 2], [0, FOCAL, FRAME[1] / 2], [0, 0, 1]])
    camera[0, 2] += spoiling.shift * FRAME[0] * random.choice([-1, 1]) if spoiling.shift else 0
    centred = numpy.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
    return camera @ numpy.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]]) @ centred


def table(random):
    """A striped table."""
    x, y = ink.grid((FRAME[1], FRAME[0]))
    angle, period = random.uniform(0, math.pi), random.uniform(8, 60)
    stripes = ink.looked_up(ink.SINE, ink.turned(x, y, angle)[0] / period)
    grain = ink.clouds(random, (FRAME[1], FRAME[0]), 24)
    return (random.uniform(40, 200) + random.uniform(4, 20) * stripes + 6 * grain).astype(numpy.float32)


def light(random):
    """Light that falls off by up to an eighth along both axes."""
    x = numpy.linspace(-1, 1, FRAME[0], dtype=numpy.float32)[None, :] * random.uniform(-0.12, 0.12)
    y = numpy.linspace(-1, 1, FRAME[1], dtype=numpy.float32)[:, None] * random.uniform(-0.12, 0.12)
    return 1 + x + y


def glare(random, shot, spoiling, middle):
    """A patch of reflected light about a point."""
    x, y = ink.grid((FRAME[1], FRAME[0]))
    across, angle = random.uniform(0.04, 0.10) * FRAME[0], random.uniform(0, math.pi)
    along = across * random.uniform(0.4, 1)
    u, v = ink.turned(x - float(middle[0]), y - float(middle[1]), angle)
    patch = random.uniform(*spoiling.glare) * numpy.exp(-0.5 * ((u / across) ** 2 + (v / along) ** 2))
    lit = shot * (1 - numpy.minimum(patch, 1)) + 255 * patch
    return numpy.minimum(lit, 255) if spoiling.cut else lit
