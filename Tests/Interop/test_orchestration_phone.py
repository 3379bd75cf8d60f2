"""Orchestration end to end: the program `phone` with a customer's app, the example server of a customer, and a browser's part played by
requests."""

import json
import signal
import subprocess
import sys
import time

import pytest
import requests
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from support.browser import barriers, violations
from support.phone import PHONE, Phone
from support.server import REPOSITORY, free_port

APPLICATION = "gatehouse-phone"
USERS = ["tom", "eva", "ida", "max", "zoe", "kim", "lea", "pia", "ben", "uma", "lou"]
PIN = "193758"


class Bank:
    """The example server, and what a browser asks it."""

    def __init__(self, server, folder):
        self.server = server
        server.command("orchestration", "enable", APPLICATION, "--realm", "alpha")
        server.command("orchestration", "licence", "add", APPLICATION, "20", "--realm", "alpha")
        key = folder / "key.json"
        key.write_text(json.dumps(server.command("orchestration", "key", "create", APPLICATION, "--realm", "alpha")))
        self.base = f"http://127.0.0.1:{free_port()}"
        self.process = subprocess.Popen(
            [
                sys.executable, REPOSITORY / "examples/orchestration-customer.py", server.base, key,
                *[f"{user}:secret" for user in USERS], "--port", self.base.rsplit(":", 1)[1],
            ],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert "is open" in self.process.stdout.readline()

    def ask(self, method: str, path: str, user: str | None = None, body=None, status: int = 200) -> dict:
        answer = self.raw(method, path, user, body)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def raw(self, method: str, path: str, user: str | None = None, body=None):
        return requests.request(method, self.base + path, json=body, auth=(user, "secret") if user else None, timeout=45)

    def status(self, user: str, request: dict) -> str:
        return self.ask("GET", f"/requests/{request['requestID']}", user)["sessionStatus"]


@pytest.fixture(scope="module")
def bank(server, tmp_path_factory):
    running = Bank(server, tmp_path_factory.mktemp("bank"))
    yield running
    running.process.terminate()
    running.process.wait(timeout=10)


class Device(Phone):
    """A phone with the customer's app."""

    def __init__(self, folder, bank):
        super().__init__(folder)
        self.bank = bank

    def app(self, *arguments: str, lines: list[str] | None = None, fails: bool = False):
        """Runs a command of the app; what it prints, line by line, or what it complains of."""
        done = self.run("--as", "orchestration", *arguments, "--json", input="".join(f"{line}\n" for line in lines or []))
        assert (done.returncode != 0) == fails, f"{arguments}: {done.stdout} {done.stderr}"
        return done.stderr if fails else [json.loads(line) for line in done.stdout.splitlines()]

    def keypad(self, *arguments: str, lines: list[str] | None = None) -> tuple[subprocess.Popen, str]:
        """Begins a command whose keypad is a page; the process, and the page's address."""
        process = subprocess.Popen(
            [PHONE, "--as", "orchestration", *arguments, "--keypad", "page", "--json"], env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        process.stdin.write("".join(f"{line}\n" for line in lines or []))
        process.stdin.flush()
        return process, json.loads(process.stdout.readline())["keypad"]

    def activate(self, user: str) -> dict:
        password = self.bank.ask("POST", "/activations", user)["activationPassword"]
        return self.app("activate", user, "--customer", self.bank.base, lines=[password, PIN, PIN])[-1]


@pytest.fixture
def device(bank, tmp_path):
    return Device(tmp_path / "phone", bank)


def test_activation(bank, device):
    assert device.activate("tom")["serialNumber"].startswith("GTH")
    assert [user["username"] for user in device.app("users")[0]["users"]] == ["tom"]
    again = bank.ask("POST", "/activations", "tom")["activationPassword"]
    assert "-8023" in device.app("activate", "tom", lines=[again, PIN, PIN], fails=True)
    wrong = bank.ask("POST", "/activations", "eva")["activationPassword"]
    swapped = ("1" if wrong[0] != "1" else "2") + wrong[1:]
    assert "-8032" in device.app("activate", "eva", lines=[swapped, PIN, PIN], fails=True)
    # A weak PIN is asked for again.
    assert device.app("activate", "eva", lines=[wrong, "111111", PIN, PIN])[-1]["username"] == "eva"


def test_requests(bank, device):
    device.activate("ida")
    request = bank.ask("POST", "/sign-ons", "ida")
    shown, outcome = device.app("approve", "ida", "--yes", lines=[PIN])
    assert shown["shown"] == "Sign in to the bank?" and outcome["outcome"] == "accepted"
    assert bank.status("ida", request) == "accepted"
    payment = bank.ask("POST", "/payments", "ida", {"to": "ACME", "amount": "12.50 EUR"})
    image = device.bank.raw("GET", f"/requests/{payment['requestID']}.png", "ida")
    assert image.headers["Content-Type"] == "image/png"
    file = device.environment["XDG_STATE_HOME"] + "/qr.png"
    with open(file, "wb") as out:
        out.write(image.content)
    shown, outcome = device.app("approve", "--image", file, "--reject")
    assert shown["shown"] == "to: ACME\namount: 12.50 EUR" and outcome == {
        "username": "ida", "kind": "transaction", "outcome": "refused", "outdated": False,
    }  # fmt: skip
    assert bank.status("ida", payment) == "refused"
    assert "no request waits" in device.app("approve", "ida", fails=True)
    assert bank.raw("GET", f"/requests/{payment['requestID']}", "tom").status_code == 404


def test_codes(bank, device):
    device.activate("max")
    code = device.app("otp", "max", lines=[PIN])[-1]["code"]
    assert bank.ask("POST", "/codes", "max", {"code": code})["sessionStatus"] == "accepted"
    assert bank.ask("POST", "/codes", "max", {"code": code}, status=400)["errorCode"] == -1600
    challenge = bank.ask("POST", "/challenges", "max")
    answer = device.app("otp", "max", "--challenge", challenge["challenge"], lines=[PIN])[-1]
    good = bank.ask("POST", "/codes", "max", {"code": answer["code"], "challenge": challenge["requestID"]})
    assert good["hostCode"] == answer["hostCode"]
    fields = ["GB33BUKB20201555", "12.50", "EUR"]
    signature = device.app("sign", "max", *fields, lines=[PIN])[-1]
    good = bank.ask("POST", "/signatures", "max", {"fields": fields, "code": signature["code"]})
    assert good["sessionStatus"] == "accepted" and good["hostCode"] == signature["hostCode"]
    assert "-8054" in device.app("sign", "max", "a text of more than sixteen", fails=True)


def test_pins(bank, device):
    device.activate("zoe")
    device.app("pin", "zoe", lines=[PIN, "846207", "846207"])
    # Whatever PIN is typed, a code comes out; the server alone tells.
    code = device.app("otp", "zoe", lines=[PIN])[-1]["code"]
    assert bank.ask("POST", "/codes", "zoe", {"code": code}, status=400)["errorCode"] == -1600
    bank.ask("POST", "/sign-ons", "zoe")
    assert "-8041" in device.app("approve", "zoe", "--yes", lines=["000001", "000002", "000003", "000004"], fails=True)
    name = bank.server.command("orchestration", "show", APPLICATION, "zoe", "--realm", "alpha")[0]["name"]
    bank.server.command("orchestration", "unlock", APPLICATION, name, "--realm", "alpha")
    bank.ask("POST", "/sign-ons", "zoe")
    assert device.app("approve", "zoe", "--yes", lines=["846207"])[-1]["outcome"] == "accepted"


def test_methods(bank, device):
    """The user is verified as the customer's server wants, by what the phone has; else by the PIN."""
    device.activate("uma")

    def answered(method: str, *arguments: str, lines: list[str] | None = None) -> str:
        request = bank.ask("POST", "/sign-ons", "uma", {"passKey": method})
        assert device.app("approve", "uma", "--yes", *arguments, lines=lines)[-1]["outcome"] == "accepted"
        return bank.status("uma", request)

    assert answered("NoPIN") == answered("Fingerprint", "--sensor", "fpt") == "accepted"
    # The face isn't enrolled, then it is, then the phone has no camera.
    assert answered("Face", lines=[PIN]) == "accepted"
    assert device.app("face", "uma")[-1]["hasFace"] is True
    assert answered("Face") == answered("Face", "--sensor", "fpt", lines=[PIN]) == "accepted"
    # A code by the face is one without the PIN, which counts where the application's rules say so.
    code = device.app("otp", "uma", "--by", "face")[-1]["code"]
    assert bank.ask("POST", "/codes", "uma", {"code": code}, status=400)["errorCode"] == -1600
    assert "-8061" in device.app("face", "uma", "--sensor", "nobody", fails=True)


def test_users(bank, device):
    """One phone, two users: each with a PIN and requests of their own."""
    device.activate("lou")
    device.activate("tom")
    assert [user["username"] for user in device.app("users")[0]["users"]] == ["lou", "tom"]
    hers, his = bank.ask("POST", "/sign-ons", "lou"), bank.ask("POST", "/sign-ons", "tom")
    shown, outcome = device.app("approve", "--command", hers["requestMessage"], "--reject")
    assert (outcome["username"], bank.status("lou", hers), bank.status("tom", his)) == ("lou", "refused", "pending")
    assert device.app("approve", "tom", "--yes", lines=[PIN])[-1]["username"] == "tom"
    assert bank.status("tom", his) == "accepted"
    device.app("forget", "lou")
    assert "-8022" in device.app("approve", "--command", hers["requestMessage"], "--yes", fails=True)


def test_outdated(bank, tmp_path):
    """A request that another phone of the user decided is told as such."""
    phones = [Device(tmp_path / name, bank) for name in ("one", "two")]
    for phone in phones:
        phone.activate("uma")
    for word, decision in (("accepted", "--yes"), ("refused", "--reject")):
        request = bank.ask("POST", "/sign-ons", "uma")
        # The command is for one of the two; the other finds its own.
        owner = next(phone for phone in phones if answers(phone, request["requestMessage"]))
        other = next(phone for phone in phones if phone is not owner)
        assert other.app("approve", "uma", decision, lines=[PIN])[-1]["outcome"] == word
        late = owner.app("approve", "--command", request["requestMessage"], "--yes", lines=[PIN])[-1]
        assert (late["outcome"], late["outdated"]) == (word, True) and bank.status("uma", request) == word


def answers(phone: Device, command: str) -> bool:
    """Whether a request is for this phone: the user turns away at once."""
    return "-8022" not in phone.app("approve", "--command", command, fails=True)


def test_journey(bank, device):
    """The demonstration's journey signs a user in by the app alone."""
    device.activate("lea")
    url = f"{bank.server.base}/am/json/realms/root/realms/alpha/authenticate"
    headers = {"Accept-API-Version": "resource=2.1, protocol=1.0"}

    def send(step=None, agent="bank"):
        query = {} if step else {"authIndexType": "service", "authIndexValue": "OrchestrationLogin"}
        return requests.post(url, params=query, json=step or {}, headers={**headers, "User-Agent": agent}, timeout=20)

    name = send().json()
    name["callbacks"][0]["input"][0]["value"] = "lea"
    waiting = send(name).json()
    kinds = [callback["type"] for callback in waiting["callbacks"]]
    assert kinds == ["HiddenValueCallback", "PollingWaitCallback", "ConfirmationCallback"]
    waiting = send(waiting).json()
    assert "tokenId" not in waiting
    # The code on the page is the request, as text.
    command = next(output["value"] for output in waiting["callbacks"][0]["output"] if output["name"] == "value")
    shown, outcome = device.app("approve", "--command", command, "--yes", lines=[PIN])
    assert shown["shown"] == "Sign in as lea?" and outcome["outcome"] == "accepted"
    success = send(waiting).json()
    assert "tokenId" in success
    # The same answer by the same client gets the same session for some seconds; by another client nothing.
    assert send(waiting).json() == success
    assert send(waiting, agent="another").status_code == 401


def test_other_flows(bank, device):
    device.activate("kim")
    device.app("notify", "kim", "apns:1")
    device.app("tell", "kim", "login", '{"screen": 1}', "--feed", '{"wifi": "home"}')
    assert "--feed is a JSON object" in device.app("tell", "kim", "login", "--feed", "[]", fails=True)
    device.app("forget", "kim")
    assert device.app("users")[0]["users"] == []
    assert "-8022" in device.app("otp", "kim", fails=True)


def said(browser, selector: str, text: str, seconds: float = 20) -> None:
    """Waits until a part of the page says something: each form loads the page anew."""
    end, found = time.monotonic() + seconds, None
    while time.monotonic() < end:
        try:
            found = browser.find_element(By.CSS_SELECTOR, selector).text
            if text in found:
                return
        except WebDriverException:
            pass
        time.sleep(0.05)
    raise AssertionError(f"{selector} says {found}, not {text}")


def shows(browser, title: str) -> None:
    said(browser, "h1", title)


def enter(browser, pin: str, has_script: bool) -> None:
    """Enters a PIN by the page's keys; without script, each of them is a form."""
    for number, digit in enumerate(pin, 1):
        browser.find_element(By.CSS_SELECTOR, f"#keys button[name=digit][value='{digit}']").click()
        if not has_script:
            said(browser, "form", f"Characters entered: {number}")
    browser.find_element(By.CSS_SELECTOR, "#keys .done").click()


def ended(process: subprocess.Popen) -> tuple[int, list[dict], str]:
    out, complaints = process.communicate(timeout=20)
    return process.returncode, [json.loads(line) for line in out.splitlines()], complaints


def test_keypad_page(bank, device, browser, look, request, tmp_path):
    """A user is activated, approves and turns away by the page alone, with its script and without."""
    has_script = request.node.callspec.params["browser"] == "script"
    user = "pia" if has_script else "ben"
    password = bank.ask("POST", "/activations", user)["activationPassword"]
    process, page = device.keypad("activate", user, "--customer", bank.base, lines=[password])
    browser.get(page)
    shows(browser, "Choose a PIN")
    enter(browser, "111111", has_script)
    said(browser, "#error", "The PIN is too simple")
    shows(browser, "Choose a PIN")
    enter(browser, PIN, has_script)
    shows(browser, "Confirm your PIN")
    look("confirm")
    enter(browser, PIN, has_script)
    shows(browser, "Done. You can close this page.")
    status, lines, _ = ended(process)
    assert status == 0 and lines[-1]["serialNumber"].startswith("GTH")

    payment = bank.ask("POST", "/payments", user, {"to": "<b>ACME</b>", "amount": "12.50 EUR"})
    style = tmp_path / "keypad.strings"
    style.write_text(
        '"orch_pinpad_enter_pin" = "Your bank\'s PIN";\n"orch_pinpad_background_color" = "#E0F0FF";\n'
        '"orch_pinpad_text_color" = "red;} * { display: none";\n'
    )
    process, page = device.keypad("approve", user, "--scramble", "--keypad-style", str(style))
    browser.get(page)
    shows(browser, "Approve the transaction?")
    assert [line.text for line in browser.find_elements(By.TAG_NAME, "dd")] == ["<b>ACME</b>", "12.50 EUR"]
    assert browser.find_element(By.TAG_NAME, "body").value_of_css_property("background-color") == "rgba(224, 240, 255, 1)"
    look("decision")
    if has_script:
        assert barriers(browser) == []
    browser.find_element(By.NAME, "approve").click()
    shows(browser, "Your bank's PIN")
    digits = [key.text for key in browser.find_elements(By.NAME, "digit")]
    assert sorted(digits) == list("0123456789")
    if has_script:
        assert barriers(browser) == []
    enter(browser, "000001", has_script)
    said(browser, "#error", "The PIN is wrong. Tries that are left: ")
    look("wrong")
    # A real keyboard does as well, and its Enter key.
    browser.find_element(By.ID, "pin").send_keys(PIN + "\n")
    shows(browser, "Done. You can close this page.")
    status, lines, complaints = ended(process)
    assert status == 0 and lines[-1]["outcome"] == "accepted" and "orch_pinpad_text_color" in complaints
    assert bank.status(user, payment) == "accepted"

    bank.ask("POST", "/sign-ons", user)
    process, page = device.keypad("approve", user)
    browser.get(page)
    shows(browser, "Approve the sign-in?")
    browser.find_element(By.NAME, "cancel").click()
    shows(browser, "-8070")
    status, _, complaints = ended(process)
    assert status == 1 and "-8070" in complaints
    assert violations(browser) == []


def test_keypad_page_alone(bank, device, tmp_path):
    """A page that nobody opens: the command ends when it is told to, as aborted; and it says why it can't begin."""
    device.activate("lou")
    bank.ask("POST", "/sign-ons", "lou")
    process, page = device.keypad("approve", "lou", "--yes")
    port = page.split(":")[2].split("/")[0]
    assert "in use" in device.app("otp", "lou", "--keypad", "page", "--port", port, "--name", "other", fails=True)
    process.send_signal(signal.SIGINT)
    status, _, complaints = ended(process)
    assert status == 1 and "-8070" in complaints
    for text in ("", "no strings", '"a" = ('):
        (tmp_path / "bad.strings").write_text(text)
        assert "isn't a file of strings" in device.app("otp", "lou", "--keypad-style", str(tmp_path / "bad.strings"), fails=True)
    assert "can't be read" in device.app("otp", "lou", "--keypad-style", str(tmp_path / "none.strings"), fails=True)


def test_help():
    """The app's commands are found."""
    done = subprocess.run([PHONE, "--as", "orchestration", "--help"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and "activate" in done.stdout
