"""Pictures of the hosted pages, by `make screenshots`: each at 390 and 1280 pixels, in light and dark, as docs/screenshots/NAME-WIDTH-SCHEME.png."""

import base64
import io
import json
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from selenium.webdriver.common.by import By

from support.browser import chromium, sign_in
from support.server import PASSWORD, REPOSITORY, USER, Server

WIDTHS, SCHEMES, COLOURS = (390, 1280), ("light", "dark"), 24
LOGO = """<svg viewBox="0 0 120 32"><circle cx="16" cy="16" r="14" fill="#7a1f5c"/><path d="M36 8h72v4H36zM36 20h48v4H36z" fill="#7a1f5c"/></svg>"""
LOOK = {
    "name": "Example Library", "logo": "data:image/svg+xml;base64," + base64.b64encode(LOGO.encode()).decode(), "accent": "#7a1f5c",
    "background": "#faf3f8", "cornerRadius": 2, "links": [{"text": "Imprint", "url": "https://example.com/imprint"}],
}  # fmt: skip


class Camera:
    def __init__(self, browser, folder: Path):
        self.browser, self.folder = browser, folder

    def take(self, name: str) -> None:
        for width in WIDTHS:
            for scheme in SCHEMES:
                features = [
                    {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
                ]  # fmt: skip
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
                self.size(width, 600)
                self.size(width, max(600, self.browser.execute_script("return document.documentElement.scrollHeight")))
                shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
                picture = Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
                picture.save(self.folder / f"{name}-{width}-{scheme}.png", optimize=True)
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def size(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def field(browser, name: str, text: str) -> None:
    element = browser.find_element(By.NAME, name)
    element.clear()
    element.send_keys(text)


def press(browser) -> None:
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]:not([aria-hidden])").click()


def authorize(server, client: str, redirect: str) -> str:
    query = {
        "client_id": client, "redirect_uri": redirect, "response_type": "code", "scope": "openid profile",
        "code_challenge": "A" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    return f"{server.base}/realms/alpha/authorize?{urlencode(query)}"


def strangers(server, browser, camera) -> None:
    login = f"{server.base}/realms/alpha/login"
    browser.get(server.base)
    camera.take("welcome")
    browser.get(login)
    camera.take("sign-in")
    sign_in(browser, USER, "wrong")
    camera.take("sign-in-wrong")
    for name, journey in [("registration", "Registration"), ("reset", "ResetPassword"), ("passkey", "PasskeyLogin"), ("qr-code", "CodeLogin")]:
        browser.get(f"{login}?journey={journey}")
        camera.take(name)
    browser.get(f"{server.base}/nothing")
    camera.take("not-found")
    browser.get(authorize(server, "shop", "https://wrong.example/callback"))
    camera.take("redirect-error")
    browser.get(f"{server.base}/signed-out")
    camera.take("signed-out")


def users(server, browser, camera) -> None:
    browser.get(f"{server.base}/welcome/sign-in")
    sign_in(browser, USER, PASSWORD)
    camera.take("signed-in")
    browser.get(f"{server.base}/realms/alpha/account")
    camera.take("account")
    browser.get(authorize(server, "shop", "https://shop.example/callback"))
    camera.take("consent")
    browser.get(f"{server.alpha}/connect/endSession")
    camera.take("sign-out")


def main() -> None:
    folder = REPOSITORY / "docs/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, chromium() as browser:
        server, camera = Server(Path(directory)), Camera(browser, folder)
        server.start()
        try:
            server.command("client", "create", "shop", "--realm", "alpha", "--redirect", "https://shop.example/callback", "--scope", "openid", "--scope", "profile")
            server.command("client", "set", "shop", "impliedConsent=false", "name=The Shop", "--realm", "alpha")
            server.has_seen_changes()
            strangers(server, browser, camera)
            users(server, browser, camera)
            browser.delete_all_cookies()
            server.command("realm", "set", "alpha", f"look={json.dumps(LOOK)}")
            server.has_seen_changes()
            browser.get(f"{server.base}/realms/alpha/login")
            camera.take("own-look")
        finally:
            server.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.relative_to(REPOSITORY)}", file=sys.stderr)


if __name__ == "__main__":
    main()
