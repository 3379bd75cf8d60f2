"""Draws the documents of invented people in examples/documents, by which a demonstration can be verified: python Tests/Vision/examples.py

The files follow from the seeds alone. They are drawn at the size of a photograph and kept small.
"""

from datetime import date
from pathlib import Path

import cv2
import numpy

from documents import ink, licences, pages, people

FOLDER = Path(__file__).parent.parent.parent / "examples/documents"
# The demonstration's user, and a person whose licence has expired.
DEMO = people.Person("USER", "DEMO", "F", date(1990, 4, 12), date(2033, 6, 30), "USA", "USA")
OTHER = people.Person("EXAMPLE", "ALEX", "M", date(1984, 9, 3), date(2024, 2, 28), "USA", "USA")


def front(random, person):
    """The front of a licence: fields and a portrait of ellipses."""
    scale = pages.WIDTH / licences.SIZE[0]
    sheet = ink.paper(random, (int(round(licences.SIZE[1] * scale)), pages.WIDTH), scale * pages.PITCH)
    pages.print_fields(random, sheet, scale, "LICENCE", person, sheet.shape[0] - 1)
    pages.portrait(random, sheet, scale, 40)
    return numpy.clip(sheet, 0, 255).astype(numpy.uint8)


def write(name, pixels, width):
    small = cv2.resize(pixels, (width, pixels.shape[0] * width // pixels.shape[1]), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(FOLDER / name), small, [cv2.IMWRITE_JPEG_QUALITY, 80])


def main():
    FOLDER.mkdir(exist_ok=True)
    for seed, (name, person) in enumerate([("license", DEMO), ("expired-license", OTHER)]):
        random = numpy.random.default_rng([seed, 1])
        write(f"{name}-front.jpg", front(random, person), 800)
        write(f"{name}-back.jpg", licences.licence_page(random, person).pixels, 1200)
    write("passport.jpg", pages.zone_page(numpy.random.default_rng([2, 1]), "TD3", "round", person=DEMO).pixels, 1200)


if __name__ == "__main__":
    main()
