"""PingID end to end: the program `phone` with a customer's app, the example server of a customer, and a browser's part played by requests."""

import json
import subprocess
import sys
import time

import pytest
import requests
from support.phone import PHONE, Phone
from support.server import REPOSITORY, free_port

# The demonstration's app, which a device can move over to.
APPLICATION = "gatehouse-phone"
USERS = ["tom", "eva", "ida", "max", "zoe", "kim", "joe", "ana", "bob", "lea", "uma"]


class Bank:
    """The example server, and what a browser asks it."""

    def __init__(self, server, folder):
        realm = next(each["id"] for each in server.command("realm", "list") if each["path"] == "/alpha")
        self.issuer = f"{server.base}/device/v1/{realm}"
        server.command("realm", "set", "alpha", "migrationsUntil=2040-01-01T00:00:00Z")
        server.command("pingid", "enable", APPLICATION, "--realm", "alpha", "push_timeout=15", "otp_fallback_enabled=true")
        key = folder / "key.json"
        key.write_text(json.dumps(server.command("pingid", "key", "create", "--realm", "alpha")))
        self.base = f"http://127.0.0.1:{free_port()}"
        self.process = subprocess.Popen(
            [
                sys.executable, REPOSITORY / "examples/pingid-customer.py", server.base, APPLICATION, key,
                *[f"{user}:secret" for user in USERS], "--port", self.base.rsplit(":", 1)[1],
            ],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert "is open" in self.process.stdout.readline()

    def ask(self, method: str, path: str, user: str | None = None, body=None, status: int = 200) -> dict:
        auth = (user, "secret") if user else None
        answer = requests.request(method, self.base + path, json=body, auth=auth, timeout=15)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else {}

    def browse(self, user: str, **body) -> str:
        """A sign-on in the browser; its address."""
        return "/sign-ons/" + self.ask("POST", "/sign-ons", user, body, status=201)["id"]

    def status(self, user: str, path: str) -> str:
        return self.ask("GET", path, user)["status"]


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
        self.command("--as", "pingid", "trust", bank.issuer)

    def app(self, *arguments: str, input: str = "", fails: bool = False):
        """Runs a command of the app; what it prints, line by line, or what it complains of."""
        done = self.run("--as", "pingid", *arguments, "--json", input=input)
        assert (done.returncode != 0) == fails, f"{arguments}: {done.stdout} {done.stderr}"
        return done.stderr if fails else [json.loads(line) for line in done.stdout.splitlines()]

    def pair(self, user: str, *arguments: str, resource: str = "pair") -> dict:
        return self.app(
            resource, user, "--app-id", APPLICATION, "--customer", self.bank.base, *arguments, input="secret\n"
        )[-1]  # fmt: skip

    def sign_on(self, user: str, *arguments: str) -> dict:
        return self.pair(user, *arguments, resource="sign-on")

    def levels(self) -> dict:
        return {user["username"]: user["level"] for user in self.app("users")[0]["users"]}


@pytest.fixture
def device(bank, tmp_path):
    made = iter(range(10))
    return lambda: Device(tmp_path / f"phone-{next(made)}", bank)


def primary(device, user: str) -> Device:
    phone = device()
    answer = phone.pair(user, "--level", "primary")
    assert answer["state"] == "trustLevels" and answer["trustLevels"] == ["primary", "ignored"] and answer["chosen"] == "primary"
    return phone


@pytest.fixture(scope="module")
def ignored(bank, tmp_path_factory):
    """A phone that is ignored for a minute, and the time when that began: the other tests fill it."""
    phone = Device(tmp_path_factory.mktemp("ignored") / "phone", bank)
    phone.pair("uma", "--level", "ignored", "--ignore-for", "1minutes")
    return phone, time.monotonic()


def test_a_device_is_ignored(ignored):
    phone, _ = ignored
    assert phone.sign_on("uma")["status"] == "IGNORED"
    assert phone.levels() == {"uma": "ignored"}


def test_pairing_and_sign_on(bank, device):
    phone = primary(device, "tom")
    assert phone.sign_on("tom")["state"] == "deviceIsTrusted"
    # Each exchange brings the phone's own view up to date.
    phone.app("logs")
    assert phone.levels() == {"tom": "primary"}
    assert "wrong user name or password" in phone.app("sign-on", "tom", input="guess\n", fails=True)


@pytest.mark.parametrize("choice, status, level", [
    ("--approve", "APPROVED", "trusted"), ("--deny", "REJECTED", None), ("--block", "REJECTED", None),
])  # fmt: skip
def test_second_device(bank, device, choice, status, level):
    user = {"--approve": "eva", "--deny": "ida", "--block": "max"}[choice]
    first, second = primary(device, user), device()
    answer = second.sign_on(user)
    assert (answer["status"], answer["state"]) == ("IN_PROGRESS", "done")
    asked = first.app("wait", choice, "--seconds", "20")[-1]
    assert asked["username"] == user and asked["device"]["model"] == "Terminal phone"
    assert bank.status(user, f"/sign-ons/{answer['id']}") == status
    again = second.sign_on(user)
    assert again["state"] == ("deviceIsTrusted" if level else "done")
    if level:
        assert second.levels() == {user: level}
    seen = bank.ask("GET", "/seen-devices", user)["seenDevices"]
    assert len(seen) == 2


def test_ignored(bank, device):
    """Until its end, or until the customer's server forgets it; that the interval ends is seen at the end of this file."""
    phone = device()
    assert phone.pair("kim", "--level", "ignored", "--ignore-for", "30minutes")["chosen"] == "ignored"
    assert phone.sign_on("kim")["status"] == "IGNORED"
    seen = bank.ask("GET", "/seen-devices", "kim")["seenDevices"]
    assert seen[0]["ignored"] and seen[0]["ignoreEndTime"] > seen[0]["ignoreStartTime"]
    bank.ask("DELETE", f"/seen-devices/{seen[0]['id']}", "kim", status=204)
    assert phone.sign_on("kim")["state"] == "trustLevels"


def test_pushes(bank, device):
    phone = primary(device, "joe")
    approved = bank.browse("joe", clientContext="12.50 to the shop")
    assert phone.app("wait", "--approve", "--seconds", "20")[-1]["clientContext"] == "12.50 to the shop"
    assert bank.status("joe", approved) == "APPROVED"
    denied = bank.browse("joe")
    phone.app("wait", "--deny", "--seconds", "20")
    assert bank.status("joe", denied) == "REJECTED"
    # Shown first, and decided later.
    later = bank.browse("joe")
    assert phone.app("wait", "--seconds", "20")[-1]["decision"] is None
    phone.app("choose", "--approve")
    assert bank.status("joe", later) == "APPROVED"
    cancelled = bank.browse("joe")
    assert phone.app("wait", "--seconds", "20")[-1]["type"] == "auth"
    assert bank.ask("DELETE", cancelled, "joe")["status"] == "REJECTED"
    assert phone.app("wait", "--seconds", "20")[-1]["type"] == "cancel"
    assert "no session" in phone.app("choose", "--approve", fails=True)


def test_a_push_that_times_out_and_a_passcode(bank, device):
    phone = primary(device, "ana")
    path = bank.browse("ana")
    end = time.monotonic() + 30
    while bank.status("ana", path) == "IN_PROGRESS" and time.monotonic() < end:
        time.sleep(1)
    assert bank.status("ana", path) == "TIMEOUT"
    code = phone.app("passcode", "--offline")[-1]["passcode"]
    assert bank.ask("PATCH", path, "ana", {"offlineOTP": code})["status"] == "APPROVED"


def test_offline(bank, device):
    """A device that no push reaches: passcodes, for the browser and for a second device with its trust level."""
    phone = device()
    phone.pair("bob", "--level", "primary", "--pushless", "--mfa", "passcodeOnly")
    path = bank.browse("bob")
    assert bank.status("bob", path) == "OTP"
    assert bank.ask("PATCH", path, "bob", {"offlineOTP": "000000"})["status"] == "OTP"
    code = phone.app("passcode", "--offline", "--mfa", "passcodeOnly")[-1]["passcode"]
    assert bank.ask("PATCH", path, "bob", {"offlineOTP": code})["status"] == "APPROVED"
    second = device()
    answer = second.sign_on("bob", "--level", "trusted")
    assert (answer["status"], answer["state"], answer["trustLevels"]) == ("OTP", "oneTimePasscode", ["trusted", "ignored"])
    code = phone.app("passcode", "--offline", "--mfa", "passcodeOnly")[-1]["passcode"]
    approved = bank.ask("PATCH", f"/sign-ons/{answer['id']}", "bob", {"offlineOTP": code})
    assert (approved["status"], approved["approvedDeviceState"]) == ("APPROVED", "Trusted")
    assert second.sign_on("bob")["state"] == "deviceIsTrusted"


def test_tokens(bank, device):
    phone = primary(device, "lea")
    made = bank.ask("POST", "/qr-codes", body={"pushVerification": True}, status=201)
    statuses = [report["status"] for report in phone.app("scan", made["token"])]
    assert statuses == ["PENDING_PUSH_VERIFICATION", "CLAIMED"]
    assert bank.ask("GET", f"/qr-codes/{made['id']}")["username"] == "lea"
    denied = bank.ask("POST", "/qr-codes", body={"userApproval": True}, status=201)
    assert phone.app("scan", denied["token"], "--deny")[-1]["status"] == "DENIED"
    # A second user of the same phone: one of the two is chosen.
    phone.pair("zoe", "--level", "primary")
    chosen = bank.ask("POST", "/qr-codes", body={"userApproval": True}, status=201)
    reports = phone.app("scan", chosen["token"], "--approve", "--user", "zoe")
    assert [user["username"] for user in reports[0]["users"]] == ["lea", "zoe"] and reports[-1]["status"] == "CLAIMED"
    assert bank.ask("GET", f"/qr-codes/{chosen['id']}")["username"] == "zoe"
    # In the browser, while the phone waits.
    web = bank.ask("POST", "/qr-codes", body={"userSelection": "WEB"}, status=201)
    waiting = phone.begin("--as", "pingid", "scan", web["token"], "--json")
    first = waiting.stdout.readline()
    assert first and json.loads(first)["status"] == "WEB_USER_SELECTION", waiting.communicate(timeout=20)
    assert bank.ask("PATCH", f"/qr-codes/{web['id']}", body={"username": "lea"})["status"] == "CLAIMED"
    assert json.loads(waiting.stdout.readline())["status"] == "CLAIMED"
    assert waiting.wait(timeout=20) == 0
    taken = bank.ask("POST", "/qr-codes", body={}, status=201)
    assert bank.ask("DELETE", f"/qr-codes/{taken['id']}")["status"] == "CANCELED"
    assert "-10020" in phone.app("scan", taken["token"], fails=True)


class TestMoving:
    @pytest.fixture
    def phone(self, bank, device):
        for each in bank.ask("GET", "/devices", "tom")["devices"]:
            bank.ask("DELETE", f"/devices/{each['id']}", "tom", status=204)
        return primary(device, "tom")

    def test_by_call(self, server, bank, phone):
        moved = phone.app("migrate")[-1]
        assert [pairing["user"]["username"] for pairing in moved["pairings"]] == ["tom"]
        assert "tom" in phone.command("list")
        assert "-10001" in phone.app("logs", fails=True)
        assert phone.app("users")[0]["users"] == []
        assert bank.ask("GET", "/devices", "tom")["devices"] == []

    def test_by_push(self, server, bank, phone):
        path = bank.browse("tom", clientContext="from the shop")
        moved = phone.app("migrate", "--on-push", "--approve", "--seconds", "20")[-1]
        assert moved["request"]["clientContext"] == "from the shop" and moved["pairings"][0]["user"]["username"] == "tom"
        assert bank.status("tom", path) == "APPROVED"
        assert "tom" in phone.command("list")


def test_an_ignored_device_after_its_interval(bank, ignored):
    phone, began = ignored
    time.sleep(max(0, 61 - (time.monotonic() - began)))
    assert not bank.ask("GET", "/seen-devices", "uma")["seenDevices"][0]["ignored"]
    answer = phone.sign_on("uma", "--level", "primary")
    assert (answer["state"], answer["chosen"]) == ("trustLevels", "primary")
    assert phone.sign_on("uma")["state"] == "deviceIsTrusted"


def test_help():
    """The app's commands are found."""
    done = subprocess.run([PHONE, "--as", "pingid", "--help"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and "sign-on" in done.stdout
    assert subprocess.run([PHONE, "--as", "nothing"], capture_output=True, text=True, timeout=20).returncode != 0
