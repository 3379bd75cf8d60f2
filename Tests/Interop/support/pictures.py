"""Files of pictures made byte by byte: PNG files of patterns, and parts of PNG and JPEG files."""

import io
import itertools
import struct
import zlib

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB = 0, 2


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, lines, bits=1, colours=GREY, before=b""):
    """A PNG file whose lines, each with its filter's byte, repeat to the height; with other chunks before its pixels."""
    head = struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0)
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(line) for line in itertools.islice(itertools.cycle(lines), height)) + packer.flush()
    return SIGNATURE + chunk(b"IHDR", head) + before + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def pattern(width, height, tile, scale=1):
    """A PNG file of black and white cells, strings of `#` and blanks, repeated all over; a cell has so many pixels a side."""
    bits = ["".join(("0" if cell == "#" else "1") * scale for cell in row) for row in tile]
    lines = []
    for row in bits:
        text = (row * (width // len(row) + 1))[:width].ljust((width + 7) // 8 * 8, "0")
        lines += [b"\0" + int(text, 2).to_bytes(len(text) // 8, "big")] * scale
    return png(width, height, lines)


def noise(chance, width, height):
    """A tile of noise for `pattern`."""
    return ["".join(chance.choice("# ") for _ in range(width)) for _ in range(height)]


def segment(marker, data):
    """A segment of a JPEG file."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg(picture, segments=b"", **options):
    """A JPEG file of a picture, with segments behind its beginning."""
    file = io.BytesIO()
    picture.save(file, "JPEG", **options)
    return file.getvalue()[:2] + segments + file.getvalue()[2:]


def plasma(width, height):
    """A picture with content everywhere, the same each time."""
    return Image.radial_gradient("L").resize((width, height)).convert("RGB")
