"""Orchestration end to end: the program `phone` with a customer's app, the example server of a customer, and a browser's part played by
requests."""

import json
import subprocess
import sys

import pytest
import requests
from support.phone import PHONE, Phone
from support.server import REPOSITORY, free_port

APPLICATION = "gatehouse-phone"
USERS = ["tom", "eva", "ida", "max", "zoe", "kim", "lea"]
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


def test_journey(bank, device):
    """The demonstration's journey signs a user in by the app alone."""
    device.activate("lea")
    url = f"{bank.server.base}/am/json/realms/root/realms/alpha/authenticate"
    headers = {"Accept-API-Version": "resource=2.1, protocol=1.0"}

    def send(step=None):
        query = {} if step else {"authIndexType": "service", "authIndexValue": "OrchestrationLogin"}
        return requests.post(url, params=query, json=step or {}, headers=headers, timeout=20)

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
    assert "tokenId" in send(waiting).json()
    assert send(waiting).status_code == 401


def test_other_flows(bank, device):
    device.activate("kim")
    device.app("notify", "kim", "apns:1")
    device.app("tell", "kim", "login", '{"screen": 1}')
    device.app("forget", "kim")
    assert device.app("users")[0]["users"] == []
    assert "-8022" in device.app("otp", "kim", fails=True)


def test_help():
    """The app's commands are found."""
    done = subprocess.run([PHONE, "--as", "orchestration", "--help"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and "activate" in done.stdout
