"""The administration API, held against its own OpenAPI document by a validator and schemathesis, with a token of each kind of caller."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
import requests
from openapi_spec_validator import validate
from support import journey, oauth
from support.curl import curl
from support.server import Server

# A pattern of the paths to ask, to look at some quickly; all by default.
PATHS = os.environ.get("ADMIN_PATHS")
ROLES = [
    "Identity Data Admin", "Identity Data Read Only", "Environment Admin", "Client Application Developer", "Configuration Read Only",
]  # fmt: skip
# What every operation is asked and held to. `negative_data_rejection` isn't among them: texts of a query that schemathesis takes for
# wrong may be right for the server, such as a list with one element.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "ignored_auth",
]  # fmt: skip
PASSWORD = "a long passphrase of the chief"
SCOPE = "fr:idm:*"
# The API gives a caller 50 requests in a second.
RATE = "45/s"


class Administered:
    """A server of its own, since an administrator of the root may change all of it."""

    def __init__(self, server: Server):
        self.server = server
        self.base = f"{server.base}/admin/v1"
        server.command("user", "create", "chief", "--password-stdin", "--realm", "root", input=PASSWORD + "\n")
        server.command("user", "administrator", "chief", "--realm", "root")
        server.command("client", "create", "console", "--redirect", oauth.REDIRECT, "--scope", SCOPE, "--realm", "root")
        server.command("realm", "create", "alpha/spare")
        self.alpha = next(realm["id"] for realm in server.command("realm", "list") if realm["path"] == "/alpha")
        server.has_seen_changes()

    def chief(self) -> str:
        """A token of an administrator of the root, who has just signed in."""
        reply = journey.submit(
            self.server, journey.fill(journey.start(self.server, realm=""), "chief", PASSWORD), realm=""
        )
        assert "tokenId" in reply.json, reply.body
        verifier, challenge = oauth.pkce()
        query = {
            "client_id": "console", "response_type": "code", "scope": SCOPE, "redirect_uri": oauth.REDIRECT,
            "code_challenge": challenge, "code_challenge_method": "S256", "state": "st4te",
        }  # fmt: skip
        endpoint = f"{self.server.base}/am/oauth2"
        answer = curl("GET", f"{endpoint}/authorize?{urlencode(query)}", headers=journey.session_header(reply.json))
        form = {
            "grant_type": "authorization_code", "client_id": "console", "code": oauth.location(answer)["code"],
            "redirect_uri": oauth.REDIRECT, "code_verifier": verifier,
        }  # fmt: skip
        token = curl("POST", f"{endpoint}/access_token", body=urlencode(form), headers=oauth.FORM)
        assert token.status == 200, token.body
        return token.json["access_token"]

    def worker(self, role: str) -> str:
        """A token of an application that has a role in the realm."""
        name = "worker-" + role.lower().replace(" ", "-")
        made = self.server.command("client", "create", name, "--confidential", "--role", role, "--realm", "alpha")
        self.server.has_seen_changes()
        answer = requests.post(
            f"{self.server.base}/{self.alpha}/as/token", data={"grant_type": "client_credentials"}, auth=(made["id"], made["secret"]),
            timeout=10,
        )  # fmt: skip
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    def ask(self, token: str, method: str, path: str, body=None, status: int = 200, headers=None) -> requests.Response:
        fields = {"Authorization": f"Bearer {token}", **(headers or {})}
        answer = requests.request(method, self.base + path, json=body, headers=fields, timeout=10)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer


@pytest.fixture(scope="module")
def administered(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("administered"))
    running.start()
    try:
        yield Administered(running)
    finally:
        assert running.stop() == 0, running.log.read_text()


@pytest.fixture(scope="module")
def document(administered):
    return requests.get(f"{administered.base}/openapi.json", timeout=10).json()


def test_document(document):
    """It is OpenAPI 3.1."""
    validate(document)


def existing_things(administered: Administered, token: str) -> dict[str, str]:
    """The parameters of paths that lead to what is there, by the constants before them, so that requests get beyond a 404."""
    realm = "/realms/alpha"
    names = {
        "users": "target", "applications": "target", "secrets": "target", "scripts": "target", "journeys": "Login", "gateways": "sms",
        "templates": "target",
    }  # fmt: skip
    administered.ask(
        token, "POST", f"{realm}/users", {"username": "target", "attributes": {"mail": "target@example.com"}, "password": PASSWORD}, 201
    )
    administered.ask(token, "POST", f"{realm}/applications", {"id": "target", "redirectURIs": [oauth.REDIRECT]}, 201)
    names["keys"] = administered.ask(token, "POST", f"{realm}/keys", {"purpose": "ES256"}, 201).json()["id"]
    return names


def configuration(document: dict, names: dict[str, str]) -> str:
    """The settings of schemathesis: for each path the values of its parameters."""
    parts = []
    for path, item in document["paths"].items():
        values = {"realm": names.get(path, "alpha")}
        segments = path.strip("/").split("/")
        for before, segment in zip(segments, segments[1:]):
            name = segment.split(":")[0].strip("{}")
            if segment.startswith("{") and before in names:
                values[name] = names[before]
        lines = "".join(f"parameters.{json.dumps(f'path.{name}')} = {json.dumps(value)}\n" for name, value in values.items())
        parts.append(f"[[operations]]\ninclude-path = {json.dumps(path)}\n{lines}\n")
    return "".join(parts)


def run(administered, document, names, token, tmp_path, report: Path, examples: int, *options: str):
    settings, schema = tmp_path / "schemathesis.toml", tmp_path / "openapi.json"
    settings.write_text(configuration(document, names))
    schema.write_text(json.dumps(document))
    with report.open("w") as output:
        done = subprocess.run(
            [
                Path(sys.executable).parent / "schemathesis", "--config-file", settings, "run", schema, "--url", administered.base,
                "--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS), "--max-examples", str(examples),
                "--phases", "examples,coverage,fuzzing", "--seed", "7", "--workers", "1", "--rate-limit", RATE, "--no-color",
                "--suppress-health-check", "all", "--generation-database", "none", *options,
                # An answer that goes on until the token ends.
                "--exclude-path-regex", "/events$",
                *(["--include-path-regex", PATHS] if PATHS else []),
            ],
            stdout=output, stderr=subprocess.STDOUT, timeout=900, cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1"},
        )  # fmt: skip
    assert done.returncode == 0, report.read_text()[-8000:]


@pytest.mark.parametrize("role", ROLES)
def test_role(administered, document, tmp_path, results, role):
    """What an application with one role is answered: as described, and never an error of the server."""
    token = administered.worker(role)
    report = Path(results) / f"schemathesis-admin-{role.lower().replace(' ', '-')}.txt"
    run(administered, document, {}, token, tmp_path, report, 3, "--exclude-method", "DELETE")


@pytest.mark.parametrize("methods", ["--exclude-method", "--include-method"], ids=["others", "deletions"])
def test_administrator(administered, document, tmp_path, results, methods):
    """What an administrator of the root is answered. Deletions come last: nothing is there to be looked at after them."""
    token = administered.chief()
    # The realm that is removed isn't the one that the others are asked in.
    names = existing_things(administered, token) if methods == "--exclude-method" else {"/realms/{realm}": "alpha:spare"}
    run(administered, document, names, token, tmp_path, Path(results) / f"schemathesis-admin{methods}.txt", 10, methods, "DELETE")
