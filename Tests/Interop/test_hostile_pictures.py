"""Hostile pictures, read by `gatehouse document read`: each is refused with a sentence or cleaned, and what follows it is read.

The limits that are met are the program's own: 8 MiB, 25 megapixels, 10 s of the processor, 512 MiB. Nothing here measures time.
"""

import json
import os
import random
import subprocess
import sys
import zlib

import pytest

from support import pictures
from support.pictures import chunk, jpeg, pattern, plasma, png, segment
from support.server import PROGRAM

SIDE = 5000  # 25 megapixels
FINDER = ["         ", " ####### ", " #     # ", " # ### # ", " # ### # ", " # ### # ", " #     # ", " ####### ", "         "]
PDF417_START = "######## # # #   "
TOO_LONG = "took too long"


def read(folder, files):
    """What is read from files by their names: the parts of each, or its error."""
    paths = []
    for name, data in files.items():
        paths.append(folder / name)
        paths[-1].write_bytes(data)
    done = subprocess.run([PROGRAM, "document", "read", "--json", *paths], capture_output=True, text=True, timeout=550)
    outcomes = json.loads(done.stdout)
    return {name: outcome.get("error") or {part["part"]: part for part in outcome["parts"]} for name, outcome in zip(files, outcomes)}


def scanned(times):
    """A progressive JPEG file with its last scan so many times."""
    file = jpeg(plasma(64, 64), progressive=True)
    last = file.rindex(b"\xff\xda")
    return file[:last] + file[last:-2] * times + file[-2:]


def refused():
    """Files that are refused, by what the error says."""
    small, image = jpeg(plasma(64, 64)), png(64, 64, [b"\0" + bytes(8)])
    archive = b"PK\x05\x06" + bytes(18)
    svg = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    frames = chunk(b"acTL", bytes(8))
    return {
        "megapixels are taken": {
            "thin": pattern(781_250, 32, ["# ", " #"]), "bomb": png(10_000, 10_000, [bytes(1251)]), "wide-bomb": png(2**31 - 1, 1, [b""]), "lies": png(50_000, 50_000, [b""] * 3),
            "frame-bomb": jpeg(plasma(64, 64)).replace(b"\x08\x00\x40\x00\x40", b"\x08\xff\xff\xff\xff"),
        },
        "at least 32": {"line": png(65_535, 1, [bytes(8193)]), "column": png(1, 65_535, [bytes(2)])},
        "at most 8 MiB": {"heavy": small[:-2] + bytes(8 << 20) + small[-2:]},
        "is an animation": {"animated": png(64, 64, [bytes(9)], before=frames)},
        "neither grey nor RGB": {"cmyk": jpeg(plasma(64, 64).convert("CMYK")), "deep": small.replace(b"\x08\x00\x40", b"\x0c\x00\x40")},
        "at once": {
            "jpeg-zip": small + archive, "png-zip": image + archive, "jpeg-pdf": jpeg(plasma(64, 64), segment(0xFE, b"%PDF-1.7\n")),
            "png-pdf": png(64, 64, [bytes(9)], before=chunk(b"tEXt", b"a\0%PDF-1.7")), "png-tail": image + b"\0", "jpeg-program": small + b"\x7fELF",
            "jpeg-script": small + b"#!/bin/sh\n", "jpeg-markup": small + svg,
        },
        "isn't taken": {"svg.jpg": svg, "page.png": b"<!doctype html><script>alert(1)</script>", "film.jpg": b"\0\0\0\x18ftypisom" + bytes(64)},
        "damaged": {
            "empty-png": pictures.SIGNATURE, "empty-jpeg": b"\xff\xd8\xff", "no-pixels": png(64, 64, []), "few-pixels": png(5000, 5000, [b""]),
            "palette-missing": png(64, 64, [bytes(65)], bits=8, colours=3), "crc": image[:-20] + b"?" + image[-19:],
            "two-frames": small[:-2] + small[2:],
        },
        "no image of a known kind": {"empty": b"", "noise": random.Random(1).randbytes(100_000), "zeros": bytes(1000)},
    }  # fmt: skip


@pytest.mark.parametrize(("words", "files"), [pytest.param(words, files, id=words) for words, files in refused().items()])
def test_refused(tmp_path, words, files):
    outcomes = read(tmp_path, files)
    assert {name: outcome for name, outcome in outcomes.items() if not isinstance(outcome, str) or words not in outcome} == {}


def test_too_many_passes(tmp_path):
    """Passes without end: by their number, or since a pass that says nothing new contradicts the others."""
    outcomes = read(tmp_path, {f"passes{times}": scanned(times) for times in (2, 90, 120, 5000)})
    assert all(isinstance(outcome, str) and ("passes" in outcome or "damaged" in outcome) for outcome in outcomes.values())


def test_cleaned(tmp_path):
    """What isn't pixels is passed over, however large it is or would become."""
    bomb = zlib.compress(bytes(256 << 20), 9)
    exif = segment(0xE1, b"Exif\0\0MM\0*" + b"\xff" * 65_000)
    loop = segment(0xE1, b"Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0")
    files = {
        "icc-bomb": png(64, 64, [bytes(9)], before=chunk(b"iCCP", b"a\0\0" + bomb)),
        "text-bomb": png(64, 64, [bytes(9)], before=chunk(b"zTXt", b"a\0\0" + bomb)),
        "many-chunks": png(64, 64, [bytes(9)], before=chunk(b"tEXt", b"a\0b") * 100_000),
        "large-icc": png(64, 64, [bytes(9)], before=chunk(b"iCCP", b"a\0\0" + random.Random(2).randbytes(7 << 20))),
        "exif": jpeg(plasma(64, 64), exif * 100),
        "exif-loop": jpeg(plasma(64, 64), loop),
        "icc-jpeg": jpeg(plasma(64, 64), segment(0xE2, b"ICC_PROFILE\0\x01\xff" + bytes(65_000)) * 100),
        "deep": png(64, 64, [bytes(1 + 64 * 6)], bits=16, colours=pictures.RGB),
        "phone": jpeg(plasma(64, 64)) + b"\0\0\0\x18ftypmp42" + bytes(1000),
    }
    outcomes = read(tmp_path, files)
    assert {name: outcome for name, outcome in outcomes.items() if "picture" not in outcome} == {}


@pytest.mark.parametrize("kind", ["jpeg", "progressive", "png"])
def test_truncated(tmp_path, kind):
    """A file that ends at any kilobyte is damaged, and the whole one is read."""
    chance = random.Random(46)
    picture = plasma(300, 300).effect_spread(40)
    whole = {
        "jpeg": lambda: jpeg(picture, quality=95), "progressive": lambda: jpeg(picture, quality=95, progressive=True),
        "png": lambda: png(300, 300, [b"\0" + chance.randbytes(300) for _ in range(300)], bits=8),
    }[kind]()  # fmt: skip
    assert len(whole) > 20 << 10
    # With the mark of its end, too: the header looks whole then.
    ends = {"": b"", "-ended": {"png": chunk(b"IEND", b"")}.get(kind, b"\xff\xd9")}
    files = {f"end{place}{name}": whole[:place] + end for place in range(1024, len(whole) - 100, 1024) for name, end in ends.items()}
    outcomes = read(tmp_path, files | {"whole": whole})
    assert "picture" in outcomes.pop("whole")
    assert {name: outcome for name, outcome in outcomes.items() if not isinstance(outcome, str) or "damaged" not in outcome} == {}


def worst():
    """Pictures that cost readers most: whole in bounds, small as files."""
    chance = random.Random(46)
    letters = ["".join(chance.choice("# ") for _ in range(5)) + " " for _ in range(7)] + ["      "]
    text = ["".join(row) for row in zip(*[["".join(chance.choice("# ") for _ in range(5)) + " " for _ in range(7)] + ["      "] for _ in range(60)])]
    return {
        "noise": pattern(SIDE, SIDE, pictures.noise(chance, 601, 48)),
        "coarse-noise": pattern(SIDE, SIDE, pictures.noise(chance, 301, 24), scale=2),
        "lines": pattern(SIDE, SIDE, ["#"] * 3 + [" "] * 3),
        "bars": pattern(SIDE, SIDE, ["###   "]),
        "checks": pattern(SIDE, SIDE, ["# ", " #"], scale=8),
        "dots": pattern(SIDE, SIDE, ["    ", " #  ", "    ", "    "]),
        "finders": pattern(1632, 1224, FINDER, scale=2),
        "many-finders": pattern(SIDE, SIDE, FINDER, scale=3),
        "symbol-starts": pattern(1632, 1224, [PDF417_START + row for row in pictures.noise(chance, 34, 24)], scale=2),
        "letters": pattern(2000, 2000, letters, scale=3),
        "text": pattern(2000, 2000, text, scale=3),
        "wide": pattern(65_535, 381, pictures.noise(chance, 601, 48)),
        "tall": pattern(381, 65_535, pictures.noise(chance, 601, 48)),
        "white": pattern(SIDE, SIDE, [" "]),
    }  # fmt: skip


def test_worst(tmp_path):
    """Each is read, or refused since it took too long; the processes that were ended are replaced, and what comes last is read."""
    outcomes = read(tmp_path, worst() | {"last": jpeg(plasma(300, 300))})
    assert "picture" in outcomes["last"]
    assert {name: outcome for name, outcome in outcomes.items() if "picture" not in outcome and TOO_LONG not in outcome} == {}
    assert any(TOO_LONG in outcome for outcome in outcomes.values() if isinstance(outcome, str)), "none reached the limit"


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process that ended is in KiB on Linux")
def test_memory(tmp_path):
    """The memory of the program that asks doesn't grow with the pictures that it has read: neither with large ones nor with refused ones."""
    heavy = jpeg(plasma(64, 64), segment(0xE2, bytes(65_000)) * 120)
    assert (7 << 20) < len(heavy) < (8 << 20)
    few, many = (peak(tmp_path, [heavy, heavy[:-2]] * count) for count in (4, 24))
    assert many - few < 32 << 10, f"{few} KiB for few, {many} KiB for many"


def peak(folder, files):
    """The most memory that the program had, in KiB."""
    paths = []
    for number, data in enumerate(files):
        paths.append(folder / f"{number}.jpg")
        paths[-1].write_bytes(data)
    process = subprocess.Popen([PROGRAM, "document", "read", "--json", *paths], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss
