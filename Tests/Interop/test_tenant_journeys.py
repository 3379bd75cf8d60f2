"""The journeys that a tenant ships: over HTTP, in the terminal, and in Chromium."""

import subprocess
import uuid

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from support.browser import barriers, sign_in, violations
from support.curl import curl
from support.journey import SDK, authenticate_url, fill, output, session_header, start, submit
from support.server import PROGRAM

PASSWORD, NEW = "analytical engine", "difference engine"


@pytest.fixture
def user(server):
    """A user of the test's own, who hasn't said what they want."""
    name = "ada-" + uuid.uuid4().hex[:8]
    attributes = [f"--attribute={pair}" for pair in ("givenName=Ada", "sn=Lovelace", f"mail={name}@example.com")]
    arguments = ["user", "create", name, "--realm", "alpha", "--password-stdin", *attributes, "--data-directory", str(server.data)]
    subprocess.run([PROGRAM, *arguments], input=PASSWORD + "\n", text=True, check=True, capture_output=True, timeout=60)
    return name


def log_in(server, user, password=PASSWORD):
    return submit(server, fill(start(server), user, password))


def profile(server, user):
    return server.command("user", "show", user, "--realm", "alpha")


def test_the_third_login_asks_for_preferences(server, user):
    for _ in range(2):
        assert "tokenId" in log_in(server, user).json
    page = log_in(server, user).json
    assert [output(callback, "name") for callback in page["callbacks"]] == ["preferences/updates", "preferences/marketing"]
    assert "tokenId" in submit(server, fill_flags(page, True, False)).json
    assert "tokenId" in log_in(server, user).json


def fill_flags(step, *flags):
    """Sets the answers of boolean attributes, and leaves their validateOnly as it is."""
    for callback, flag in zip(step["callbacks"], flags, strict=True):
        callback["input"][0]["value"] = flag
    return step


def test_a_new_password_asks_for_the_old_one(server, user):
    session = session_header(log_in(server, user).json)
    reply = curl("POST", authenticate_url(server, "UpdatePassword"), body="{}", headers={**SDK, **session})
    assert [callback["type"] for callback in reply.json["callbacks"]] == ["PasswordCallback"]
    new = submit(server, fill(reply.json, PASSWORD), headers=session).json
    assert [callback["type"] for callback in new["callbacks"]] == ["ValidatedCreatePasswordCallback"]
    new["callbacks"][0]["input"][0]["value"] = NEW
    assert "tokenId" in submit(server, new, headers=session).json
    assert log_in(server, user).json.get("tokenId") is None
    assert "tokenId" in log_in(server, user, NEW).json


def test_nobody_changes_a_password_without_a_session(server):
    reply = curl("POST", authenticate_url(server, "UpdatePassword"), body="{}", headers=SDK)
    assert reply.status == 401 and "authId" not in reply.json


def test_the_terminal_asks_at_the_third_login(server, user):
    for _ in range(2):
        log_in(server, user)
    arguments = ["login", "--journey", "Login", "--server", f"{server.base}/am", "--json"]
    done = subprocess.run(
        [PROGRAM, *arguments], input=f"{user}\n{PASSWORD}\ny\nn\n", text=True, capture_output=True, timeout=60,
        env={"HOME": str(server.data), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert f'"{user}"' in done.stdout


def test_the_page_asks_at_the_third_login(server, user, browser, look):
    for _ in range(2):
        log_in(server, user)
    browser.get(f"{server.base}/realms/alpha/login?journey=Login")
    sign_in(browser, user, PASSWORD)
    boxes = browser.find_elements(By.CSS_SELECTOR, "main form input[type=checkbox]")
    look("1-preferences")
    assert len(boxes) == 2 and "preferences" in browser.find_element(By.TAG_NAME, "h1").text
    boxes[0].click()
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()
    WebDriverWait(browser, 5).until(lambda page: page.get_cookie("iPlanetDirectoryPro"))
    assert violations(browser) == []


def test_the_page_changes_a_password(server, user, browser, look):
    browser.get(f"{server.base}/realms/alpha/login?journey=Login")
    sign_in(browser, user, PASSWORD)
    WebDriverWait(browser, 5).until(lambda page: page.get_cookie("iPlanetDirectoryPro"))
    browser.get(f"{server.base}/realms/alpha/login?journey=UpdatePassword")
    for step, text in (("1-old", PASSWORD), ("2-new", NEW)):
        look(step)
        browser.find_element(By.ID, "IDToken1").send_keys(text)
        browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()
    WebDriverWait(browser, 5).until(lambda page: not page.find_elements(By.ID, "IDToken1"))
    assert "tokenId" in log_in(server, user, NEW).json


@pytest.mark.parametrize("browser", ["script"], indirect=True)
def test_the_page_that_asks_is_accessible(server, user, browser):
    for _ in range(2):
        log_in(server, user)
    browser.get(f"{server.base}/realms/alpha/login?journey=Login")
    sign_in(browser, user, PASSWORD)
    assert browser.find_element(By.CSS_SELECTOR, "main form input[type=checkbox]") and barriers(browser) == []
