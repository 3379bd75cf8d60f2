"""Chromium signs in by the hosted pages, with and without JavaScript."""

import json
import os
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from support.browser import barriers, sign_in, violations
from support.oauth import PUBLIC_CLIENT, pkce, token
from support.server import PASSWORD, PROGRAM, USER

@pytest.fixture
def app():
    """An application that listens for its code on a loopback port (RFC 8252 §7.3)."""
    landed: list[dict] = []

    class Landing(BaseHTTPRequestHandler):
        def do_GET(self):
            landed.append({name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()})
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>Landed</title><p>You can close this window.</p>")

        def log_message(self, *_):
            pass

    listener = HTTPServer(("127.0.0.1", 0), Landing)
    thread = threading.Thread(target=listener.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.server_port}/callback", landed
    listener.shutdown()
    listener.server_close()


def test_the_welcome_page_signs_in_and_out(server, browser, look):
    browser.get(server.base)
    look("1-welcome")
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    look("2-sign-on")
    sign_in(browser)
    table = browser.find_element(By.TAG_NAME, "table").text
    look("3-claims")
    assert "iss" in table and "sub" in table and server.base in table
    browser.find_element(By.XPATH, "//button[text()='Sign out']").click()
    WebDriverWait(browser, 5).until(lambda page: not page.find_elements(By.TAG_NAME, "table"))
    look("4-signed-out")
    browser.get(server.base)
    assert browser.find_element(By.LINK_TEXT, "Sign in")
    assert violations(browser) == []


def test_a_wrong_password_is_said_and_can_be_corrected(server, browser, look):
    browser.get(server.base)
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    sign_in(browser, password="wrong")
    notice = browser.find_element(By.CSS_SELECTOR, "[role=alert]")
    look("1-refused")
    assert notice.text and "wrong" not in browser.page_source
    sign_in(browser)
    assert browser.find_element(By.TAG_NAME, "table")


def test_the_return_key_submits(server, browser):
    browser.get(server.base)
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    browser.find_element(By.ID, "IDToken1").send_keys(USER)
    browser.find_element(By.ID, "IDToken2").send_keys(PASSWORD + "\n")
    assert browser.find_element(By.TAG_NAME, "table")


def test_an_application_gets_its_code(server, browser, app, look):
    redirect, landed = app
    verifier, challenge = pkce()
    request = {
        "client_id": PUBLIC_CLIENT, "response_type": "code", "scope": "openid profile", "redirect_uri": redirect,
        "code_challenge": challenge, "code_challenge_method": "S256", "state": "st4te",
    }  # fmt: skip
    browser.get(f"{server.alpha}/authorize?{urlencode(request)}")
    look("1-sign-on")
    sign_in(browser)
    WebDriverWait(browser, 5).until(lambda page: page.title == "Landed")
    assert violations(browser) == []
    answer = landed[0]
    assert answer["state"] == "st4te" and answer["iss"] == server.alpha
    fields = {
        "grant_type": "authorization_code", "client_id": PUBLIC_CLIENT, "code": answer["code"], "redirect_uri": redirect,
        "code_verifier": verifier,
    }  # fmt: skip
    assert token(server, urlencode(fields)).json["id_token"]


def test_a_second_application_needs_no_password(server, browser, app):
    redirect, landed = app
    _, challenge = pkce()
    browser.get(server.base)
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    sign_in(browser)
    browser.find_element(By.TAG_NAME, "table")
    request = {
        "client_id": PUBLIC_CLIENT, "response_type": "code", "scope": "openid", "redirect_uri": redirect,
        "code_challenge": challenge, "code_challenge_method": "S256", "state": "x",
    }  # fmt: skip
    browser.get(f"{server.alpha}/authorize?{urlencode(request)}")
    WebDriverWait(browser, 5).until(lambda page: page.title == "Landed")
    assert landed[0]["code"]


@pytest.fixture
def desktop(tmp_path):
    """A desktop whose `xdg-open` writes down the address; the environment, and what gives the address."""
    opened = tmp_path / "opened"
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
    opener.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "XDG_STATE_HOME": str(tmp_path / "state")}
    return environment, opened


def test_the_terminal_signs_in_by_the_browser(server, browser, desktop, look):
    environment, opened = desktop
    command = [PROGRAM, "login", "--browser", "--server", f"{server.base}/am", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as login:
        deadline = time.monotonic() + 20
        while not opened.exists():
            assert login.poll() is None and time.monotonic() < deadline, login.communicate()
            time.sleep(0.05)
        browser.get(opened.read_text())
        sign_in(browser)
        look("landed")
        printed, said = login.communicate(timeout=20)
    assert login.returncode == 0, said
    assert json.loads(printed)["access_token"]
    # The tokens are kept: a second run opens nothing.
    opened.unlink()
    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20)
    assert again.returncode == 0 and json.loads(again.stdout)["access_token"] and not opened.exists()


@pytest.mark.parametrize("browser", ["script"], indirect=True)
def test_the_pages_are_accessible(server, browser):
    browser.get(server.base)
    assert barriers(browser) == []
    browser.find_element(By.LINK_TEXT, "Sign in").click()
    assert barriers(browser) == []
    sign_in(browser, password="wrong")
    assert barriers(browser) == []
    sign_in(browser)
    browser.find_element(By.TAG_NAME, "table")
    assert barriers(browser) == []
    browser.get(f"{server.alpha}/authorize?client_id=nobody")
    assert browser.find_element(By.TAG_NAME, "h1") and barriers(browser) == []


def test_nobody_may_frame_the_sign_on_page(server, browser):
    browser.get(f"data:text/html,<title>frame</title><iframe src='{server.base}/'></iframe>")
    browser.switch_to.frame(0)
    assert not browser.find_elements(By.LINK_TEXT, "Sign in")
