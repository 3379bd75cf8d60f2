"""Pictures made of photographs of persons: documents, selfies, and selfies that show a picture instead of a person."""

import sys
from pathlib import Path

import cv2
import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Vision"))

from documents import camera, pages  # noqa: E402

# A phone's picture, upright.
WIDTH, HEIGHT = 960, 1280
FOCAL = 1.15 * HEIGHT


# Documents.


def document(seed, pixels, face, spoiling, grey):
    """A page with this portrait, photographed; the same seed gives the same page and camera."""

    def shot(channel):
        random = numpy.random.default_rng(seed)
        page = pages.zone_page(random, kind="TD3")
        sheet = page.pixels.copy()
        place_portrait(sheet, channel)
        corners = numpy.array([[0.0, 0.0], [sheet.shape[1], sheet.shape[0]]])
        return camera.photograph(random, sheet, camera.SPOILINGS[spoiling], corners).pixels

    portrait = head(pixels, face)
    if grey:
        return cv2.cvtColor(shot(cv2.cvtColor(portrait, cv2.COLOR_BGR2GRAY)), cv2.COLOR_GRAY2BGR)
    return numpy.dstack([shot(portrait[:, :, channel]) for channel in range(3)])


def head(pixels, face):
    """Head and shoulders, as documents show them."""
    left, top, width, height = face
    x0, x1 = max(0, int(left - 0.6 * width)), min(pixels.shape[1], int(left + 1.6 * width))
    y0, y1 = max(0, int(top - 0.8 * height)), min(pixels.shape[0], int(top + 1.5 * height))
    return pixels[y0:y1, x0:x1]


def place_portrait(sheet, channel):
    """The portrait where the generator's pages have theirs, as large as fits into 35 by 38 mm."""
    scale = pages.WIDTH / 125
    factor = min(35 * scale / channel.shape[1], 38 * scale / channel.shape[0])
    small = resized(channel, factor)
    x, y = int(5 * scale), int(9 * scale)
    sheet[y : y + small.shape[0], x : x + small.shape[1]] = small


# Selfies.


def selfie(random, pixels):
    """The photograph as another camera might have taken it: turned, smaller, in other light, with blur, noise and losses."""
    pixels = sized(pixels, random.uniform(700, 1600))
    high, wide = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), random.uniform(-8, 8), 1)
    pixels = cv2.warpAffine(pixels, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE).astype(numpy.float32)
    pixels = numpy.clip(pixels * random.uniform(0.9, 1.1, 3).astype(numpy.float32), 0, 255)
    return taken(random, 255 * (pixels / 255) ** random.uniform(0.75, 1.3), (0.3, 1.4), (1, 8), (60, 95))


def before_rectangle(random, pixels, face):
    """A selfie in front of a window, a screen or a picture frame, of which head and shoulders hide a part."""
    pixels = pixels.astype(numpy.float32)
    high, wide = pixels.shape[:2]
    left, top, width, height = face
    x, y = left + width / 2, top + height / 2
    person = numpy.zeros((high, wide), numpy.uint8)
    cv2.ellipse(person, (int(x), int(y - 0.1 * width)), (int(0.72 * width), int(width)), 0, 0, 360, 1, -1)
    shoulders = [(x - width / 2, y + width / 2), (x + width / 2, y + width / 2), (x + 1.7 * width, y + 1.5 * width)]
    shoulders += [(x + 1.9 * width, 2 * high), (x - 1.9 * width, 2 * high), (x - 1.7 * width, y + 1.5 * width)]
    cv2.fillPoly(person, [numpy.array(shoulders, numpy.int32)], 1)
    first = (int(max(2, x - width * random.uniform(0.8, 3))), int(max(2, y - width * random.uniform(0.8, 2.5))))
    second = (int(min(wide - 3, x + width * random.uniform(0.8, 3))), int(min(high - 3, y + width * random.uniform(0.6, 3))))
    rectangle = numpy.zeros((high, wide), numpy.uint8)
    cv2.rectangle(rectangle, first, second, 1, -1 if random.random() < 0.5 else max(2, int(0.08 * width)))
    pixels[(rectangle == 1) & (person == 0)] = random.uniform(20, 235, 3)
    return taken(random, pixels)


# Pictures of pictures.


def printed(random, pixels):
    """A print, with or without a white border, held into the picture."""
    sheet = bordered(sized(pixels, 900), int(random.uniform(0, 60)) if random.random() < 0.6 else 0, 240)
    return taken(random, projected(random, sheet, random.uniform(0.6, 0.92)))


def displayed(random, pixels):
    """A phone that shows the photograph, held into the picture."""
    screen = lit(pixels, random.uniform(350, 800))
    screen = bordered(screen, int(random.uniform(0.01, 0.05) * max(screen.shape)), 12)
    return taken(random, projected(random, screen, random.uniform(0.6, 0.92)))


def carded(random, pixels, face, seed):
    """A document, held into the picture."""
    page = document(seed, pixels, face, "clean", False)
    return taken(random, projected(random, page[60:-60, 60:-60].astype(numpy.float32), random.uniform(0.75, 0.95)))


def displayed_close(random, pixels):
    """A screen so close that its border is out of the picture; a pixel of it is 1.3 to 4 of the camera's."""
    return taken(random, projected(random, lit(pixels, 1.15 * HEIGHT / random.uniform(1.3, 4)), 1.15, close=True))


def halftoned_close(random, pixels):
    """A print in dots of 3 to 8 of the camera's pixels, so close that its border is out of the picture."""
    cell = 8
    pixels = sized(pixels, 1.15 * HEIGHT / random.uniform(3, 8) * cell).astype(numpy.float32)
    y, x = numpy.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]].astype(numpy.float32) * (2 * numpy.pi / cell)
    dots = numpy.empty_like(pixels)
    for channel, degrees in enumerate((0, 15, 75)):
        angle = numpy.radians(degrees)
        waves = numpy.cos(x * numpy.cos(angle) + y * numpy.sin(angle)) + numpy.cos(y * numpy.cos(angle) - x * numpy.sin(angle))
        dots[:, :, channel] = numpy.where(pixels[:, :, channel] > (waves + 2) / 4 * 255, 240, 15)
    return taken(random, projected(random, dots, 1.15, close=True))


def printed_close(random, pixels):
    """A print without visible dots, so close that its border is out of the picture: nothing tells it from a person."""
    return taken(random, projected(random, sized(pixels, 1300).astype(numpy.float32), 1.15, close=True))


def lit(pixels, high):
    """A screen of so many pixels' height, each 6 samples wide: stripes of red, green and blue with gaps."""
    pixels = sized(pixels, high).astype(numpy.float32)
    mask = numpy.zeros((6, 6, 3), numpy.float32)
    for channel in range(3):
        mask[:5, (2 - channel) * 2 : (3 - channel) * 2, channel] = 1
    large = numpy.repeat(numpy.repeat(pixels, 6, 0), 6, 1)
    return large * numpy.tile(mask / mask.mean((0, 1)), (*pixels.shape[:2], 1))


# Cameras.


def projected(random, sheet, fill, close=False):
    """A flat thing before a room, or so close that it fills the picture."""
    high, wide = sheet.shape[:2]
    tilt, turn, offset = (5, 5, 0.01) if close else (14, 12, 0.06)
    axis = random.uniform(0, 2 * numpy.pi)
    vector = numpy.array([numpy.cos(axis), numpy.sin(axis), 0]) * numpy.radians(random.uniform(0, tilt))
    rotation = cv2.Rodrigues(vector)[0] @ cv2.Rodrigues(numpy.array([0, 0, numpy.radians(random.uniform(-turn, turn))]))[0]
    size = min(wide / WIDTH, high / HEIGHT) if close else max(wide / WIDTH, high / HEIGHT)
    middle = (WIDTH / 2 + random.uniform(-offset, offset) * WIDTH, HEIGHT / 2 + random.uniform(-offset, offset) * HEIGHT)
    lens = numpy.array([[FOCAL, 0, middle[0]], [0, FOCAL, middle[1]], [0, 0, 1]])
    centred = numpy.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
    matrix = lens @ numpy.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, FOCAL * size / fill]]) @ centred
    twice = numpy.diag([2, 2, 1.0]) @ matrix
    shot = cv2.warpPerspective(sheet.astype(numpy.float32), twice, (2 * WIDTH, 2 * HEIGHT))
    inside = cv2.warpPerspective(numpy.ones((high, wide), numpy.float32), twice, (2 * WIDTH, 2 * HEIGHT))
    shot, inside = (cv2.resize(each, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for each in (shot, inside))
    return shot + room(random) * (1 - inside[:, :, None])


def room(random):
    """A wall with furniture of rectangles, out of focus."""
    wall = numpy.ones((HEIGHT, WIDTH, 3), numpy.float32) * random.uniform(60, 220, 3).astype(numpy.float32)
    for _ in range(random.integers(0, 6)):
        corners = [(int(random.uniform(0, WIDTH)), int(random.uniform(0, HEIGHT))) for _ in range(2)]
        cv2.rectangle(wall, *corners, random.uniform(40, 230, 3).tolist(), -1)
    return cv2.GaussianBlur(wall, (0, 0), random.uniform(0.5, 4))


def taken(random, pixels, blur=(0.4, 1), noise=(1, 6), quality=(70, 95)):
    """What a camera makes of a scene."""
    pixels = cv2.GaussianBlur(pixels, (0, 0), random.uniform(*blur))
    pixels = pixels + random.normal(size=pixels.shape) * random.uniform(*noise)
    levels = numpy.clip(pixels, 0, 255).astype(numpy.uint8)
    coded = cv2.imencode(".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(*quality))])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def sized(pixels, side):
    """The picture with this longer side."""
    return resized(pixels, side / max(pixels.shape[:2]))


def resized(pixels, factor):
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA)


def bordered(pixels, width, level):
    return cv2.copyMakeBorder(pixels, width, width, width, width, cv2.BORDER_CONSTANT, value=(level,) * 3).astype(numpy.float32)
