"""Chromium on the page where users look after their own account, with and without JavaScript."""

import pytest
from selenium.webdriver.common.by import By

from support.browser import barriers, sign_in, violations
from support.server import USER


def account(server) -> str:
    return f"{server.base}/realms/alpha/account"


def field(browser, title: str):
    label = browser.find_element(By.XPATH, f"//label[normalize-space()='{title}']")
    return browser.find_element(By.ID, label.get_attribute("for"))


def arrive(browser, heading: str) -> None:
    assert browser.find_element(By.XPATH, f"//h1[.='{heading}']")


def press(browser, text: str) -> None:
    browser.find_element(By.XPATH, f"//*[self::button or self::a][normalize-space()='{text}']").click()


def test_a_profile_is_changed(server, browser, look):
    browser.get(account(server))
    sign_in(browser)
    # A browser that has sent a form may be on its way still; with the field, it has arrived.
    browser.find_element(By.XPATH, "//summary[.='Address']").click()
    city = field(browser, "City")
    assert browser.current_url == account(server)
    city.clear()
    city.send_keys("Berne")
    look("1-account")
    press(browser, "Save")
    assert "saved" in browser.find_element(By.CSS_SELECTOR, "[role=status]").text
    look("2-saved")
    assert field(browser, "City").get_attribute("value") == "Berne"
    shown = server.command("user", "show", USER, "--realm", "alpha")
    assert shown["attributes"]["city"] == "Berne", shown
    field(browser, "Last Name").clear()
    press(browser, "Save")
    look("3-refused")
    assert field(browser, "Last Name").get_attribute("aria-invalid") == "true"
    assert violations(browser) == []


def test_other_sessions_end(server, browser, look):
    for _ in range(2):
        browser.get(account(server))
        if browser.find_elements(By.ID, "IDToken2"):
            sign_in(browser)
        browser.delete_all_cookies()
    browser.get(account(server))
    sign_in(browser)
    press(browser, "Sign out everywhere else")
    arrive(browser, "Your account")
    look("1-alone")
    assert len(browser.find_elements(By.CSS_SELECTOR, ".sessions li")) == 1
    press(browser, "Sign out")
    arrive(browser, "You are signed out")
    browser.get(account(server))
    assert browser.find_element(By.ID, "IDToken2")


def test_the_password_is_changed_by_its_journey(server, browser, look):
    name, old, new = f"mallory-{browser.session_id[:8]}", "a first long password", "quite another long password"
    attributes = [f"--attribute={pair}" for pair in ("mail=m@example.com", "givenName=M", "sn=M")]
    server.command("user", "create", name, "--realm", "alpha", "--password-stdin", *attributes, input=old + "\n")
    browser.get(account(server))
    sign_in(browser, name, old)
    press(browser, "Change password")
    look("1-old")
    browser.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(old)
    press(browser, "Continue")
    arrive(browser, "Update password")
    look("2-new")
    browser.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(new)
    press(browser, "Continue")
    arrive(browser, "Your password is changed")
    press(browser, "Continue")
    arrive(browser, "Your account")
    press(browser, "Sign out")
    arrive(browser, "You are signed out")
    browser.get(account(server))
    sign_in(browser, name, old)
    assert browser.find_element(By.CSS_SELECTOR, "[role=alert]")
    sign_in(browser, name, new)
    arrive(browser, "Your account")


def test_the_sign_on_page_leads_to_the_journeys_for_those_who_cant_sign_in(server, browser, look):
    browser.get(account(server))
    look("1-ways")
    for text in ("Forgot your password?", "Forgot your user name?", "Create an account"):
        browser.get(account(server))
        press(browser, text)
        assert browser.find_element(By.CSS_SELECTOR, "main form")
        assert [way.text for way in browser.find_elements(By.CSS_SELECTOR, ".ways a") if way.is_displayed()] == ["Back to sign-in"]
    assert violations(browser) == []


@pytest.mark.parametrize("browser", ["script"], indirect=True)
def test_nobody_is_kept_out(server, browser):
    browser.get(account(server))
    assert barriers(browser) == []
    sign_in(browser)
    assert barriers(browser) == []
