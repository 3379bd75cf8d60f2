"""Photographs of test documents by row and number: made from seeds, and kept as PNG files if there is a folder for them."""

import pickle
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy

from documents import camera, licences, pages

# The rows: what spoils the photographs, and what is special about the pages.
ZONES = {name: (spoiling, {}) for name, spoiling in camera.SPOILINGS.items()} | {
    "unseen font": (camera.SPOILINGS["clean"], {"font": "unseen"}),
    "a cell wiped out": (camera.SPOILINGS["clean"], {"wiped": 1}),
}
LICENCES = camera.SPOILINGS
HOPELESS = camera.HOPELESS


@dataclass(frozen=True)
class Shot:
    """A photograph as a PNG file, and what it says: the lines of a zone, or the payload of a symbol."""

    image: bytes
    truth: object
    kind: str
    font: str

    @property
    def pixels(self):
        return cv2.imdecode(numpy.frombuffer(self.image, numpy.uint8), cv2.IMREAD_GRAYSCALE)


def seeded(row, number, use):
    """A source of random numbers that depends on nothing but the row, the photograph's number and its use."""
    return numpy.random.default_rng([number, zlib.crc32(row.encode()), use])


def zone(row, number):
    """A photograph of a page with a zone."""
    spoiling, special = ZONES.get(row) or (HOPELESS[row], {})
    random = seeded(row, number, 0)
    page = pages.zone_page(random, **special)
    shot = camera.photograph(random, page.pixels, spoiling, page.boxes.reshape(-1, 2))
    return Shot(coded(shot.pixels), page.lines, page.kind, page.font)


def licence(row, number):
    """A photograph of a licence's side with the symbol."""
    random = seeded(row, number, 1)
    page = licences.licence_page(random)
    shot = camera.photograph(random, page.pixels, LICENCES.get(row) or HOPELESS[row], page.corners)
    return Shot(coded(shot.pixels), page.payload, "licence", "")


def coded(pixels):
    """A PNG file without compression and filter, which took a quarter of the time of all."""
    plain = [cv2.IMWRITE_PNG_COMPRESSION, 0, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    return cv2.imencode(".png", pixels, plain)[1].tobytes()


def kept(folder, make, row, number):
    """The photograph from the folder, or a new one, which is put there; without a folder, a new one."""
    if folder is None:
        return make(row, number)
    file = Path(folder) / f"{make.__name__}-{row.replace(' ', '-')}-{number}.pickle"
    if file.exists():
        return pickle.loads(file.read_bytes())
    shot = make(row, number)
    folder.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(pickle.dumps(shot))
    part.rename(file)
    return shot
