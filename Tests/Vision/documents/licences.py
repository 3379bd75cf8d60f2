"""Driving licences with a PDF417 symbol: payloads of AAMVA's card design standard, written independently of the package's own formatter."""

from dataclasses import dataclass

import cv2
import numpy
import zxingcpp
from PIL import Image, ImageDraw, ImageFont

from . import ink, pages, people

SIZE = (85.6, 54.0)
# Jurisdictions with their issuer identification numbers.
ISSUERS = {"AZ": 636026, "CA": 636014, "CO": 636020, "FL": 636010, "MN": 636038, "NY": 636001, "OH": 636023, "VA": 636000, "WA": 636045}
EYES = "BLK BLU BRO GRN GRY HAZ".split()


@dataclass(frozen=True)
class Licence:
    """The side of a licence with the symbol, as the camera sees it; `corners` are the symbol's in pixels."""

    pixels: numpy.ndarray
    payload: bytes
    corners: numpy.ndarray


def payload(random, person=None):
    """A payload of version 08, 09 or 10, of a person or of one by lot."""
    person = person or people.person(random)
    state = str(random.choice(list(ISSUERS)))
    given = person.given.split(" ")
    us = "%m%d%Y"
    elements = {
        "DAQ": people.number(random),
        "DCS": person.family,
        "DDE": "N",
        "DAC": given[0],
        "DDF": "N",
        "DAD": given[1] if len(given) > 1 else "NONE",
        "DDG": "N",
        "DCA": "D",
        "DCB": "NONE",
        "DCD": "NONE",
        "DBD": person.expires.replace(year=person.expires.year - 8, day=min(person.expires.day, 28)).strftime(us),
        "DBB": person.born.strftime(us),
        "DBA": person.expires.strftime(us),
        "DBC": {"M": "1", "F": "2"}.get(person.sex, "9"),
        "DAU": f"{random.integers(58, 80):03} in",
        "DAY": str(random.choice(EYES)),
        "DAG": f"{random.integers(1, 900)} {people.word(random)} ST",
        "DAI": people.word(random),
        "DAJ": state,
        "DAK": f"{random.integers(10000, 99999)}0000  ",
        "DCF": people.mixed(random, 12),
        "DCG": "USA",
    }
    version = int(random.choice([8, 9, 10]))
    body = "DL" + "".join(f"{name}{value}\n" for name, value in elements.items()) + "\r"
    header = f"@\n\x1e\rANSI {ISSUERS[state]}{version:02}0001DL0031{len(body):04}"
    return (header + body).encode("latin-1")


def licence_page(random, person=None):
    """A card with its symbol, some text and, in three of ten, uneven ink; of a person or of one by lot."""
    content = payload(random, person)
    scale = pages.WIDTH / SIZE[0]
    shape = (int(round(SIZE[1] * scale)), pages.WIDTH)
    sheet = ink.paper(random, shape, scale * pages.PITCH)
    symbol = modules(content)
    wide = random.uniform(70, 78)
    module = wide * scale / symbol.shape[1]
    high = int(round(symbol.shape[0] * module))
    drawn = cv2.resize(symbol, (int(round(wide * scale)), high), interpolation=cv2.INTER_AREA)
    left, top = int((shape[1] - drawn.shape[1]) / 2), int(min(random.uniform(8, 14) * scale, shape[0] - high - 3 * scale))
    part = sheet[top : top + high, left : left + drawn.shape[1]]
    # Issuers print the symbol on a plain field.
    quiet = int(2.5 * module)
    sheet[top - quiet : top + high + quiet, left - quiet : left + drawn.shape[1] + quiet] = random.uniform(200, 250)
    covered = ink.uneven(random, drawn, int(6 * scale), 0.25) if random.random() < 0.3 else drawn
    part *= 1 - 0.9 * random.uniform(0.6, 1) * covered
    text(random, sheet, scale, top + high + 3 * scale)
    x0, y0, x1, y1 = left, top, left + drawn.shape[1], top + high
    corners = numpy.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    return Licence(numpy.clip(sheet, 0, 255).astype(numpy.uint8), content, corners)


def modules(content):
    """The symbol's modules, dark ones 1, at 16 pixels each."""
    barcode = zxingcpp.create_barcode(content, zxingcpp.BarcodeFormat.PDF417, ec_level="40%")
    image = numpy.array(barcode.to_image(scale=1, add_quiet_zones=False))
    dark = (image < 128).astype(numpy.float32)
    return cv2.resize(dark, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)


def text(random, sheet, scale, top):
    """Some lines below the symbol."""
    image = Image.new("L", (sheet.shape[1], sheet.shape[0]))
    font = ImageFont.truetype(str(ink.SANS / "DejaVuSans.ttf"), int(2 * scale))
    for row in range(3):
        ImageDraw.Draw(image).text((6 * scale, top + row * 3 * scale), f"{people.word(random)} {people.digits(random, 6)}", 255, font=font)
    sheet *= 1 - 0.7 * numpy.asarray(image, numpy.float32) / 255
