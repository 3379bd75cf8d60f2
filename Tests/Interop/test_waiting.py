"""A page that waits, in Chromium: with script it stays where it is until the journey goes on; without, it loads itself again."""

import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from support.browser import barriers, sign_in, violations

# The page waits longer than the other journeys' pages, so that it is looked at several times.
JOURNEY = """
name: Waiting
start: wait
nodes:
  wait: { pollingWait: { secondsToWait: 8, exitable: true, exitMessage: Stop }, DONE: credentials, EXITED: failure }
  credentials: { page: [ { username: {} }, { password: {} } ], next: check }
  check: { dataStoreDecision: {}, "true": success, "false": failure }
"""


@pytest.fixture(scope="module")
def address(server, tmp_path_factory):
    file = tmp_path_factory.mktemp("journey") / "waiting.yaml"
    file.write_text(JOURNEY)
    server.command("journey", "import", str(file), "--realm", "alpha")
    return f"{server.base}/realms/alpha/login?journey=Waiting"


def next_step(browser):
    """Waits for the page of the next step, for much longer than the journey does."""
    WebDriverWait(browser, 30).until(lambda page: page.find_elements(By.ID, "IDToken1"))


def test_the_journey_goes_on_by_itself(address, browser):
    browser.get(address)
    main = browser.find_element(By.CSS_SELECTOR, "main[data-wait]")
    assert main.find_elements(By.CSS_SELECTOR, "button.secondary")
    next_step(browser)
    sign_in(browser)
    WebDriverWait(browser, 10).until(lambda page: not page.find_elements(By.ID, "IDToken1"))
    assert violations(browser) == []


def test_the_page_is_not_taken_away_while_it_waits(address, browser, request):
    if "no-script" in request.node.name:
        pytest.skip("without script the page has to load itself again")
    browser.get(address)
    button = browser.find_element(By.CSS_SELECTOR, "main button")
    browser.execute_script("arguments[0].focus(); window.stays = true", button)
    assert barriers(browser) == []
    time.sleep(2)
    assert browser.execute_script("return window.stays && document.activeElement.tagName") == "BUTTON"
    next_step(browser)
    assert browser.execute_script("return window.stays"), "the next step came without another page"
    assert browser.execute_script("return document.activeElement.id") == "IDToken1"
    assert violations(browser) == []


def test_a_way_out_is_taken(address, browser):
    browser.get(address)
    browser.find_element(By.CSS_SELECTOR, "main button").click()
    assert browser.find_element(By.CSS_SELECTOR, "[role=alert]")
