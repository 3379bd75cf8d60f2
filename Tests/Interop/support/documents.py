"""A driving licence that is drawn with the symbol of the vectors, as a photograph and as a camera's film. The person is invented."""

import io

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from support.server import REPOSITORY

SYMBOL = REPOSITORY / "Tests/Support/TestVectors/Files/vision/licence.png"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIZE = (1280, 960)


def licence(symbol=True):
    """A photograph of a side of the card on a table: the back, which has the symbol, or the front."""
    table = Image.new("RGB", SIZE, (62, 52, 44))
    card = Image.new("RGB", (1180, 744), (228, 233, 226))
    draw = ImageDraw.Draw(card)
    large, small = (ImageFont.truetype(FONT, size) for size in (44, 28))
    draw.text((40, 30), "STATE OF FICTION", (30, 50, 90), large)
    for row, text in enumerate(("DRIVER LICENSE", "SPECIMEN, RILEY", "4d Q00-000-0000", "CLASS D   REST NONE", "1 INVENTED STREET")):
        draw.text((40, (420 if symbol else 140) + row * 52), text, (40, 40, 40), small)
    if symbol:
        code = Image.open(SYMBOL).convert("RGB")
        card.paste(code, ((1180 - code.width) // 2, 130))
    table.paste(card, ((SIZE[0] - 1180) // 2, (SIZE[1] - 744) // 2))
    return table.filter(ImageFilter.GaussianBlur(0.6))


def photograph(path, symbol=True):
    """Writes a photograph; returns its path, as a browser's field for files takes it."""
    licence(symbol).save(path, "JPEG", quality=92)
    return str(path)


def film(path):
    """Writes the film of a camera that looks at the back: JPEG files one after the other, as Chromium's fake camera plays them."""
    frame = io.BytesIO()
    licence().save(frame, "JPEG", quality=95)
    path.write_bytes(frame.getvalue() * 8)
    return str(path)
