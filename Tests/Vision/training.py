"""Cells to train the zone reader's network with: lines of random characters, printed and photographed by rules."""

import math

import cv2
import numpy

from documents import ink
from documents.zones import ALPHABET

CELL = 20  # pixels of a cell as the network sees it
WINDOW = (20, 28)
FINE = 40  # pixels of a cell as it is printed
LENGTH = 24
MARGIN = 3  # cells beside the line
NOTHING = 37  # the class of a window without a character, or with halves of two
FONTS = ["round", "round", "sharp"]
PHOTOGRAPHS = 2  # of each printed line


def cells(random, lines):
    """Windows (n, 560) and classes of so many printed lines."""
    glyphs = {font: ink.Glyphs(font, FINE) for font in FONTS}
    windows, classes = [], []
    for number in range(lines):
        text = line_text(random)
        sheet = printed_line(random, text, glyphs[FONTS[number % len(FONTS)]])
        for _ in range(PHOTOGRAPHS):
            cut(random, taken(random, beyond(random, lit(random, sheet))), text, windows, classes)
    return numpy.array(windows), numpy.array(classes, numpy.int32)


def line_text(random):
    """Characters as numbers: many fillers in two lines of five, and some blanks."""
    text = random.integers(0, 37, LENGTH)
    if random.random() < 0.4:
        text[random.random(LENGTH) < 0.5] = ALPHABET.index("<")
    text[random.random(LENGTH) < 0.05] = NOTHING
    return text


def printed_line(random, text, glyphs):
    """A line on paper at `FINE` pixels a cell. Its ink is often little darker than the paper's pattern, which crosses it: such cells are those
    that are misread."""
    shape = (int(3.2 * FINE), (LENGTH + 2 * MARGIN) * FINE)
    mask = bent(random, printed(random, text, glyphs, shape))
    inked = ink.weighted(mask, random.uniform(-1.2, 1.2), 1.1)
    if random.random() < 0.3:
        inked = ink.uneven(random, inked, 2 * FINE, random.uniform(0.2, 0.6))
    strength = 0.9 * (0.3 + 0.7 * random.random() ** 1.5)
    return crossed(random, shape) * (1 - strength * inked)


def crossed(random, shape):
    """Paper, half of it with twice as many lines as documents have: a letter that several of them cross is what must be learned, or doubted."""
    sheet = ink.paper(random, shape, FINE)
    if random.random() < 0.5:
        sheet += ink.lines(random, shape, FINE) * random.uniform(165, 245)
    return sheet


def lit(random, sheet):
    """The sheet, in one of four with light over ink and paper alike, which leaves little contrast."""
    if random.random() >= 0.25:
        return sheet
    white = random.uniform(230, 255)
    return white - (white - sheet) * random.uniform(0.15, 0.6)


def printed(random, text, glyphs, shape):
    """The strokes, each glyph with faults of its own within the line's."""
    mask = numpy.zeros(shape, numpy.float32)
    wide, high, slant = random.normal(1, 0.03), random.normal(1, 0.02), random.normal(0, 0.035)
    for i, number in enumerate(text):
        if number == NOTHING:
            continue
        x = (MARGIN + i + 0.5 + random.normal(0, 0.04)) * FINE
        y = shape[0] / 2 + random.normal(0, 0.02) * FINE
        glyphs.put(mask, ALPHABET[number], x, y, wide * random.normal(1, 0.045), high * random.normal(1, 0.025), slant)
    return mask


def bent(random, mask):
    """The strokes, bent a little here and there: no two drawings of a font are the same."""
    x, y = ink.grid(mask.shape)
    dx, dy = (ink.clouds(random, mask.shape, FINE // 3) * (random.uniform(0, 0.022) * FINE) for _ in range(2))
    return cv2.remap(mask, (x + dx).astype(numpy.float32), (y + dy).astype(numpy.float32), cv2.INTER_LINEAR)


def beyond(random, sheet):
    """The sheet with its edge beside the line, and a table, a frame or shadow beyond it."""
    x, y = ink.grid(sheet.shape)
    for side in (0, 1):
        if random.random() < 0.5:
            continue
        edge = random.uniform(0.05, 2.5) * FINE
        edge = MARGIN * FINE - edge if side == 0 else sheet.shape[1] - MARGIN * FINE + edge
        bent = edge + (y - sheet.shape[0] / 2) * random.normal(0, 0.06)
        angle, period = random.uniform(0, math.pi), random.uniform(0.2, 2) * FINE
        stripes = ink.looked_up(ink.SINE, ink.turned(x, y, angle)[0] / period) * random.uniform(0, 25)
        ground = random.uniform(10, 230) + stripes + random.normal() * 6
        out = numpy.clip((bent - x) * (1 if side == 0 else -1) + 0.5, 0, 1)
        if random.random() < 0.25:  # a ruled line instead of an end
            out = out * numpy.clip(random.uniform(2, 7) - numpy.abs(x - bent), 0, 1)
        sheet = sheet * (1 - out) + ground * out
    return sheet


def taken(random, sheet):
    """The sheet as a camera gives it at some size, brought to the network's size."""
    pitch = random.uniform(12.5, 18) if random.random() < 0.3 else random.uniform(12.5, 40)
    size = (int(round(sheet.shape[1] * pitch / FINE)), int(round(sheet.shape[0] * pitch / FINE)))
    shot = cv2.resize(sheet.astype(numpy.float32), size, interpolation=cv2.INTER_AREA)
    blur = random.uniform(0.3, 1.6) if random.random() < 0.7 else 0.5
    shot = cv2.GaussianBlur(shot, (0, 0), blur * (0.8 if pitch < 18 else 1))
    shot += random.normal(size=shot.shape).astype(numpy.float32) * (random.uniform(1, 20) if random.random() < 0.6 else 2)
    shot = numpy.clip(shot, 0, 255).astype(numpy.uint8)
    if random.random() < 0.4:
        shot = ink.jpeg(shot, random.integers(35, 86))
    shear, turn, high = random.normal(0, 0.035), random.normal(0, 0.012), random.uniform(0.97, 1.03)
    twice = 2 if pitch > 26 else 1
    wide, tall = (LENGTH + 2 * MARGIN) * CELL * twice, 50 * twice
    step = size[0] / wide
    matrix = numpy.array([[step, -shear * step, 0], [turn * step, high * step, 0]])
    matrix[:, 2] = numpy.array([(size[0] - 1) / 2, (size[1] - 1) / 2]) - matrix[:, :2] @ numpy.array([(wide - 1) / 2, (tall - 1) / 2])
    line = cv2.warpAffine(
        shot.astype(numpy.float32), matrix, (wide, tall), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    if twice == 2:
        line = cv2.resize(line, (wide // 2, tall // 2), interpolation=cv2.INTER_AREA)
    return ink_of(line, 25, 0.8, 6)


def ink_of(image, closing, before, after):
    """The part of the background's light that is missing, by a background that strokes don't reach."""
    smooth = cv2.GaussianBlur(image, (0, 0), before, borderType=cv2.BORDER_REPLICATE)
    ground = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, numpy.ones((closing, closing), numpy.uint8))
    ground = cv2.GaussianBlur(ground, (0, 0), after, borderType=cv2.BORDER_REPLICATE)
    return 1 - image / numpy.maximum(ground, 1)


def cut(random, image, text, windows, classes):
    """Adds the windows of a line: its cells, some places between two cells, and the cells beside the line."""

    def add(place, dx, dy, number):
        centre = (CELL * (MARGIN + place + 0.5) - 0.5 + dx, image.shape[0] / 2 - 0.5 + dy)
        windows.append(normal(cv2.getRectSubPix(image, WINDOW, centre)))
        classes.append(number)

    for i, number in enumerate(text):
        far = 4 if number == NOTHING else 0
        add(i, random.normal(0, 0.5) + random.uniform(-far, far), random.normal(0, 0.6), number)
        if random.random() < 1 / 12:
            add(i, CELL / 2 + random.uniform(-1.5, 1.5), random.normal(0, 0.6), NOTHING)
    for i in (-2, -1, LENGTH, LENGTH + 1):
        if random.random() < 0.5:
            add(i, random.uniform(-2, 2), random.normal(0, 0.6), NOTHING)


def normal(window):
    """A window without its mean, of length about one."""
    flat = window.ravel() - window.mean()
    return (flat / numpy.sqrt(flat @ flat + 0.05)).astype(numpy.float16)
