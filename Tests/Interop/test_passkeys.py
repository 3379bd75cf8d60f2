"""Passkeys in Chromium with its virtual authenticator, on the sign-on page and on one's own account."""

import base64
import json
import os
import uuid

import fido2.cbor
import fido2.cose
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import Credential, VirtualAuthenticatorOptions
from selenium.webdriver.support.wait import WebDriverWait

from support.browser import barriers, chromium, violations
from support.server import PASSWORD, Server
from test_authenticator import new_user

USERNAMELESS = """
name: Usernameless
start: only
mustRun: true
nodes:
  only: { webAuthnAuthentication: { requiresResidentKey: true, userVerificationRequirement: REQUIRED }, success: success, failure: failure, error: declined, unsupported: cant, noDevice: failure }
  declined: { message: { message: The journey knows that you declined. }, "true": success, "false": failure }
  cant: { message: { message: The journey knows that you have no passkeys. }, "true": success, "false": failure }
"""

SCRIPTED = """
name: Scripted
start: who
mustRun: true
nodes:
  who: { page: [ { username: {} }, { password: {} } ], next: check }
  check: { dataStoreDecision: {}, "true": make, "false": failure }
  make: { webAuthnRegistration: { asScript: true, userVerificationRequirement: REQUIRED }, success: use, failure: failure, error: failure, unsupported: failure }
  use: { webAuthnAuthentication: { asScript: true, userVerificationRequirement: REQUIRED }, success: success, failure: failure, error: failure, unsupported: failure, noDevice: failure }
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("passkeys"), host="localhost")
    running.start()
    for journey in USERNAMELESS, SCRIPTED:
        imported = running.run(
            "journey", "import", "-", "--realm", "alpha", "--data-directory", str(running.data), input=journey
        )
        assert imported.returncode == 0, imported.stderr
    yield running
    assert running.stop() == 0, running.log.read_text()


@pytest.fixture
def browser(request):
    with chromium() as driver:
        driver.implicitly_wait(0)
        yield driver


def authenticator(browser, verified: bool = True, consenting: bool = True):
    options = VirtualAuthenticatorOptions()
    options.protocol, options.transport = "ctap2", "internal"
    options.has_resident_key = options.has_user_verification = True
    options.is_user_verified, options.is_user_consenting = verified, consenting
    browser.add_virtual_authenticator(options)


def until(browser, condition, seconds: float = 10):
    """Waits until something is so. The page may be replaced while it is looked at, and is then looked at again."""
    return WebDriverWait(browser, seconds, ignored_exceptions=[WebDriverException]).until(lambda _: condition())


def press(browser, text: str) -> None:
    path = f"//*[self::button or self::a][normalize-space()='{text}']"

    def pressed() -> bool:
        for found in browser.find_elements(By.XPATH, path):
            if found.is_displayed():
                found.click()
                return True
        return False

    until(browser, pressed)


def shows(browser, text: str) -> None:
    until(browser, lambda: text in browser.find_element(By.TAG_NAME, "main").text)


def heading(browser, text: str) -> None:
    until(browser, lambda: browser.find_element(By.TAG_NAME, "h1").text == text)


def at_start(browser, script: str) -> None:
    """Runs a script in every page before its own."""
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def begin(browser, server) -> None:
    browser.get(server.base)
    press(browser, "Sign in with a passkey")
    heading(browser, "Sign in with a passkey")


def give_name(browser, user: str) -> None:
    browser.find_element(By.ID, "IDToken1").send_keys(user)
    press(browser, "Continue")


def give_password(browser, user: str) -> None:
    heading(browser, "Sign in with your password")
    # The name that was given before is filled in.
    assert browser.find_element(By.ID, "IDToken1").get_property("value") == user
    browser.find_element(By.ID, "IDToken2").send_keys(PASSWORD)
    press(browser, "Continue")


def signed_in(browser, user: str) -> None:
    heading(browser, "You are signed in")
    shows(browser, user)


def sign_out(browser) -> None:
    press(browser, "Sign out")
    heading(browser, "You are signed out")


def register(browser, server, user: str, look=lambda name: None) -> None:
    """A first sign-in with the password, which ends with a passkey."""
    begin(browser, server)
    look("1-who")
    give_name(browser, user)
    give_password(browser, user)
    look("2-offer")
    press(browser, "Make a passkey")  # yes, to the journey's question
    until(browser, lambda: browser.find_element(By.CSS_SELECTOR, "[data-start]").is_displayed())
    look("3-make")
    assert barriers(browser) == []
    press(browser, "Make a passkey")
    signed_in(browser, user)


def test_a_passkey_is_made_and_signs_in(server, browser, look):
    user = new_user(server, "pass-name")
    authenticator(browser)
    register(browser, server, user, look)
    sign_out(browser)
    # A browser without suggestions: the page is used by its field, and by its button.
    at_start(browser, "PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    begin(browser, server)
    give_name(browser, user)
    signed_in(browser, user)
    sign_out(browser)
    begin(browser, server)
    press(browser, "Use a passkey")
    signed_in(browser, user)
    assert violations(browser) == []


def test_without_a_user_name(server, browser, look):
    user = new_user(server, "pass-nameless")
    authenticator(browser)
    register(browser, server, user)
    browser.delete_all_cookies()
    browser.get(f"{server.base}/realms/alpha/login?journey=Usernameless&goto=/realms/alpha/account")
    heading(browser, "Your account")
    shows(browser, user)
    look("1-account")
    assert violations(browser) == []


def test_among_the_suggestions_of_the_field(server, browser):
    user = new_user(server, "pass-conditional")
    authenticator(browser)
    register(browser, server, user)
    sign_out(browser)
    browser.get(server.base)
    press(browser, "Sign in with a passkey")
    signed_in(browser, user)  # nothing was typed or pressed
    assert violations(browser) == []


def test_who_declines_is_told_and_may_try_again_or_go_on(server, browser, look):
    user = new_user(server, "pass-declines")
    authenticator(browser)
    register(browser, server, user)
    browser.delete_all_cookies()
    page = f"{server.base}/realms/alpha/login?journey=Usernameless&goto=/realms/alpha/account"
    browser.set_user_verified(False)
    browser.get(page)
    shows(browser, "No passkey was used")
    look("1-declined")
    assert barriers(browser) == []
    browser.set_user_verified(True)
    press(browser, "Use a passkey")
    heading(browser, "Your account")
    browser.delete_all_cookies()
    browser.set_user_verified(False)
    browser.get(page)
    shows(browser, "No passkey was used")
    press(browser, "Continue without a passkey")
    shows(browser, "The journey knows that you declined.")
    look("2-journey")


def test_a_browser_without_passkeys_says_so(server, browser, look):
    at_start(browser, "delete window.PublicKeyCredential")
    browser.get(f"{server.base}/realms/alpha/login?journey=Usernameless")
    shows(browser, "can’t do this with a passkey")
    look("1-cant")
    press(browser, "Continue without a passkey")
    shows(browser, "The journey knows that you have no passkeys.")


def test_without_script_the_journey_goes_its_way_for_that(server):
    with chromium(script=False) as browser:
        browser.get(f"{server.base}/realms/alpha/login?journey=Usernameless")
        shows(browser, "Passkeys need JavaScript")
        press(browser, "Continue without a passkey")
        shows(browser, "The journey knows that you have no passkeys.")


def test_required_verification_cant_be_skipped(server, browser, look):
    """A page that asks its authenticator for less than the server wants gets nowhere."""
    user = new_user(server, "pass-lax")
    authenticator(browser)
    register(browser, server, user)
    browser.delete_all_cookies()
    lax = """
        const get = CredentialsContainer.prototype.get;
        CredentialsContainer.prototype.get = function (options) {
            options.publicKey.userVerification = "discouraged";
            return get.call(this, options);
        };
    """
    at_start(browser, lax)
    browser.set_user_verified(False)
    browser.get(f"{server.base}/realms/alpha/login?journey=Usernameless")
    until(browser, lambda: browser.find_element(By.ID, "error"))
    assert browser.get_cookie("iPlanetDirectoryPro") is None
    look("1-refused")


def test_ones_own_passkeys(server, browser, look):
    user = new_user(server, "pass-account")
    browser.get(f"{server.base}/realms/alpha/account")
    browser.find_element(By.ID, "IDToken1").send_keys(user)
    browser.find_element(By.ID, "IDToken2").send_keys(PASSWORD)
    press(browser, "Continue")
    heading(browser, "Your account")
    shows(browser, "You have none yet.")
    authenticator(browser)
    press(browser, "Add a passkey")
    heading(browser, "Verify existing password")
    browser.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(PASSWORD)
    press(browser, "Continue")
    press(browser, "Make a passkey")
    heading(browser, "Your account")
    assert barriers(browser) == []
    look("1-passkey")
    field = browser.find_element(By.CSS_SELECTOR, ".passkeys input[type=text]")
    field.clear()
    field.send_keys("My laptop")
    press(browser, "Rename")
    shows(browser, "My laptop")
    look("2-renamed")
    press(browser, "Add a passkey")
    heading(browser, "Verify existing password")
    browser.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(PASSWORD)
    press(browser, "Continue")
    press(browser, "Make a passkey")
    shows(browser, "has a passkey for your account already")
    look("3-known")
    press(browser, "Continue without a passkey")
    heading(browser, "Your account")
    press(browser, "Remove")
    shows(browser, "You have none yet.")
    assert violations(browser) == []


def test_by_the_scripts_of_a_step(server, browser):
    """A user interface that runs what the step brings: its page has the hidden field and a button."""
    user = new_user(server, "pass-scripted")
    authenticator(browser)
    browser.get(server.base)
    url = f"{server.base}/am/json/realms/alpha/authenticate"
    headers = {"Accept-API-Version": "resource=2.1, protocol=1.0"}

    def run(step: dict) -> dict:
        kinds = [callback["type"] for callback in step["callbacks"]]
        assert kinds == ["TextOutputCallback", "TextOutputCallback", "HiddenValueCallback"]
        scripts = [callback["output"] for callback in step["callbacks"][:2]]
        assert all({"name": "messageType", "value": "4"} in outputs for outputs in scripts)
        page = """
            const told = arguments[arguments.length - 1];
            document.body.innerHTML = '<input id="webAuthnOutcome"><button id="loginButton_0"></button>';
            document.getElementById("loginButton_0").onclick = () => told(document.getElementById("webAuthnOutcome").value);
        """
        text = page + "".join(outputs[0]["value"] for outputs in scripts)
        step["callbacks"][2]["input"][0]["value"] = browser.execute_async_script(text)
        return requests.post(url, json=step, headers=headers, timeout=10).json()

    step = requests.post(
        url, params={"authIndexType": "service", "authIndexValue": "Scripted"}, headers=headers, timeout=10
    ).json()
    for callback, value in zip(step["callbacks"], [user, PASSWORD]):
        callback["input"][0]["value"] = value
    step = requests.post(url, json=step, headers=headers, timeout=10).json()
    assert "navigator.credentials.create" in step["callbacks"][0]["output"][0]["value"]
    step = run(step)
    assert "navigator.credentials.get" in step["callbacks"][0]["output"][0]["value"]
    assert run(step).get("tokenId")


def test_in_the_terminal(server, tmp_path):
    user = new_user(server, "pass-terminal")
    environment = {"XDG_STATE_HOME": str(tmp_path)}

    def login(journey: str, *lines: str):
        return server.run(
            "login", "--server", server.base, "--realm", "alpha", "--journey", journey, "--force", "--json",
            input="\n".join(lines) + "\n", environment=environment,
        )  # fmt: skip

    made = login("PasskeyLogin", user, user, PASSWORD, "1", "y", "y")
    assert made.returncode == 0, made.stderr
    for journey, lines in {"Usernameless": ["1", "y"], "PasskeyLogin": ["", "1", "y"]}.items():
        signed = login(journey, *lines)
        assert signed.returncode == 0 and f'"{user}"' in signed.stdout, (journey, signed.stderr, signed.stdout)
    declined = login("Usernameless", "2", "2")
    assert declined.returncode != 0 and "NotAllowedError" in declined.stderr


def test_a_passkey_from_keycloak_signs_its_user_in(server, browser, tmp_path):
    """A passkey that another server of the same host has registered, in the form of Keycloak's export, kept under the user's id there."""
    key, user, credential = ec.generate_private_key(ec.SECP256R1()), str(uuid.uuid4()), os.urandom(32)
    cose = fido2.cbor.encode(dict(fido2.cose.ES256.from_cryptography_key(key.public_key())))
    data = {
        "aaguid": "00000000-0000-0000-0000-000000000000", "credentialId": base64.b64encode(credential).decode(), "counter": 0,
        "attestationStatementFormat": "none", "credentialPublicKey": base64.urlsafe_b64encode(cose).decode(), "transports": ["internal"],
    }
    member = {"type": "webauthn-passwordless", "userLabel": "Laptop", "credentialData": json.dumps(data), "secretData": "{}"}
    file = tmp_path / "realm.json"
    file.write_text(json.dumps({"realm": "demo", "users": [{"id": user, "username": "from-keycloak", "enabled": True, "credentials": [member]}]}))
    done = server.command("user", "import", str(file), "--realm", "alpha", "--format", "keycloak", "--relying-party", "localhost")
    assert done["created"] == 1, done
    authenticator(browser)
    private = key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    browser.add_credential(Credential.create_resident_credential(credential, "localhost", user.encode(), private, 0))
    browser.get(f"{server.base}/realms/alpha/login?journey=Usernameless&goto=/realms/alpha/account")
    heading(browser, "Your account")
    shows(browser, "from-keycloak")
