"""The API of customers' servers, held by a client that was written after the documentation alone."""

import json
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests
from openapi_spec_validator import validate
from support.pingid import Customer

NUMBER = "+41791234567"


@pytest.fixture(scope="module")
def customer(server):
    realm = next(realm["id"] for realm in server.command("realm", "list") if realm["path"] == "/alpha")
    server.command("client", "create", "pingid-app", "--realm", "alpha")
    server.command("pingid", "enable", "pingid-app", "--realm", "alpha")
    key = server.command("pingid", "key", "create", "--realm", "alpha")
    assert key["account_id"] == realm
    return Customer(server.base, key["account_id"], "pingid-app", key["token"], key["key"])


@pytest.fixture
def user(customer):
    name = f"user-{secrets.token_hex(4)}"
    customer.ask("POST", "/users", {"username": name, "firstName": "Grace", "lastName": "Hopper"}, status=201)
    return name


def message(server, known: set) -> str:
    """The code of the text message that has come since."""
    folder = server.data / "sms"
    for _ in range(200):
        new = [file for file in folder.glob("*") if file not in known] if folder.exists() else []
        codes = [match[0] for file in new if (match := re.search(r"\b\d{6}\b", file.read_text()))]
        if codes:
            return codes[0]
        time.sleep(0.05)
    raise AssertionError("no text message came")


def messages(server) -> set:
    return set((server.data / "sms").glob("*"))


def test_users(customer, user):
    assert customer.ask("GET", f"/users/{user}", query="expand=devices")["devices"] == []
    assert customer.ask("PATCH", f"/users/{user}", {"status": "SUSPENDED"})["status"] == "SUSPENDED"
    assert customer.ask("PATCH", f"/users/{user}", {"status": "ACTIVE"})["status"] == "ACTIVE"
    assert customer.ask("POST", "/users", {"username": user}, status=409).error[1] == "UNIQUENESS_VIOLATION"
    assert customer.ask("POST", "/users", {}, status=400).error[1] == "INVALID_DATA"
    customer.ask("DELETE", f"/users/{user}", status=204)
    assert customer.ask("GET", f"/users/{user}", status=404).error[1] == "NOT_FOUND"


def test_pairing_keys_and_registrations(customer, user):
    key = customer.ask("POST", f"/users/{user}/pairingkeys", {"pairingData": "counter 4"}, status=201)
    assert key["status"] == "NOT_CLAIMED" and key["pairingData"] == "counter 4"
    assert customer.ask("GET", f"/users/{user}/pairingkeys/{key['id']}")["status"] == "NOT_CLAIMED"
    registration = customer.ask("POST", f"/users/{user}/registrationtokens", {}, status=201)
    assert customer.ask("GET", f"/users/{user}/registrationtokens/{registration['id']}")["status"] == "not_claimed"
    refused = customer.ask("POST", f"/users/{user}/registrationtokens", {"payload": "no payload"}, status=400)
    assert refused.error[1] == "REQUEST_FAILED"


def test_sign_on_by_text_message(server, customer, user):
    before = messages(server)
    pairing = customer.ask("POST", f"/users/{user}/smspairings", {"phoneNumber": NUMBER}, status=201)
    assert pairing["status"] == "OTP"
    code = message(server, before)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert customer.ask("PATCH", f"/users/{user}/smspairings/{pairing['id']}", {"otp": wrong}, status=400).error[2] == "WRONG_OTP"
    assert customer.ask("PATCH", f"/users/{user}/smspairings/{pairing['id']}", {"otp": code})["status"] == "PAIRED"
    device = customer.ask("GET", f"/users/{user}/devices")["devices"][0]
    assert device["deviceType"] == "SMS" and NUMBER not in json.dumps(device)

    before = messages(server)
    begun = customer.ask("POST", f"/users/{user}/authentications", {"deviceId": device["id"], "clientContext": "shop"}, status=201)
    assert begun["status"] == "OTP"
    code = message(server, before)
    path = f"/users/{user}/authentications/{begun['id']}"
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert customer.ask("PATCH", path, {"offlineOTP": wrong})["status"] == "OTP"
    assert customer.ask("PATCH", path, {"offlineOTP": code})["status"] == "APPROVED"
    assert customer.ask("GET", path)["status"] == "APPROVED"
    customer.ask("PATCH", path, {"offlineOTP": code}, status=409)
    customer.ask("DELETE", f"/users/{user}/devices/{device['id']}", status=204)
    assert customer.ask("GET", f"/users/{user}/devices")["devices"] == []


def test_tokens(customer):
    token = customer.ask("POST", "/authenticationtokens", {"userSelection": "WEB", "userApproval": True}, status=201)
    assert token["status"] == "NOT_CLAIMED" and token["token"]
    customer.ask("PATCH", f"/authenticationtokens/{token['id']}", {"username": "nobody"}, status=409)
    assert customer.ask("DELETE", f"/authenticationtokens/{token['id']}")["status"] == "CANCELED"
    customer.ask("POST", "/authenticationtokens", {"userSelection": "NOWHERE"}, status=400)


# What every operation is asked and held to, as in `test_platform.py`.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "ignored_auth",
]  # fmt: skip


@pytest.fixture(scope="module")
def document(server):
    return requests.get(f"{server.base}/pingid/v1/openapi.json", timeout=10).json()


def test_document_is_openapi(document):
    validate(document)
    assert len(document["paths"]) > 15


def existing_things(customer) -> dict[str, str]:
    """Ids of what is there, so that requests get beyond a 404."""
    name = f"user-{secrets.token_hex(4)}"
    customer.ask("POST", "/users", {"username": name}, status=201)
    pairing = customer.ask("POST", f"/users/{name}/emailpairings", {"email": f"{name}@example.com"}, status=201)
    registration = customer.ask("POST", f"/users/{name}/registrationtokens", {}, status=201)
    token = customer.ask("POST", "/authenticationtokens", {}, status=201)
    key = customer.ask("POST", f"/users/{name}/pairingkeys", {}, status=201)
    nothing = "00000000-0000-4000-8000-000000000000"
    return {
        "accountID": customer.account, "applicationID": customer.application, "username": name, "deviceID": pairing["id"],
        "registrationID": registration["id"], "tokenID": token["id"], "pairingKey": key["id"], "authenticationID": nothing,
        "seenDeviceID": nothing,
    }  # fmt: skip


@pytest.mark.parametrize("methods", ["--exclude-method", "--include-method"], ids=["others", "deletions"])
def test_schemathesis(server, customer, document, tmp_path, results, methods):
    """No server error, no undocumented status, no answer that isn't as described, and nothing without a signature. A hook signs."""
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text("[parameters]\n" + "".join(f'{name} = "{id}"\n' for name, id in existing_things(customer).items()))
    schema = tmp_path / "openapi.json"
    schema.write_text(json.dumps(document))
    members = {
        "base": server.base, "account": customer.account, "application": customer.application, "token": customer.token,
        "key": json.loads(customer.key.export())["k"],
    }  # fmt: skip
    report = Path(results) / f"schemathesis-pingid{methods}.txt"
    with report.open("w") as output:
        done = subprocess.run(
            [
                Path(sys.executable).parent / "schemathesis", "--config-file", configuration, "run", schema, "--url", server.base,
                "--checks", ",".join(CHECKS), "--max-examples", "15", "--phases", "examples,coverage,fuzzing", "--seed", "7",
                "--workers", "1", "--no-color", "--suppress-health-check", "all", methods, "DELETE",
            ],
            stdout=output, stderr=subprocess.STDOUT, timeout=900, cwd=tmp_path,
            env={
                "PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(Path(__file__).parent),
                "SCHEMATHESIS_HOOKS": "support.pingid_hooks", "PINGID_CUSTOMER": json.dumps(members),
            },
        )  # fmt: skip
    assert done.returncode == 0, report.read_text()[-8000:]


class TestRefused:
    """Requests that aren't what was signed, each with its documented error."""

    @pytest.fixture
    def request_(self, customer, user):
        data = json.dumps({"status": "SUSPENDED"}).encode()
        path = customer.path(f"/users/{user}")
        return path, data, customer.canonical("PATCH", path, "", data)

    def refused(self, customer, request_, authorization, detail, data=None, path=None):
        answer = customer.send("PATCH", path or request_[0], data or request_[1], authorization, canonical=request_[2])
        assert answer.error == (401, "INVALID_TOKEN", detail), answer.body

    def test_unsigned(self, customer, request_):
        self.refused(customer, request_, None, "MALFORMED")
        self.refused(customer, request_, "Bearer abc", "MALFORMED")
        self.refused(customer, request_, "PINGID-HMAC=a.b", "MALFORMED")

    def test_altered_body(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2]), "ALTERED", data=b'{"status": "ACTIVE"}')

    def test_another_path(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2]), "ALTERED", path=customer.path("/users/another"))

    def test_old(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2], expires="2026-01-31T12:00:00Z"), "EXPIRED")

    def test_far_future(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2], expires="2126-01-31T12:00:00Z"), "EXPIRED")

    def test_without_id_or_end(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2], expires=None), "EXPIRED")
        self.refused(customer, request_, customer.sign(request_[2], **{"X-Request-ID": None}), "EXPIRED")

    def test_wrong_key(self, customer, request_):
        other = Customer(customer.base, customer.account, customer.application, customer.token, "A" * 43)
        self.refused(customer, request_, other.sign(request_[2]), "SIGNATURE")

    def test_wrong_name_of_the_key(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2], token="another"), "SIGNATURE")

    def test_another_account(self, customer, request_):
        self.refused(customer, request_, customer.sign(request_[2], account_id="00000000-0000-4000-8000-000000000000"), "SIGNATURE")

    def test_repeated(self, customer, request_, user):
        path, data, canonical = request_
        authorization = customer.sign(canonical)
        assert customer.send("PATCH", path, data, authorization, canonical=canonical).status == 200
        answer = customer.send("PATCH", path, data, authorization, canonical=canonical)
        assert answer.error == (401, "INVALID_TOKEN", "REPEATED") and answer.is_signed

    def test_a_removed_key(self, server, customer, request_):
        made = server.command("pingid", "key", "create", "--realm", "alpha")
        other = Customer(customer.base, made["account_id"], customer.application, made["token"], made["key"])
        other.ask("GET", "/authenticationtokens/00000000-0000-4000-8000-000000000000", status=404)
        server.command("pingid", "key", "remove", made["token"], "--realm", "alpha", "--yes")
        for _ in range(60):
            answer = other.send("PATCH", request_[0], request_[1], other.sign(request_[2]), canonical=request_[2])
            if answer.status == 401:
                break
            time.sleep(0.05)
        assert answer.error == (401, "INVALID_TOKEN", "SIGNATURE")
