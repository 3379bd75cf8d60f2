"""Signing in with an authenticator app: Chromium on the sign-on page, the program `phone` with its page, and pyotp in the app's place."""

import time

import pyotp
import pytest
import requests
from selenium.webdriver.common.by import By

from support.browser import chromium, sign_in, violations
from support.server import PASSWORD, Server
from test_phone import Phone, begin, press, signed_in, text, until

PAGE = """
name: {name}
start: page
mustRun: true
nodes:
  page: {{ page: [ {{ username: {{}} }}, {{ password: {{}} }} ], next: check }}
  check: {{ dataStoreDecision: {{}}, "true": second, "false": failure }}
"""
ONE_TIME_PASSWORDS = """
  second: {{ oathTokenVerifier: {{ totpTimeSteps: 2 }}, successOutcome: success, failureOutcome: failure, notRegisteredOutcome: register }}
  register: {{ oathRegistration: {{ issuer: Example, {settings} }}, successOutcome: second, failureOutcome: failure }}
"""
PUSH = """
  second: {{ pushSender: {{ pushType: {kind} }}, SENT: wait, NOT_REGISTERED: register, SKIPPED: success }}
  wait: {{ pushWait: {{ secondsToWait: 1 }}, DONE: look, EXITED: failure }}
  look: {{ pushResult: {{}}, "TRUE": success, "FALSE": failure, EXPIRED: failure, WAITING: wait }}
  register: {{ pushRegistration: {{ issuer: Example }}, successOutcome: codes, failureOutcome: failure, timeoutOutcome: failure }}
  codes: {{ recoveryCodeDisplay: {{}}, next: second }}
"""


class Journey:
    """A run of a journey, by AM's endpoint."""

    def __init__(self, server: Server, name: str):
        self.url = f"{server.base}/am/json/realms/alpha/authenticate"
        self.query = {"authIndexType": "service", "authIndexValue": name}
        self.step = self.post(None)

    def post(self, step):
        headers = {"Accept-API-Version": "resource=2.1, protocol=1.0"}
        self.answer = requests.post(self.url, params=self.query, json=step or {}, headers=headers, timeout=10)
        self.query = {}
        self.step = self.answer.json()
        return self.step

    def send(self, *answers):
        """Answers the callbacks that take an answer, in order."""
        waiting = [callback for callback in self.step["callbacks"] if callback.get("input")]
        for callback, answer in zip(waiting, answers):
            if answer is not None:
                callback["input"][0]["value"] = answer
        return self.post(self.step)

    def hidden(self, name: str) -> str:
        for callback in self.step["callbacks"]:
            outputs = {output["name"]: output["value"] for output in callback.get("output", [])}
            if callback["type"] == "HiddenValueCallback" and outputs.get("id") == name:
                return outputs["value"]
        raise AssertionError(f"no {name} in {self.step}")


def save(server, name: str, nodes: str) -> None:
    imported = server.run("journey", "import", "-", "--realm", "alpha", "--data-directory", str(server.data), input=PAGE.format(name=name) + nodes)
    assert imported.returncode == 0, imported.stderr
    time.sleep(1.5)  # the server notices a change of configuration within a second


def new_user(server, name: str) -> str:
    done = server.run("user", "create", name, "--realm", "alpha", "--password-stdin", "--data-directory", str(server.data), input=PASSWORD)
    assert done.returncode == 0, done.stderr
    return name


def enrol(server, journey: str, user: str) -> str:
    """Registers for one-time passwords; gives the account's URI."""
    run = Journey(server, journey)
    run.send(user, PASSWORD)
    uri = run.hidden("mfaDeviceRegistration")
    run.send(None, 0)
    return uri


@pytest.mark.parametrize(
    "settings",
    [
        "algorithm: TOTP", "algorithm: TOTP, totpHashAlgorithm: HMAC_SHA512, passwordLength: EIGHT_DIGITS, totpTimeInterval: 60",
        "algorithm: TOTP, totpHashAlgorithm: HMAC_SHA256", "algorithm: HOTP", "algorithm: HOTP, passwordLength: EIGHT_DIGITS",
    ],
)  # fmt: skip
def test_pyotp_is_an_authenticator_app(server, settings):
    name = f"Otp{abs(hash(settings)) % 100000}"
    save(server, name, ONE_TIME_PASSWORDS.format(settings=settings))
    user = new_user(server, name.lower())
    app = pyotp.parse_uri(enrol(server, name, user))
    assert app.issuer == "Example" and app.name == user
    code = app.now() if isinstance(app, pyotp.TOTP) else app.at(1)  # some apps count before they show
    for wanted in (200, 401):  # once
        run = Journey(server, name)
        run.send(user, PASSWORD)
        run.send(code, 0)
        assert run.answer.status_code == wanted, run.step


@pytest.fixture
def fragile(tmp_path):
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


def test_a_code_that_was_used_is_used_after_a_crash(fragile):
    server = fragile
    save(server, "Crash", ONE_TIME_PASSWORDS.format(settings="algorithm: TOTP, totpTimeInterval: 120"))
    user = new_user(server, "crash")
    code = pyotp.parse_uri(enrol(server, "Crash", user)).now()

    def use() -> int:
        run = Journey(server, "Crash")
        run.send(user, PASSWORD)
        run.send(code, 0)
        return run.answer.status_code

    assert use() == 200
    server.kill()
    server.start()
    assert use() == 401


@pytest.fixture(scope="module")
def phone(tmp_path_factory):
    made = Phone(tmp_path_factory.mktemp("authenticator"))
    yield made
    made.stop()


@pytest.mark.parametrize("algorithm", ["TOTP", "HOTP"])
def test_the_phone_holds_the_account(server, phone, algorithm):
    save(server, f"Phone{algorithm}", ONE_TIME_PASSWORDS.format(settings=f"algorithm: {algorithm}"))
    user = new_user(server, f"phone{algorithm.lower()}")
    phone.command("add", enrol(server, f"Phone{algorithm}", user))
    run = Journey(server, f"Phone{algorithm}")
    run.send(user, PASSWORD)
    run.send(phone.command("code", user).strip(), 0)
    assert run.answer.status_code == 200, run.step


@pytest.mark.parametrize("kind", ["DEFAULT", "CHALLENGE", "BIOMETRIC"])
def test_the_phone_is_asked(server, tmp_path, kind):
    name = f"Push{kind}"
    save(server, name, PUSH.format(kind=kind))
    user = new_user(server, name.lower())
    phone = Phone(tmp_path)
    run = Journey(server, name)
    run.send(user, PASSWORD)
    phone.command("add", run.hidden("mfaDeviceRegistration"))
    run.send(None)
    run.send(0)  # the recovery codes
    phone.show()
    with chromium() as device:
        device.get(phone.page)
        button = ".request button.approve"
        if kind == "CHALLENGE":
            button += f"[value='{run.hidden('pushChallengeNumber')}']"
        until(lambda: device.find_elements(By.CSS_SELECTOR, button))
        press(device, button)
        until(lambda: run.send(None, None) and "tokenId" in run.step)
    phone.stop()


@pytest.mark.parametrize("script", [True, False])
def test_one_code_brings_push_and_passwords(server, tmp_path, results, script):
    user = new_user(server, f"combined{script}".lower())
    phone = Phone(tmp_path)
    with chromium(script=script) as computer, chromium() as device:

        def look(name: str) -> None:
            for browser, side in ((computer, "computer"), (device, "phone")):
                browser.save_screenshot(str(results / f"authenticator-{script}-{name}-{side}.png"))

        begin(computer, server, "Sign in with an authenticator app")
        sign_in(computer, user)
        link = until(lambda: computer.find_elements(By.CSS_SELECTOR, "a[href^='mfauth://']"))[0]
        look("1-code")
        phone.command("add", link.get_attribute("href"))
        phone.show()
        device.get(phone.page)
        until(lambda: "recovery codes" in text(computer))
        codes = [line for line in text(computer).splitlines() if len(line) == 10 and line.isalnum() and line.isupper()]
        assert len(codes) == 10
        look("2-recovery-codes")
        press(computer, "main form button")
        number = until(lambda: next((w for w in text(computer).split() if w.isdigit() and len(w) == 2), None))
        press(device, f".request button.approve[value='{number}']")
        look("3-asked")
        signed_in(computer, user)
        look("4-approved")
        assert violations(computer) == [] and violations(device) == []
    phone.stop()
