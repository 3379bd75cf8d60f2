#!/usr/bin/env python3
"""A customer's server: it checks its users' passwords, and hands payloads between its app and Gatehouse (docs/pingid.md).

    gatehouse client create bank-app --realm alpha && gatehouse pingid enable bank-app --realm alpha
    gatehouse pingid key create --realm alpha --json > key.json
    examples/pingid-customer.py http://localhost:8080 bank-app key.json tom:secret eva:secret --port 8090

The app signs on with POST /sign-ons or /registrations and its user's password (Basic); a browser without a payload, and looks at
/sign-ons/{id} until it is decided. POST /qr-codes makes a token to be shown as a QR code, which the app claims.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import secrets
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Gatehouse:
    """Signs requests with the organisation key, and verifies what they are answered."""

    def __init__(self, base: str, application: str, key: dict):
        self.base, self.account, self.token, self.key = base, key["account_id"], key["token"], decode(key["key"])
        self.path = f"/pingid/v1/accounts/{self.account}/applications/{application}"

    def mac(self, text: str) -> bytes:
        return hmac.new(self.key, text.encode(), hashlib.sha256).digest()

    def ask(self, method: str, resource: str, body: dict | None = None) -> tuple[int, dict]:
        data = b"" if body is None else json.dumps(body).encode()
        canonical = f"{method}:{self.base.split('://')[1]}:{self.path}{resource}:{digest(data)}:"
        expires = (datetime.now(timezone.utc) + timedelta(minutes=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
        header = {"alg": "HS256", "typ": "JWT", "account_id": self.account, "token": self.token, "jwt_version": "v4",
                  "expires": expires, "X-Request-ID": secrets.token_hex(16)}  # fmt: skip
        signed = ".".join(encode(json.dumps(part).encode()) for part in (header, {"data": digest(canonical.encode())}))
        request = urllib.request.Request(self.base + self.path + resource, data=data or None, method=method)
        request.add_header("Authorization", f"PINGID-HMAC={signed}.{encode(self.mac(signed))}")
        request.add_header("Content-Type", "application/json")
        try:
            answer = urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        content = answer.read()
        self.verify(answer.headers.get("X-PINGID-Signature", ".."), answer.status, content, canonical, header["X-Request-ID"])
        return answer.status, json.loads(content or b"{}")

    def verify(self, signature: str, status: int, content: bytes, canonical: str, request: str) -> None:
        header, payload, mac = signature.split(".")
        text = f"{status}:{digest(canonical.encode())}:{digest(content)}:"
        assert hmac.compare_digest(self.mac(f"{header}.{payload}"), decode(mac)), "the answer isn't Gatehouse's"
        assert json.loads(decode(payload))["data"] == digest(text.encode()), "the answer is to another request, or was altered"
        assert json.loads(decode(header))["X-Request-ID"] == request, "the answer is to another request"


class Bank(BaseHTTPRequestHandler):
    gatehouse: Gatehouse
    passwords: dict[str, str]

    def route(self) -> tuple[int, dict]:
        method, path, body = self.command, self.path, self.body()
        if re.fullmatch(r"/qr-codes(/[\w-]{1,64})?", path):  # a user who sees the QR code may look at it
            return self.gatehouse.ask(method, path.replace("/qr-codes", "/authenticationtokens"), body)
        found = re.fullmatch(r"/(sign-ons|registrations|devices|seen-devices)(/[\w-]{1,64})?", path)
        user = self.user()
        if not found or not user:
            return (404, {"message": "there is nothing here"}) if not found else (401, {"message": "wrong user name or password"})
        resource = {"sign-ons": "authentications", "registrations": "registrationtokens", "seen-devices": "seendevices"}
        return self.gatehouse.ask(method, f"/users/{user}/{resource.get(found[1], found[1])}{found[2] or ''}", body)

    def user(self) -> str | None:
        """The user whose password came along."""
        scheme, _, credentials = self.headers.get("Authorization", "").partition(" ")
        name, _, password = decode(credentials).decode(errors="replace").partition(":") if scheme == "Basic" else ("", "", "")
        known = self.passwords.get(name, "")
        return name if known and hmac.compare_digest(known.encode(), password.encode()) else None

    def body(self) -> dict | None:
        """What the app or browser sends on, and no other member."""
        data = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 32768))
        allowed = ("payload", "offlineOTP", "deviceId", "clientContext", "username", "userSelection", "userApproval", "pushVerification")
        return {name: value for name, value in json.loads(data).items() if name in allowed} if data else None

    def do_GET(self) -> None:
        try:
            status, body = self.route()
        except (ValueError, AttributeError):
            status, body = 400, {"message": "that can't be read"}
        data = json.dumps(body).encode() if status != 204 else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_PATCH = do_DELETE = do_GET


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("gatehouse", "application", "key"):
        arguments.add_argument(name)
    arguments.add_argument("users", nargs="+", metavar="name:password")
    arguments.add_argument("--port", type=int, default=8090)
    given = arguments.parse_args()
    Bank.gatehouse = Gatehouse(given.gatehouse, given.application, json.load(open(given.key)))
    Bank.passwords = dict(user.split(":", 1) for user in given.users)
    for user in Bank.passwords:
        Bank.gatehouse.ask("POST", "/users", {"username": user})  # one that is known already stays as it is
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Bank)
    print(f"the bank is open on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
