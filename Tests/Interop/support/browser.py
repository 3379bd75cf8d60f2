"""Chromium, and what the tests do with the hosted pages."""

import os
from contextlib import contextmanager

import pytest
from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from support.server import PASSWORD, USER

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"


@contextmanager
def chromium(script: bool = True):
    """A browser with a profile of its own."""
    options = Options()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--disable-gpu", "--no-proxy-server", "--window-size=900,1000", "--lang=en"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    if not script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
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
    browser.find_element(By.ID, "IDToken1").send_keys(user)
    browser.find_element(By.ID, "IDToken2").send_keys(password)
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()


def violations(browser) -> list[str]:
    return [entry["message"] for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def barriers(browser) -> list[str]:
    """What axe finds that keeps people out; contrast and labels, but also the order of headings and the like."""
    return [f"{found['id']}: {found['nodes'][0]['html']}" for found in Axe().run(browser)["violations"]]
