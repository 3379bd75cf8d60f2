"""Fonts, glyphs, paper and ink."""

import math
from pathlib import Path

import cv2
import numpy
from PIL import Image, ImageDraw, ImageFont

DEBIAN = Path("/usr/share/fonts/opentype/ocr-b")
OWN = Path(__file__).parent.parent / "fonts"
# The drawings of OCR-B: Debian's, the same with sharp corners, and one that no training sees.
FONTS = {"round": DEBIAN / "OCRB.otf", "sharp": DEBIAN / "OCRBS.otf", "unseen": OWN / "OCR-B.ttf"}
SANS = Path("/usr/share/fonts/truetype/dejavu")


class Glyphs:
    """The glyphs of a font as masks for a pitch in pixels, each with its middle at the middle of the capitals' height."""

    def __init__(self, font, pitch):
        sample = ImageFont.truetype(str(FONTS[font]), 1000)
        self.font = ImageFont.truetype(str(FONTS[font]), 1000 * pitch / sample.getlength("H"))
        self.pitch = pitch
        self.height = int(round(1.7 * pitch))
        self.width = int(round(1.4 * pitch))
        self.capitals = -self.font.getbbox("I", anchor="ls")[1]
        self.masks = {}

    def mask(self, character):
        """A glyph's mask of values from 0 to 1, centred by its own advance."""
        if character not in self.masks:
            image = Image.new("L", (self.width, self.height))
            left = (self.width - self.font.getlength(character)) / 2
            base = self.height / 2 + self.capitals / 2
            ImageDraw.Draw(image).text((left, base), character, 255, font=self.font, anchor="ls")
            self.masks[character] = numpy.asarray(image, numpy.float32) / 255
        return self.masks[character]

    def put(self, canvas, character, x, y, wide=1.0, high=1.0, slant=0.0):
        """Draws a glyph with its middle at a place of the canvas, stretched and slanted."""
        mask = self.mask(character)
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        left, top = int(numpy.floor(x - self.width / 2)), int(numpy.floor(y - self.height / 2))
        # From the place in the canvas's window to the place in the mask.
        ox, oy = x - left, y - top
        inverse = numpy.array([[1 / wide, slant / high, 0], [0, 1 / high, 0]])
        inverse[:, 2] = numpy.array([cx, cy]) - inverse[:, :2] @ numpy.array([ox, oy])
        drawn = cv2.warpAffine(mask, inverse, (self.width, self.height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + self.width, canvas.shape[1]), min(top + self.height, canvas.shape[0])
        if x1 > x0 and y1 > y0:
            part = canvas[y0:y1, x0:x1]
            numpy.maximum(part, drawn[y0 - top : y1 - top, x0 - left : x1 - left], out=part)


def weighted(mask, weight, blur):
    """A mask whose strokes are thinner (weight below 0) or bolder."""
    soft = cv2.GaussianBlur(mask, (0, 0), blur)
    return numpy.clip((soft - 0.5 + 0.22 * weight) / 0.5 + 0.5, 0, 1)


def clouds(random, shape, cell):
    """Smooth noise with unit deviation, its features about `cell` pixels wide."""
    small = random.normal(size=(shape[0] // cell + 3, shape[1] // cell + 3)).astype(numpy.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) / 0.7


def uneven(random, ink, cell, depth):
    """The ink with up to a part of it missing here and there."""
    return ink * (1 - depth * (0.5 + 0.5 * numpy.tanh(1.5 * clouds(random, ink.shape, cell))))


def paper(random, shape, scale):
    """Paper in grey with a pattern of fine lines; `scale` is the pixels of a zone's cell."""
    ground = random.uniform(165, 245)
    sheet = ground + clouds(random, shape, int(max(4, 3 * scale))) * random.uniform(2, 9)
    return sheet + lines(random, shape, scale) * ground


def lines(random, shape, scale):
    """Families of waving lines, as parts of the paper's brightness."""
    total = numpy.zeros(shape, numpy.float32)
    x, y = grid(shape)
    x, y = x / scale, y / scale
    for _ in range(random.integers(2, 4)):
        angle, period = random.uniform(0, math.pi), random.uniform(0.25, 1.2)
        along, across = turned(x, y, angle)
        depth, rate, start = random.uniform(0.1, 0.6), random.uniform(0.3, 1.5), random.uniform(0, 6)
        wave = across + depth * looked_up(SINE, along * (rate / (2 * math.pi)) + start / (2 * math.pi))
        total -= random.uniform(0.06, 0.18) * looked_up(LINE, wave / period)
    return total


def grid(shape):
    """The columns of a canvas's pixels as a row, and their rows as a column."""
    return numpy.arange(shape[1], dtype=numpy.float32)[None, :], numpy.arange(shape[0], dtype=numpy.float32)[:, None]


def turned(x, y, angle):
    """Places along a direction, and across it."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return x * cosine + y * sine, y * cosine - x * sine


# A sine, and the profile of a line and of the gap beside it, over one period.
STEPS = 4096
SINE = numpy.sin(numpy.arange(STEPS) * (2 * math.pi / STEPS)).astype(numpy.float32)
LINE = numpy.clip(SINE * 2 - 1, 0, 1)


def looked_up(table, periods):
    """The values of a table of one period; much faster than sines of millions of pixels."""
    return table[(periods * STEPS).astype(numpy.int32) & (STEPS - 1)]


def jpeg(image, quality):
    """The image after JPEG's losses."""
    coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
    return cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
