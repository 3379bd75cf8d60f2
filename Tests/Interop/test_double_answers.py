"""A form that is sent twice, as by a double click: it signs in, once, whatever the way to the server takes."""

import sqlite3
from contextlib import closing

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from support.browser import violations
from support.server import PASSWORD, USER

ROUNDS = 3


def mouse(browser):
    ActionChains(browser).double_click(browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]")).perform()


def keyboard(browser):
    browser.find_element(By.ID, "IDToken2").send_keys(Keys.ENTER, Keys.ENTER)


def slow_down(browser, milliseconds: int) -> None:
    browser.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


def sessions(server) -> int:
    with closing(sqlite3.connect(f"file:{server.data / 'gatehouse.db'}?mode=ro", uri=True)) as database:
        return database.execute("SELECT COUNT(*) FROM sessions").fetchone()[0]


def open_form(server, browser, user=USER, password=PASSWORD) -> None:
    browser.delete_all_cookies()
    browser.get(server.base)
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    browser.find_element(By.ID, "IDToken1").send_keys(user)
    browser.find_element(By.ID, "IDToken2").send_keys(password)


@pytest.mark.parametrize("latency", [0, 60, 400])
@pytest.mark.parametrize("send", [mouse, keyboard], ids=["mouse", "keyboard"])
def test_a_form_that_is_sent_twice_signs_in_once(server, browser, send, latency):
    for _ in range(ROUNDS):
        open_form(server, browser)
        before = sessions(server)
        slow_down(browser, latency)
        send(browser)
        WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.TAG_NAME, "table"))
        assert browser.current_url.rstrip("/") == server.base
        assert sessions(server) == before + 1
        slow_down(browser, 0)
    assert violations(browser) == []


@pytest.mark.parametrize("send", [mouse, keyboard], ids=["mouse", "keyboard"])
def test_a_wrong_password_that_is_sent_twice_is_said_to_be_wrong(server, browser, send):
    open_form(server, browser, password="wrong")
    send(browser)
    notice = browser.find_element(By.CSS_SELECTOR, "[role=alert]")
    assert "too long" not in notice.text and "elsewhere" not in notice.text
    browser.find_element(By.ID, "IDToken1").clear()
    browser.find_element(By.ID, "IDToken1").send_keys(USER)
    browser.find_element(By.ID, "IDToken2").send_keys(PASSWORD)
    send(browser)
    WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.TAG_NAME, "table"))


def test_signing_out_twice_ends_at_the_same_page(server, browser):
    open_form(server, browser)
    mouse(browser)
    WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.TAG_NAME, "table"))
    button = browser.find_element(By.XPATH, "//button[text()='Sign out']")
    ActionChains(browser).double_click(button).perform()
    WebDriverWait(browser, 20).until(lambda page: page.current_url.endswith("/signed-out"))
