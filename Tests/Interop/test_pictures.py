"""Pictures of documents that others drew, read by `gatehouse document read`: barcodes of zint and pdf417gen, pictures of ImageMagick."""

import json
import random
import struct
import subprocess
import zlib

import pdf417gen
import pytest

from support.server import PROGRAM

LICENCE = (
    "@\n\x1e\rANSI 636020100101DL00310262DLDAQ00-000-0011\nDCSSPECIMEN\nDDEN\nDACRILEY\nDDFN\nDADSKY\nDDGN\nDCAR\nDCBNONE\nDCDNONE\n"
    "DBD06152024\nDBB06152003\nDBA06152029\nDBC1\nDAU073 in\nDAYBRO\nDAG8 FICTION DR\nDAINOWHERE\nDAJCO\nDAK800000000  \nDCFDOCREF0011\n"
    "DCGUSA\nDAW180\nDAZBRO\nDDAF\nDDB10302015\nDDJ06152024\nDDK1\nDDL1\n\r"
)  # fmt: skip


def read(*files):
    """What is read from files: the parts by name of each, or its error; and the exit status."""
    done = subprocess.run([PROGRAM, "document", "read", "--json", *map(str, files)], capture_output=True, text=True, timeout=120)
    outcomes = json.loads(done.stdout)
    return [outcome.get("error") or {part["part"]: part for part in outcome["parts"]} for outcome in outcomes], done.returncode


def fields(parts):
    return {field["name"]: field["value"] for field in parts["barcode"]["fields"]}


@pytest.fixture(scope="module")
def symbol(tmp_path_factory):
    """A licence's symbol, as zint draws it."""
    folder = tmp_path_factory.mktemp("documents")
    (folder / "licence.bin").write_bytes(LICENCE.encode())
    subprocess.run(
        ["zint", "-b", "PDF417", "--binary", "-i", folder / "licence.bin", "-o", folder / "zint.png", "--scale=2", "--rows=20", "-w", "10"],
        check=True,
    )  # fmt: skip
    return folder / "zint.png"


def test_zint(symbol):
    [parts], status = read(symbol)
    assert status == 0
    assert fields(parts)["lastName"].upper() == "SPECIMEN" and fields(parts)["birthDate"] == "2003-06-15"


def test_pdf417gen(tmp_path):
    codes = pdf417gen.encode(LICENCE, columns=10, security_level=5)
    pdf417gen.render_image(codes, scale=3, ratio=3, padding=20).save(tmp_path / "symbol.png")
    [parts], status = read(tmp_path / "symbol.png")
    assert status == 0 and fields(parts)["firstName"].upper() == "RILEY"


@pytest.mark.parametrize("change", [
    ["-rotate", "90"], ["-rotate", "180"], ["-rotate", "4", "-background", "white"], ["-resize", "75%"], ["-blur", "0x1.2"],
    ["+level", "30%,70%"], ["-colorspace", "sRGB", "-interlace", "JPEG"],
])  # fmt: skip
def test_imagemagick(symbol, tmp_path, change):
    picture = tmp_path / "changed.jpg"
    subprocess.run(["convert", symbol, "-bordercolor", "white", "-border", "40", *change, "-quality", "80", picture], check=True)
    [parts], status = read(picture)
    assert status == 0 and fields(parts)["lastName"].upper() == "SPECIMEN"


@pytest.mark.parametrize("kind", ["gif", "webp", "bmp", "tiff", "pdf"])
def test_other_kinds(symbol, tmp_path, kind):
    other = tmp_path / f"picture.{kind}"
    if subprocess.run(["convert", symbol, other], capture_output=True).returncode != 0:
        pytest.skip(f"ImageMagick writes no {kind} here")
    # The extension says nothing: the bytes do.
    disguised = tmp_path / "picture.jpg"
    disguised.write_bytes(other.read_bytes())
    [error], status = read(disguised)
    assert status != 0 and "isn't taken" in error


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, lines):
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def test_hostile(symbol, tmp_path):
    """Bombs and files that end anywhere: an answer for each, and the next one is read."""
    chance = random.Random(46)
    whole = symbol.read_bytes()
    bad = {
        "bomb": png(10_000, 10_000, bytes(10_000 * 1251)), "line": png(65_535, 1, bytes(8193)), "lies": png(5000, 5000, bytes(100)),
        "noise": chance.randbytes(100_000), "empty": b"",
    }  # fmt: skip
    bad |= {f"end{place}": whole[:place] for place in range(0, len(whole), 100)}
    files = []
    for name, data in bad.items():
        files.append(tmp_path / name)
        files[-1].write_bytes(data)
    outcomes, status = read(*files, symbol)
    assert status != 0
    assert all(isinstance(outcome, str) and len(outcome) > 20 for outcome in outcomes[:-1])
    assert fields(outcomes[-1])["lastName"].upper() == "SPECIMEN"


def test_largest(tmp_path):
    """The largest picture that is taken, stored progressively, so that it is decoded whole in memory."""
    picture = tmp_path / "large.jpg"
    subprocess.run(
        ["convert", "-size", "5000x4990", "plasma:", "-interlace", "JPEG", "-sampling-factor", "4:4:4", "-quality", "40", picture], check=True,
    )  # fmt: skip
    [parts], status = read(picture)
    assert status == 0 and parts["picture"]["found"].endswith("5000 × 4990 pixels")
