"""Chromium, and what the tests do with the hosted pages."""

import importlib.resources
import os
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from support.server import PASSWORD, USER

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"


@contextmanager
def chromium(script: bool = True, arguments: tuple[str, ...] = (), preferences: dict | None = None):
    """A browser with a profile of its own, with preferences beside those that it begins with."""
    options = Options()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--disable-gpu", "--no-proxy-server", "--window-size=900,1000", "--lang=en"):
        options.add_argument(argument)
    for argument in arguments:
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    preferences = dict(preferences or {})
    if not script:
        preferences["profile.managed_default_content_settings.javascript"] = 2
    if preferences:
        options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    driver.implicitly_wait(5)
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture(params=["script", "no-script"])
def browser(request):
    with chromium(script=request.param == "script") as driver:
        yield driver


@pytest.fixture
def look(browser, results, request):
    """Saves a picture of the page."""
    return lambda name: browser.save_screenshot(str(results / f"{request.node.name}-{name}.png".replace("/", "-")))


def sign_in(browser, user: str = USER, password: str = PASSWORD) -> None:
    name = browser.find_element(By.ID, "IDToken1")
    name.clear()  # after a wrong password the page keeps it
    name.send_keys(user)
    browser.find_element(By.ID, "IDToken2").send_keys(password)
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()


def violations(browser) -> list[str]:
    return [entry["message"] for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
LIGHT, DARK = ({"name": "prefers-color-scheme", "value": value} for value in ("light", "dark"))
FORCED = {"name": "forced-colors", "value": "active"}
# A page as people have it: its colours, its width in pixels, and the size of their letters.
READERS = {
    "light": ([LIGHT], 900, "100%"), "dark": ([DARK], 900, "100%"), "forced colours": ([FORCED], 900, "100%"),
    "320 pixels": ([LIGHT], 320, "100%"), "letters twice as large": ([LIGHT], 1280, "200%"),
}  # fmt: skip


def barriers(browser, readers=tuple(READERS)) -> list[str]:
    """What axe finds that keeps people out, for each reader: contrast and labels, but also the order of headings and the like. And pages
    that must be moved sideways to be read (WCAG 1.4.10)."""
    found = []
    for reader in readers:
        media, width, letters = READERS[reader]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.execute_script("document.documentElement.style.fontSize = arguments[0]", letters)
        found += [f"{reader}: {line}" for line in violated(browser)]
        if browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth"):
            found.append(f"{reader}: the page is wider than the window")
    browser.execute_script("document.documentElement.style.fontSize = ''")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    return found


def violated(browser) -> list[str]:
    if not browser.execute_script("return 'axe' in window"):
        browser.execute_script(AXE)
    report = browser.execute_async_script(
        "axe.run(document, { runOnly: arguments[0] }).then(arguments[arguments.length - 1])", TAGS)
    return [f"{found['id']}: {found['nodes'][0]['html']}" for found in report["violations"]]
