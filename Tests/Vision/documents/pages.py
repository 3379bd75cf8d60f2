"""Pages with a zone: paper, printed fields, a portrait of ellipses, and the zone's lines."""

from dataclasses import dataclass

import cv2
import numpy
from PIL import Image, ImageDraw, ImageFont

from . import ink, people, zones

WIDTH = 1600
PITCH = 2.54  # millimetres for a character (Doc 9303-3: ten to an inch)
TITLES = {"TD3": "PASSPORT", "MRV-A": "VISA", "MRV-B": "VISA", "LICENCE": "DRIVING LICENCE"}


@dataclass(frozen=True)
class Page:
    """A page as the camera sees it, with what it says; `boxes` are the middles of the zone's cells in pixels, line by line."""

    pixels: numpy.ndarray
    kind: str
    lines: list
    font: str
    boxes: numpy.ndarray


def zone_page(random, kind=None, font=None, wiped=0, lines=None, person=None):
    """A page of a kind, in a font and of a person, or of those that are drawn by lot; so many of the zone's cells lack their ink. It may have
    lines of the caller's, and is about another person then."""
    kind = kind or zones.kind(random)
    person = person or people.person(random)
    lines = lines or zones.zone(random, person, kind)
    wide, high = zones.PAGES[kind]
    scale = WIDTH / wide
    shape = (int(round(high * scale)), WIDTH)
    drawn = font or str(random.choice(["round", "unseen", "stretched", "sharp"], p=[0.75, 0.1, 0.1, 0.05]))
    mask, boxes = zone_mask(random, shape, scale, lines, drawn, wiped)
    sheet = ink.paper(random, shape, scale * PITCH)
    strength = 0.9 * random.uniform(0.4, 1)
    inked = ink.weighted(mask, random.uniform(-1, 1), 0.9)
    if random.random() < 0.3:
        inked = ink.uneven(random, inked, int(scale * PITCH * 2), 0.25)
    print_fields(random, sheet, scale, kind, person, boxes[0][0][1])
    portrait(random, sheet, scale, boxes[0][0][1] / scale - 12)
    sheet *= 1 - strength * inked
    return Page(numpy.clip(sheet, 0, 255).astype(numpy.uint8), kind, lines, drawn, boxes)


def zone_mask(random, shape, scale, lines, font, wiped):
    """The zone's strokes, drawn at twice the size and brought down, and the middles of its cells."""
    pitch = 2 * PITCH * scale
    glyphs = ink.Glyphs("round" if font == "stretched" else font, pitch)
    wide, high = (random.uniform(0.98, 1.02), random.uniform(0.98, 1.02)) if font == "stretched" else (1, 1)
    spacing, below = random.uniform(6.2, 6.5), random.uniform(5.5, 7.5)
    left = (shape[1] * 2 - len(lines[0]) * pitch) / 2 + random.uniform(-0.8, 0.8) * 2 * scale
    mask = numpy.zeros((shape[0] * 2, shape[1] * 2), numpy.float32)
    boxes = numpy.zeros((len(lines), len(lines[0]), 2))
    empty = set(random.choice(len(lines) * len(lines[0]), wiped, replace=False).tolist()) if wiped else set()
    for j, text in enumerate(lines):
        base = 2 * (shape[0] - below * scale - (len(lines) - 1 - j) * spacing * scale)
        for i, character in enumerate(text):
            x, y = left + (i + 0.5) * pitch, base - glyphs.capitals / 2
            if j * len(text) + i not in empty:
                glyphs.put(mask, character, x, y, wide, high)
            boxes[j, i] = x / 2 - 0.25, y / 2 - 0.25
    return cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), boxes


def print_fields(random, sheet, scale, kind, person, zone_top):
    """Heading, labels and values in a sans font, sometimes with a line just above the zone."""
    image = Image.new("L", (sheet.shape[1], sheet.shape[0]))
    draw = ImageDraw.Draw(image)
    bold = bool(random.random() < 0.5)
    label = ImageFont.truetype(str(ink.SANS / "DejaVuSans.ttf"), int(1.7 * scale))
    value = ImageFont.truetype(str(ink.SANS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")), int(2.6 * scale))
    draw.text((4 * scale, 3 * scale), f"{TITLES.get(kind, 'IDENTITY CARD')}  {person.country}", 255, font=value)
    fields = [
        ("Surname", person.family), ("Given names", person.given), ("Nationality", person.nationality),
        ("Date of birth", person.born.isoformat()), ("Sex", person.sex.replace("<", "X")), ("Date of expiry", person.expires.isoformat()),
    ]  # fmt: skip
    top, bottom = 8 * scale, zone_top - 7 * scale
    step = max((bottom - top) / len(fields), 3 * scale)
    for row, (name, text) in enumerate(fields):
        y = top + row * step
        if y + 5 * scale > zone_top - 3 * scale:
            break
        if step > 5 * scale:
            draw.text((34 * scale, y), name, 160, font=label)
        draw.text((34 * scale, y + 1.8 * scale), text, 255, font=value)
    if random.random() < 0.4:
        draw.text((4 * scale, zone_top - 5.5 * scale), f"{people.word(random)} {people.digits(random, 9)}", 200, font=label)
    sheet *= 1 - random.uniform(0.5, 0.9) * numpy.asarray(image, numpy.float32) / 255


def portrait(random, sheet, scale, high):
    """A face of ellipses, at most so many millimetres high."""
    x, y, w, h = (int(v * scale) for v in (5, 9, 24, min(26, high)))
    part = sheet[y : y + h, x : x + w]
    part[:] = random.uniform(150, 220)
    middle = (w // 2, int(h * 0.45))
    cv2.ellipse(part, (w // 2, h), (int(w * 0.45), int(h * 0.3)), 0, 180, 360, float(random.uniform(40, 120)), -1)
    cv2.ellipse(part, middle, (int(w * 0.26), int(h * 0.32)), 0, 0, 360, float(random.uniform(90, 200)), -1)
    cv2.ellipse(part, (w // 2, int(h * 0.25)), (int(w * 0.28), int(h * 0.15)), 0, 180, 360, float(random.uniform(20, 90)), -1)
    for side in (-1, 1):
        cv2.ellipse(part, (w // 2 + side * w // 10, int(h * 0.42)), (w // 26, h // 52), 0, 0, 360, 40.0, -1)
    cv2.ellipse(part, (w // 2, int(h * 0.6)), (w // 12, h // 60), 0, 0, 360, 60.0, -1)
