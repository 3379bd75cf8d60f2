"""Signing in by phone: Chromium on the sign-on page, and the program `phone` with its page."""

import re
import time

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from support.browser import chromium, sign_in, violations
from support.phone import Phone
from support.server import USER

@pytest.fixture(scope="module")
def phone(server, tmp_path_factory):
    made = Phone(tmp_path_factory.mktemp("phone"))
    made.pair(server, USER)
    made.show()
    yield made
    made.stop()


@pytest.fixture(params=["script", "no-script"])
def pages(request, results):
    """A browser for the sign-on page, and another for the phone's."""
    with chromium(script=request.param == "script") as computer, chromium() as device:

        def look(name: str) -> None:
            for browser, side in ((computer, "computer"), (device, "phone")):
                browser.save_screenshot(str(results / f"phone-{request.param}-{name}-{side}.png"))

        yield computer, device, look


def until(what, seconds: float = 20):
    """Waits until something is so, and gives it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.3)
    raise AssertionError("it did not come about in time")


def press(browser, selector: str, by: str = By.CSS_SELECTOR) -> None:
    """Presses a button of a page that may be replaced just then."""

    def pressed():
        try:
            browser.find_element(by, selector).click()
            return True
        except WebDriverException:
            return False

    until(pressed)


def typed(browser, number: str) -> bool:
    """Types the number into a page that may be replaced just then."""
    try:
        browser.find_element(By.NAME, "number").send_keys(number)
        return True
    except WebDriverException:
        return False


def text(browser) -> str:
    """What the page says; nothing while it is being replaced, as pages that wait look again by themselves."""
    try:
        return browser.find_element(By.TAG_NAME, "main").text
    except WebDriverException:
        return ""


def begin(computer, server, link: str) -> None:
    computer.get(server.base + "/")
    computer.find_element(By.LINK_TEXT, link).click()


def signed_in(computer, user: str) -> None:
    until(lambda: "Access token" in text(computer) or "access_token" in text(computer) or user in text(computer) and "sub" in text(computer))


def test_a_push_is_approved_with_its_number(server, phone, pages):
    computer, device, look = pages
    device.get(phone.page)
    begin(computer, server, "Sign in with your phone")
    sign_in(computer)
    number = until(lambda: re.search(r"number (\d\d) there", text(computer)))[1]
    until(lambda: device.find_elements(By.NAME, "number"))
    look("1-asked")
    # The number stands large, no way out is the main button, and the phone says which application it is.
    assert until(lambda: computer.find_elements(By.CSS_SELECTOR, "p.number"))[0].text == number
    assert not computer.find_elements(By.CSS_SELECTOR, "main button:not(.secondary)")
    assert "/alpha" not in text(device)
    # The phone's page looks for requests by itself, and what was found before may be gone.
    until(lambda: typed(device, number))
    press(device, ".request button.approve")
    signed_in(computer, USER)
    look("2-approved")
    assert violations(computer) == [] and violations(device) == []


def test_a_push_is_denied(server, phone, pages):
    computer, device, look = pages
    device.get(phone.page)
    begin(computer, server, "Sign in with your phone")
    sign_in(computer)
    until(lambda: "Approve the request" in text(computer))
    until(lambda: device.find_elements(By.CSS_SELECTOR, "button.deny"))
    until(lambda: [button for button in device.find_elements(By.CSS_SELECTOR, ".request button.deny")])[0].click()
    until(lambda: "Approve the request" not in text(computer))
    look("3-denied")
    assert "sub" not in text(computer)


def test_a_passcode_of_a_phone_without_network(server, phone, pages):
    computer, device, look = pages
    begin(computer, server, "Sign in with your phone")
    sign_in(computer)
    until(lambda: computer.find_elements(By.XPATH, "//button[contains(., 'Use a passcode')]"))[0].click()
    until(lambda: "Passcode" in text(computer))
    # A code is good once: the one of the next step, if this one's was used by the test before.
    for _ in range(3):
        code = re.search(r"\d{6}", phone.command("passcode", "--offline").replace(" ", ""))[0]
        field = until(lambda: computer.find_elements(By.CSS_SELECTOR, "input[type=password]"))[0]
        field.send_keys(code)
        look("4-passcode")
        computer.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()
        if until(lambda: "sub" in text(computer) or "wrong" in text(computer)) and "sub" in text(computer):
            return
        time.sleep(31)
    raise AssertionError(text(computer))


def test_a_code_is_read_by_a_phone_with_two_users(server, phone, pages):
    computer, device, look = pages
    if not getattr(phone, "has_two", False):
        server.command("user", "create", "second", "--realm", "alpha", "--password-stdin", input="Ch4ng3it!Ch4ng3it!\n")
        phone.pair(server, "second")
        phone.has_two = True
    device.get(phone.page)
    begin(computer, server, "Sign in by QR code")
    code = until(lambda: re.search(r"enter ([0-9A-Z]{8}) there", text(computer)))[1]
    assert computer.find_elements(By.CSS_SELECTOR, ".code svg")
    device.find_element(By.NAME, "code").send_keys(code)
    device.find_element(By.XPATH, "//button[.='Use code']").click()
    second = "//button[contains(., 'Sign in as second')]"
    until(lambda: device.find_elements(By.XPATH, second))
    look("5-code")
    press(device, second, By.XPATH)
    until(lambda: "second" in text(computer) and "sub" in text(computer))
    look("6-signed-in")


@pytest.fixture(scope="module")
def fresh_phone(server, tmp_path_factory):
    """A phone that trusts the server and is paired with nobody."""
    made = Phone(tmp_path_factory.mktemp("fresh"))
    made.trust(server)
    made.show()
    yield made
    made.stop()


def sign_in_to_app(browser, phone, policy: str = "") -> None:
    """Begins on the phone's page; the password is entered on the server's."""
    browser.get(phone.page)
    browser.find_element(By.NAME, "policy").send_keys(policy)
    browser.find_element(By.XPATH, "//button[.='Sign in to the app']").click()
    until(lambda: browser.find_elements(By.NAME, "IDToken2"))
    sign_in(browser)


def test_the_app_on_the_phone_signs_in(server, phone, fresh_phone, results):
    """Automatic enrolment by another factor, then the password alone, then with the phone answering by itself."""
    with chromium() as own, chromium() as other:

        def look(name: str) -> None:
            own.save_screenshot(str(results / f"phone-app-{name}.png"))

        other.get(phone.page)
        own.get(fresh_phone.page)
        look("1-unpaired")
        sign_in_to_app(own, fresh_phone)
        number = until(lambda: re.search(r"number (\d\d) there", text(own)))[1]
        look("2-other-factor")
        until(lambda: other.find_elements(By.NAME, "number"))[0].send_keys(number)
        press(other, ".request button.approve")
        until(lambda: "Shall this phone be paired" in text(own))
        look("3-offer")
        press(own, ".request button.approve")
        until(lambda: "paired with demo" in text(own))
        look("4-paired")
        sign_in_to_app(own, fresh_phone)
        until(lambda: text(own).count("signed in by the policy Phone") == 2)
        look("5-without-a-touch")
        sign_in_to_app(own, fresh_phone, "Phone_Verified")
        until(lambda: "signed in by the policy Phone_Verified" in text(own))
        assert "the phone was recognised" in text(own)
        look("6-verified")
        assert violations(own) == []
