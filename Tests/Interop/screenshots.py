"""Pictures of the hosted pages and the phone's, by `make screenshots`: each at 390 and 1280 pixels, in light and dark, as
docs/screenshots/NAME-WIDTH-SCHEME.png."""

import base64
import io
import json
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.wait import WebDriverWait

from support.browser import chromium, sign_in
from support.documents import film, photograph
from support.phone import Phone
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


def comes(browser, title: str) -> None:
    """Waits for the page with a heading; the page may be replaced meanwhile."""
    wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: seen.find_element(By.TAG_NAME, "h1").text == title)


def shows(browser, text: str) -> None:
    wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: text in seen.find_element(By.TAG_NAME, "body").text)


def choose(browser, text: str) -> None:
    """Presses the button or link that shows a text."""
    path = f"//*[self::button or self::a][normalize-space()='{text}']"
    wait = WebDriverWait(browser, 30, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: next(each for each in seen.find_elements(By.XPATH, path) if each.is_displayed()).click() or True)


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
    passkeys(server, browser, camera)
    browser.get(authorize(server, "shop", "https://shop.example/callback"))
    camera.take("consent")
    browser.get(f"{server.alpha}/connect/endSession")
    camera.take("sign-out")


def passkeys(server, browser, camera) -> None:
    options = VirtualAuthenticatorOptions()
    options.protocol, options.transport = "ctap2", "internal"
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    options.is_user_consenting = False  # the page stays while it waits for the user
    browser.add_virtual_authenticator(options)
    choose(browser, "Add a passkey")
    camera.take("password-again")
    browser.find_element(By.CSS_SELECTOR, "main input[type=password]").send_keys(PASSWORD)
    press(browser)
    shows(browser, "passkey")
    camera.take("passkey-registration")
    browser.remove_virtual_authenticator()


def verify(server, browser, camera, *policy: str, document: str = "Driving licence") -> str:
    """Begins a verification on its page, as far as the first picture; its id."""
    made = server.command("verification", "create", USER, "--realm", "alpha", *policy)
    browser.get(made["uri"])
    comes(browser, "Verify your identity")
    camera.take("verify-1-consent")
    choose(browser, "I agree, begin")
    comes(browser, "Which document do you show?")
    camera.take("verify-2-document")
    browser.find_element(By.XPATH, f"//label[contains(., '{document}')]").click()
    choose(browser, "Continue")
    return made["id"]


def advance(browser, title: str) -> None:
    """Goes to the next page, past the faults that a drawn picture has."""
    wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: seen.find_elements(By.ID, "faults") or seen.find_element(By.TAG_NAME, "h1").text == title)
    if browser.find_elements(By.ID, "faults"):
        choose(browser, "Use it all the same")
    comes(browser, title)


def take(browser) -> None:
    wait = WebDriverWait(browser, 30, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: seen.execute_script("return document.querySelector('video').videoWidth > 0"))


def verifications(server, directory: Path, camera) -> None:
    played = film(directory / "licence.mjpeg")
    arguments = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={played}")
    with chromium(arguments=arguments) as browser:
        camera = Camera(browser, camera.folder)
        verify(server, browser, camera)
        comes(browser, "Front of the driving licence")
        take(browser)
        camera.take("verify-3-camera")
        choose(browser, "Take the picture")
        camera.take("verify-4-taken")
        choose(browser, "Use this picture")
        advance(browser, "Back of the driving licence")
        take(browser)
        choose(browser, "Take the picture")
        choose(browser, "Use this picture")
        advance(browser, "Send everything?")
        camera.take("verify-6-review")
        choose(browser, "Submit")
        comes(browser, "Your identity is verified")
        camera.take("verify-8-verified")
    with chromium() as browser:
        camera = Camera(browser, camera.folder)
        transaction = verify(server, browser, camera, document="Passport")
        camera.take("verify-3-upload")
        browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(photograph(directory / "front.jpg", symbol=False))
        choose(browser, "Send the picture")
        WebDriverWait(browser, 60).until(lambda seen: seen.find_elements(By.ID, "faults") or "Send everything?" in seen.page_source)
        if browser.find_elements(By.ID, "faults"):
            camera.take("verify-5-faults")
        advance(browser, "Send everything?")
        choose(browser, "Submit")
        comes(browser, "Not decided yet")
        camera.take("verify-7-waiting")
        server.command("verification", "decide", USER, transaction, "FAIL", "--reason", "unreadable", "--realm", "alpha")
        browser.refresh()
        comes(browser, "Your identity could not be verified")
        camera.take("verify-8-failed")


def phones(server, browser, directory: Path, camera) -> None:
    phone = Phone(directory)
    try:
        phone.pair(server, USER)
        phone.show()
        browser.get(f"{server.base}/realms/alpha/login?journey=PhoneLogin")
        sign_in(browser)
        asking = browser.current_window_handle
        camera.take("sign-in-by-phone")
        browser.switch_to.new_window("window")
        browser.get(phone.page)
        shows(browser, "Approve")
        camera.take("phone")
        browser.get(phone.page + "verify")
        camera.take("phone-verify")
        browser.find_element(By.NAME, "code").send_keys(server.command("verification", "create", USER, "--realm", "alpha")["uri"])
        browser.find_element(By.NAME, "trust").click()
        browser.find_element(By.CSS_SELECTOR, "form[action='/verify/begin'] button").click()
        shows(browser, "INITIATED")
        camera.take("phone-verify-begun")
        browser.get(phone.page + "wallet")
        camera.take("phone-wallet")
        browser.close()
        browser.switch_to.window(asking)
    finally:
        phone.stop()


def main() -> None:
    folder = REPOSITORY / "docs/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, chromium() as browser:
        server, camera = Server(Path(directory), host="localhost"), Camera(browser, folder)
        server.start()
        try:
            server.command("client", "create", "shop", "--realm", "alpha", "--redirect", "https://shop.example/callback", "--scope", "openid", "--scope", "profile")
            server.command("client", "set", "shop", "impliedConsent=false", "name=The Shop", "--realm", "alpha")
            server.has_seen_changes()
            strangers(server, browser, camera)
            users(server, browser, camera)
            browser.delete_all_cookies()
            phones(server, browser, Path(directory), camera)
            browser.delete_all_cookies()
            verifications(server, Path(directory), camera)
            server.command("realm", "set", "alpha", f"look={json.dumps(LOOK)}")
            server.has_seen_changes()
            browser.get(f"{server.base}/realms/alpha/login")
            camera.take("own-look")
        finally:
            server.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.relative_to(REPOSITORY)}", file=sys.stderr)


if __name__ == "__main__":
    main()
