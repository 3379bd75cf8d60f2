"""The step protocol from the client's side, as small as it gets."""

import json

from support.curl import Reply, curl
from support.server import PASSWORD, USER, Server

COOKIE = "iPlanetDirectoryPro"
SDK = {"Content-Type": "application/json", "X-Requested-With": "forgerock-sdk", "Accept-API-Version": "resource=2.1, protocol=1.0"}


def authenticate_url(server: Server, journey: str = "Login", realm: str = "realms/alpha") -> str:
    path = "/".join(filter(None, ["json", realm, "authenticate"]))
    return f"{server.base}/am/{path}?authIndexType=service&authIndexValue={journey}"


def start(server: Server, journey: str = "Login", realm: str = "realms/alpha", query: str = "") -> dict:
    """The first step of a journey."""
    reply = curl("POST", authenticate_url(server, journey, realm) + query, body="{}", headers=SDK)
    assert reply.status == 200, reply.body
    return reply.json


def submit(server: Server, body, realm: str = "realms/alpha", headers: dict[str, str] | None = None) -> Reply:
    """Posts an answered step."""
    text = body if isinstance(body, str) else json.dumps(body)
    return curl("POST", f"{server.base}/am/json/{realm}/authenticate", body=text, headers={**SDK, **(headers or {})})


def fill(step: dict, *values) -> dict:
    """The step with its inputs set in their order; None leaves one as it came."""
    inputs = [entry for callback in step["callbacks"] for entry in callback.get("input", [])]
    for entry, value in zip(inputs, values, strict=True):
        if value is not None:
            entry["value"] = value
    return step


def sign_in(server: Server, journey: str = "Login") -> dict:
    """The success body of the demonstration user's sign-in."""
    reply = submit(server, fill(start(server, journey), USER, PASSWORD))
    assert reply.status == 200 and "tokenId" in reply.json, reply.body
    return reply.json


def output(callback: dict, name: str):
    return next(entry["value"] for entry in callback["output"] if entry["name"] == name)


def session_header(success: dict) -> dict[str, str]:
    return {COOKIE: success["tokenId"]}
