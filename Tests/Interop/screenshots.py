"""Pictures of the hosted pages and the phone's, by `make screenshots`: each at 390 and 1280 pixels, in light and dark, as
docs/screenshots/NAME-WIDTH-SCHEME.png in English, and in a folder named after each other language. Arguments name other languages."""

import base64
import io
import json
import sys
import tempfile
from pathlib import Path

from PIL import Image

from support.server import REPOSITORY, Server
from support.tour import Tour
from support.words import Words

WIDTHS, SCHEMES, COLOURS = (390, 1280), ("light", "dark"), 24
LANGUAGES = ("en", "de", "ar")
FOLDER = REPOSITORY / "docs/screenshots"
LOGO = """<svg viewBox="0 0 120 32"><circle cx="16" cy="16" r="14" fill="#7a1f5c"/><path d="M36 8h72v4H36zM36 20h48v4H36z" fill="#7a1f5c"/></svg>"""
LOOK = {
    "name": "Example Library", "logo": "data:image/svg+xml;base64," + base64.b64encode(LOGO.encode()).decode(), "accent": "#7a1f5c",
    "background": "#faf3f8", "cornerRadius": 2, "links": [{"text": "Imprint", "url": "https://example.com/imprint"}],
}  # fmt: skip


class Camera:
    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, browser, name: str) -> None:
        for width in WIDTHS:
            for scheme in SCHEMES:
                features = [
                    {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
                ]  # fmt: skip
                browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
                self.size(browser, width, 600)
                self.size(browser, width, max(600, browser.execute_script("return document.documentElement.scrollHeight")))
                shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
                picture = Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
                picture.save(self.folder / f"{name}-{width}-{scheme}.png", optimize=True)
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def size(self, browser, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def picture(language: str) -> None:
    folder = FOLDER if language == "en" else FOLDER / language
    with tempfile.TemporaryDirectory() as directory:
        server, camera = Server(Path(directory), host="localhost"), Camera(folder)
        tour = Tour(server, Path(directory), Words(language), camera.take)
        server.start()
        try:
            tour.prepare()
            tour.walk()
            server.command("realm", "set", "alpha", f"look={json.dumps(LOOK)}")
            server.has_seen_changes()
            with tour.browser() as browser:
                browser.get(f"{server.base}/realms/alpha/login")
                camera.take(browser, "own-look")
        finally:
            server.stop()
    print(f"{len(list(folder.glob('*-*-*.png')))} pictures in {folder.relative_to(REPOSITORY)}", file=sys.stderr)


if __name__ == "__main__":
    for language in sys.argv[1:] or LANGUAGES:
        picture(language)
