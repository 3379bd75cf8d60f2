"""The platform's API, held against its own OpenAPI document by other people's programs: a validator, and schemathesis."""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from openapi_spec_validator import validate
from support.server import REPOSITORY, Server

# A pattern of the paths to ask, to look at some quickly; all by default.
PATHS = os.environ.get("PLATFORM_PATHS")
ROLES = ["Identity Data Admin", "Environment Admin", "Client Application Developer"]
# What every operation is asked and held to. `negative_data_rejection` isn't among them: a member that is null counts as one that wasn't
# sent, as clients of this API send it, though its schema says nothing of null.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "ignored_auth",
]  # fmt: skip


class Platform:
    """An environment, and a worker application that has every role in it."""

    def __init__(self, server: Server):
        self.server = server
        self.environment = next(realm["id"] for realm in server.command("realm", "list") if realm["path"] == "/alpha")
        roles = [word for role in ROLES for word in ("--role", role)]
        made = server.command("client", "create", "platform-worker", "--confidential", "--realm", "alpha", *roles)
        self.client = (made["id"], made["secret"])
        self.base = f"{server.base}/v1/environments/{self.environment}"
        self.headers = {"Authorization": f"Bearer {self.token()}"}

    def token(self) -> str:
        url = f"{self.server.base}/{self.environment}/as/token"
        answer = requests.post(url, data={"grant_type": "client_credentials"}, auth=self.client, timeout=10)
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    def ask(
        self, method: str, path: str, body=None, kind: str = "application/json", status: int = 200, on_authentication_host: bool = False
    ) -> dict:
        base = f"{self.server.base}/{self.environment}" if on_authentication_host else self.base
        data = None if body is None else json.dumps(body)
        headers = {**self.headers, "Content-Type": kind} if body is not None else self.headers
        answer = requests.request(method, base + path, data=data, headers=headers, timeout=10)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else {}


@pytest.fixture(scope="module")
def platform(server):
    return Platform(server)


@pytest.fixture(scope="module")
def document(server):
    return requests.get(f"{server.base}/v1/openapi.json", timeout=10).json()


def test_document_is_openapi(document):
    validate(document)


def test_users_by_requests(platform):
    user = platform.ask("POST", "/users", {"username": "grace", "email": "grace@example.com"}, status=201)
    assert platform.ask("GET", f"/users/{user['id']}") == user
    found = platform.ask("GET", '/users?filter=email eq "grace@example.com"')
    assert [user["id"] for user in found["_embedded"]["users"]] == [user["id"]]
    platform.ask("DELETE", f"/users/{user['id']}", status=204)
    platform.ask("GET", f"/users/{user['id']}", status=404)


def test_second_factor_with_curl(platform):
    """The script under examples/ goes through, in nothing but a shell with curl."""
    script = REPOSITORY / "examples/mfa-with-curl.sh"
    done = subprocess.run(
        [script, platform.server.base, platform.environment, *platform.client], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and done.stdout.rstrip().endswith("done"), done.stdout + done.stderr


def test_flow_with_curl(platform):
    """The other script signs a user in without redirects."""
    platform.server.command("user", "create", "flow", "--realm", "alpha", "--password-stdin", input="Ch4ng3it!Ch4ng3it!\n")
    script = REPOSITORY / "examples/flow-with-curl.sh"
    done = subprocess.run(
        [script, platform.server.base, platform.environment, "gatehouse-phone", "flow", "Ch4ng3it!Ch4ng3it!"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.rstrip().endswith("done"), done.stdout + done.stderr


@pytest.mark.parametrize("methods", ["--exclude-method", "--include-method"], ids=["others", "deletions"])
def test_schemathesis(platform, document, tmp_path, results, methods):
    """No server error, no undocumented status, no answer that isn't as described, and nothing without a good token.

    Deletions come last: nothing is there to be looked at after them."""
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text("[parameters]\n" + "".join(f'{name} = "{id}"\n' for name, id in existing_things(platform).items()))
    schema = tmp_path / "openapi.json"
    schema.write_text(json.dumps(document))
    report = Path(results) / f"schemathesis{methods}.txt"
    with report.open("w") as output:
        done = subprocess.run(
            [
                Path(sys.executable).parent / "schemathesis", "--config-file", configuration, "run", schema, "--url", platform.server.base,
                "--header", f"Authorization: {platform.headers['Authorization']}", "--checks", ",".join(CHECKS), "--max-examples", "15",
                "--phases", "examples,coverage,fuzzing", "--seed", "7", "--workers", "1", "--no-color", "--suppress-health-check", "all",
                methods, "DELETE", *(["--include-path-regex", PATHS] if PATHS else []),
            ],
            stdout=output, stderr=subprocess.STDOUT, timeout=900, cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1"},
        )  # fmt: skip
    assert done.returncode == 0, report.read_text()[-8000:]


def apple_key() -> str:
    """A key as Apple gives one to a team."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def existing_things(platform: Platform) -> dict[str, str]:
    """Ids of what is there, so that requests get beyond a 404."""
    name = secrets.token_hex(8)
    user = platform.ask("POST", "/users", {"username": name, "email": f"{name}@example.com"}, status=201)
    application = platform.ask("POST", "/applications", {
        "name": "Target", "type": "NATIVE_APP", "protocol": "OPENID_CONNECT", "grantTypes": ["AUTHORIZATION_CODE"],
        "tokenEndpointAuthMethod": "NONE", "mobile": {"bundleId": f"org.example.{name}"},
    }, status=201)  # fmt: skip
    credentials = platform.ask(
        "POST", f"/applications/{application['id']}/pushCredentials", {
            "type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": apple_key(),
        }, status=201,
    )  # fmt: skip
    signing = platform.ask("POST", "/signOnPolicies", {"name": name}, status=201)
    action = platform.ask("POST", f"/signOnPolicies/{signing['id']}/actions", {"type": "LOGIN", "priority": 1}, status=201)
    assignment = platform.ask(
        "POST", f"/applications/{application['id']}/signOnPolicyAssignments",
        {"priority": 1, "signOnPolicy": {"id": signing["id"]}}, status=201,
    )  # fmt: skip
    platform.ask("PUT", f"/users/{user['id']}/mfaEnabled", {"mfaEnabled": True})
    device = platform.ask("POST", f"/users/{user['id']}/devices", {"type": "TOTP", "status": "ACTIVE"}, status=201)
    key = platform.ask("POST", f"/users/{user['id']}/pairingKeys", {}, status=201)
    begun = platform.ask("POST", "/deviceAuthentications", {"user": {"id": user["id"]}}, status=201, on_authentication_host=True)
    code = platform.ask(
        "POST", "/authenticationCodes", {"application": {"id": application["id"]}}, status=201, on_authentication_host=True
    )
    policies = platform.ask("GET", "/deviceAuthenticationPolicies")["_embedded"]["deviceAuthenticationPolicies"]
    population = platform.ask("POST", "/populations", {"name": name}, status=201)
    event = {"ip": "192.0.2.1", "user": {"id": user["id"], "type": "EXTERNAL"}, "flow": {"type": "AUTHENTICATION"}}
    evaluation = platform.ask("POST", "/riskEvaluations", {"event": event}, status=201)
    predictor = platform.ask("POST", "/riskPredictors", {"name": name, "compactName": f"p{name}", "type": "BOT"}, status=201)
    risk = platform.ask("POST", "/riskPolicySets", {"name": name}, status=201)
    return {
        "riskEvaluationID": evaluation["id"], "riskPredictorID": predictor["id"], "riskPolicySetID": risk["id"],
        "environmentID": platform.environment, "userID": user["id"], "applicationID": application["id"], "policyID": policies[0]["id"],
        "populationID": population["id"], "pushCredentialID": credentials["id"], "signOnPolicyID": signing["id"],
        "actionID": action["id"], "assignmentID": assignment["id"], "deviceID": device["id"], "pairingKeyID": key["id"],
        "deviceAuthenticationID": begun["id"], "authenticationCodeID": code["id"],
    }  # fmt: skip
