"""Codes and tokens by way of a session, as a mobile app gets them."""

import base64
import hashlib
import secrets
from urllib.parse import parse_qs, urlencode, urlsplit

from support.curl import Reply, curl
from support.journey import SDK, session_header
from support.server import Server

PUBLIC_CLIENT = "sdkPublicClient"
REDIRECT = "https://localhost:8443/callback"
APP_REDIRECT = "org.forgerock.demo://oauth2redirect"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def pkce() -> tuple[str, str]:
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    return verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def authorize(server: Server, headers: dict[str, str], challenge: str, **parameters: str) -> Reply:
    query = {
        "client_id": PUBLIC_CLIENT, "response_type": "code", "scope": "openid profile", "redirect_uri": REDIRECT,
        "code_challenge": challenge, "code_challenge_method": "S256", "state": "st4te", **parameters,
    }
    return curl("GET", f"{server.alpha}/authorize?{urlencode(query)}", headers=headers)


def location(reply: Reply) -> dict[str, str]:
    """The parameters of the redirect."""
    assert reply.status == 302, reply.body
    return {name: values[0] for name, values in parse_qs(urlsplit(reply.header("Location")).query).items()}


def code(server: Server, success: dict, **parameters: str) -> tuple[str, str]:
    """A code and the verifier that goes with it."""
    verifier, challenge = pkce()
    headers = {**session_header(success), "Accept-API-Version": SDK["Accept-API-Version"]}
    return location(authorize(server, headers, challenge, **parameters))["code"], verifier


def token(server: Server, body: str, headers: dict[str, str] | None = None) -> Reply:
    return curl("POST", f"{server.alpha}/access_token", body=body, headers={**FORM, **(headers or {})})


def tokens(server: Server, success: dict) -> dict:
    """Access, refresh and ID token."""
    issued, verifier = code(server, success)
    fields = {
        "grant_type": "authorization_code", "client_id": PUBLIC_CLIENT, "code": issued, "redirect_uri": REDIRECT,
        "code_verifier": verifier,
    }
    reply = token(server, urlencode(fields))
    assert reply.status == 200, reply.body
    return reply.json
