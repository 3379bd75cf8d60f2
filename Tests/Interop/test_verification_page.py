"""The page on which users without an app verify their identity, in Chromium: with a fake camera, without one, and without script."""

import struct
import time
import zlib

import pytest
import requests
from selenium.webdriver.common.by import By
from support.browser import DARK, LIGHT, barriers, chromium, violations
from support.documents import film, photograph
from support.server import USER

SELFIE = """
name: Selfies
governmentId: { verify: REQUIRED, retry: { attempts: 1 } }
facialComparison: { verify: OPTIONAL }
"""


@pytest.fixture(scope="module")
def realm(server, tmp_path_factory):
    server.command("realm", "set", "alpha", "verification=true")
    policy = tmp_path_factory.mktemp("policies") / "selfies.yaml"
    policy.write_text(SELFIE)
    server.command("verification", "policy", "save", str(policy), "--realm", "alpha")
    server.has_seen_changes()
    return "alpha"


@pytest.fixture
def made(server, realm):
    def make(policy=None):
        options = ["--policy", policy] if policy else []
        return server.command("verification", "create", USER, "--realm", realm, *options)

    return make


def look(browser, results, name):
    """Saves pictures of the page, narrow and wide, light and dark, and says what keeps people out of it."""
    for width in (390, 1280):
        for shade, media in (("light", LIGHT), ("dark", DARK)):
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [media]})
            size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            browser.save_screenshot(str(results / f"verification-{name}-{width}-{shade}.png"))
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def heading(browser):
    # By script: the page may just be replaced by the next one, with the element that was found.
    return browser.execute_script("return document.querySelector('h1')?.innerText ?? ''")


def until(condition, seconds=60):
    for _ in range(seconds * 10):
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("it doesn't come about")


def press(browser, text):
    """Presses the button or link with a text that can be seen."""

    def found():
        every = browser.find_elements(By.CSS_SELECTOR, "main button, main a")
        return next((element for element in every if element.is_displayed() and element.text == text), None)

    until(found, 15).click()


def begin(browser, link, document="Driving licence"):
    browser.get(link)
    until(lambda: heading(browser) == "Verify your identity", 15)
    press(browser, "I agree, begin")
    until(lambda: heading(browser) == "Which document do you show?", 15)
    browser.find_element(By.XPATH, f"//label[contains(., '{document}')]").click()
    press(browser, "Continue")


def send(browser, path):
    browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(path)
    press(browser, "Send the picture")


def short(path):
    """Writes a PNG file whose parts are right, and which has one row instead of 500; returns its path."""
    parts = [(b"IHDR", struct.pack(">IIBBBBB", 800, 500, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(801))), (b"IEND", b"")]
    parts = [struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    return str(path)


def advance(browser, title):
    """Goes on to a page; past the faults that a drawn picture has, if need be."""
    until(lambda: heading(browser) == title or browser.find_elements(By.ID, "faults"))
    if heading(browser) != title:
        press(browser, "Use it all the same")
    until(lambda: heading(browser) == title, 15)


def result(browser):
    return until(lambda: heading(browser) not in ("Send everything?", "Your pictures are being checked") and heading(browser))


def kept(browser):
    """What the page leaves in the browser, besides the cookie that scripts can't see."""
    return browser.execute_async_script(
        """const done = arguments[arguments.length - 1];
        Promise.all([indexedDB.databases(), window.caches ? caches.keys() : []]).then(([bases, caches]) =>
            done([document.cookie.length, localStorage.length, sessionStorage.length, bases.length, caches.length]));""")


def test_by_camera_from_the_code_to_the_result(server, made, results, tmp_path):
    camera = (
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film(tmp_path / 'licence.mjpeg')}",
    )  # fmt: skip
    transaction = made()
    with chromium(arguments=camera) as browser:
        browser.get(transaction["uri"])
        look(browser, results, "consent")
        assert barriers(browser) == []
        begin(browser, transaction["uri"])
        until(lambda: heading(browser) == "Front of the driving licence", 15)
        video = browser.find_element(By.TAG_NAME, "video")
        # Where the browser may use the camera already, the page begins by itself.
        until(video.is_displayed, 15)
        until(lambda: browser.execute_script("return document.querySelector('video').videoWidth") > 0)
        look(browser, results, "camera")
        assert barriers(browser) == []
        press(browser, "Take the picture")
        until(browser.find_element(By.TAG_NAME, "canvas").is_displayed)
        assert browser.switch_to.active_element.text == "Use this picture"
        look(browser, results, "taken")
        press(browser, "Take it again")
        press(browser, "Take the picture")
        press(browser, "Use this picture")
        advance(browser, "Back of the driving licence")
        until(lambda: browser.find_element(By.TAG_NAME, "video").is_displayed(), 15)
        until(lambda: browser.execute_script("return document.querySelector('video').videoWidth") > 0)
        press(browser, "Take the picture")
        press(browser, "Use this picture")
        advance(browser, "Send everything?")
        look(browser, results, "review")
        assert barriers(browser) == []
        press(browser, "Submit")
        assert result(browser) == "Your identity is verified"
        look(browser, results, "verified")
        assert barriers(browser) == []
        assert kept(browser) == [0, 0, 0, 0, 0]
        assert violations(browser) == []
    listed = server.command("verification", "list", "--user", USER, "--realm", "alpha")
    assert next(line for line in listed if line["id"] == transaction["id"])["status"] == "SUCCESS"


@pytest.mark.parametrize("script", [True, False], ids=["no-camera", "no-script"])
def test_by_upload(server, made, results, tmp_path, script):
    front, back = photograph(tmp_path / "front.jpg", symbol=False), photograph(tmp_path / "back.jpg")
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    transaction = made("Selfies")
    with chromium(script=script) as browser:
        begin(browser, transaction["uri"])
        name = "upload" if script else "no-script"
        look(browser, results, name)
        if script:
            assert barriers(browser) == []
            start = browser.find_element(By.CSS_SELECTOR, "[data-action=start]")
            if start.is_displayed():
                start.click()
                until(lambda: [says for says in browser.find_elements(By.CSS_SELECTOR, "[data-says=missing], [data-says=declined]") if says.is_displayed()])
        send(browser, str(text))
        assert "Please choose a picture" in browser.find_element(By.ID, "error").text
        send(browser, front)
        until(lambda: heading(browser) == "Back of the driving licence" or browser.find_elements(By.ID, "faults"))
        if browser.find_elements(By.ID, "faults"):
            look(browser, results, f"{name}-faults")
            if script:
                assert barriers(browser) == []
        advance(browser, "Back of the driving licence")
        send(browser, back)
        advance(browser, "Your face")
        if script:
            assert barriers(browser) == []
        press(browser, "Continue without this picture")
        until(lambda: heading(browser) == "Send everything?", 15)
        press(browser, "Submit")
        assert result(browser) == "Your identity is verified"
        # The code is used up, and the page belongs to this browser.
        page = browser.current_url
        browser.get(transaction["uri"])
        press(browser, "I agree, begin")
        assert "was used" in browser.find_element(By.ID, "error").text
        look(browser, results, f"{name}-used")
    answer = requests.get(page, timeout=30)
    assert answer.status_code == 404 and "no-store" in answer.headers["Cache-Control"]


def test_a_document_that_cant_be_read_waits_for_a_decision(server, made, results, tmp_path):
    front = photograph(tmp_path / "front.jpg", symbol=False)
    transaction = made()
    with chromium(script=False) as browser:
        begin(browser, transaction["uri"], "Passport")
        send(browser, short(tmp_path / "short.png"))
        until(lambda: "can’t be opened" in browser.execute_script("return document.getElementById('faults')?.innerText ?? ''"))
        send(browser, front)
        advance(browser, "Send everything?")
        press(browser, "Submit")
        assert result(browser) == "Not decided yet"
        look(browser, results, "waiting")
        server.command("verification", "decide", USER, transaction["id"], "FAIL", "--reason", "unreadable", "--realm", "alpha")
        browser.refresh()
        until(lambda: heading(browser) == "Your identity could not be verified", 15)
        look(browser, results, "failed")


def test_the_program_prints_the_address(server, realm):
    done = server.run("verification", "create", USER, "--web", "--realm", realm, "--data-directory", str(server.data))
    assert done.returncode == 0 and done.stdout.strip().startswith(f"{server.base}/verify?realm="), done.stdout + done.stderr
