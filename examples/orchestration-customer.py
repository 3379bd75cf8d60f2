#!/usr/bin/env python3
"""A customer's server: it checks its users' passwords, asks Gatehouse, and carries commands between its app and Gatehouse
(docs/orchestration.md).

    gatehouse client create bank-app --realm alpha && gatehouse orchestration enable bank-app --realm alpha
    gatehouse orchestration licence add bank-app 100 --realm alpha
    gatehouse orchestration key create bank-app --realm alpha --json > key.json
    examples/orchestration-customer.py http://localhost:8080 key.json tom:secret eva:secret --port 8091

The app posts its commands to /commands. The web site, for a user with a password (Basic): POST /activations for an activation password,
/sign-ons and /payments to ask the phone, GET /requests/{id} for the end, /requests/{id}.png for the request as a QR code; POST /codes,
/challenges and /signatures for what the user types.
"""

import argparse
import base64
import hmac
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Gatehouse:
    """Calls with the application's key."""

    def __init__(self, base: str, key: dict):
        self.base, self.key = f"{base}/orchestration/{key['tenant']}/v1/", key["key"]

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[int, bytes]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method)
        request.add_header("Authorization", f"Bearer {self.key}")
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


class Bank(BaseHTTPRequestHandler):
    gatehouse: Gatehouse
    passwords: dict[str, str]
    messages: dict[str, tuple[str, str]] = {}  # of requests: whose, and the command

    def route(self) -> tuple[int, bytes | dict]:
        body = self.body()
        if (self.command, self.path) == ("POST", "/commands"):  # sealed: a carrier can only lose it
            return self.gatehouse.ask("POST", "orchestration-commands-v2", {"command": body["command"]})
        user = self.user()
        if not user:
            return 401, {"message": "wrong user name or password"}
        account = "users/" + urllib.parse.quote(user, safe="")
        if found := re.fullmatch(r"/requests/([0-9a-f]{32})(\.png)?", self.path):
            return self.look(user, found[1], found[2])
        match self.path:
            case "/activations":
                return self.gatehouse.ask("POST", "users/register", {"userID": user})
            case "/sign-ons":
                asked = {"orchestrationDelivery": ["pushNotification", "requestMessage"], "loginMessage": {"title": {"text": "Sign in to the bank?"}}}
                asked["credentials"] = {"passKey": body.get("passKey", "PIN")}  # or NoPIN, Fingerprint, Face
                return self.asked(user, self.gatehouse.ask("POST", f"{account}/login", asked))
            case "/payments":
                fields = [{"key": {"text": name}, "value": {"text": body[name]}} for name in ("to", "amount")]
                data = {"data": {"transactionMessage": {"dataFields": fields}}, "orchestrationDelivery": ["requestMessage"]}
                return self.asked(user, self.gatehouse.ask("POST", f"{account}/transactions/validate", data))
            case "/codes":
                code = {"credentials": {"authenticator": {"OTP": body["code"]}}, "requestID": body.get("challenge")}
                return self.gatehouse.ask("POST", f"{account}/login", code)
            case "/challenges":
                return self.gatehouse.ask("POST", f"{account}/generate-challenge", {"length": 8, "checkDigit": True})
            case "/signatures":
                signed = {"dataFields": body["fields"], "signature": body["code"]}
                return self.gatehouse.ask("POST", f"{account}/transactions/validate", {"data": {"standard": signed}})
        return 404, {"message": "there is nothing here"}

    def asked(self, user: str, answer: tuple[int, bytes]) -> tuple[int, bytes]:
        """Remembers the request's command, which is shown as an image."""
        told = json.loads(answer[1])
        if answer[0] == 200:
            self.messages[told["requestID"]] = (user, told["requestMessage"])
        return answer

    def look(self, user: str, request: str, image: str | None) -> tuple[int, bytes | dict]:
        owner, message = self.messages.get(request, (None, ""))
        if owner != user:
            return 404, {"message": "there is nothing here"}
        return self.gatehouse.ask("GET", f"visualcodes/render?format=PNG&message={message}" if image else f"sessions/{request}")

    def user(self) -> str | None:
        """The user whose password came along."""
        scheme, _, credentials = self.headers.get("Authorization", "").partition(" ")
        name, _, password = base64.b64decode(credentials).decode(errors="replace").partition(":") if scheme == "Basic" else ("", "", "")
        known = self.passwords.get(name, "")
        return name if known and hmac.compare_digest(known.encode(), password.encode()) else None

    def body(self) -> dict:
        data = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 80_000))
        return json.loads(data) if data else {}

    def do_GET(self) -> None:
        try:
            status, body = self.route()
        except (ValueError, KeyError, TypeError, AttributeError):
            status, body = 400, {"message": "that can't be read"}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "image/png" if data.startswith(b"\x89PNG") else "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("gatehouse", "key"):
        arguments.add_argument(name)
    arguments.add_argument("users", nargs="+", metavar="name:password")
    arguments.add_argument("--port", type=int, default=8091)
    given = arguments.parse_args()
    Bank.gatehouse = Gatehouse(given.gatehouse, json.load(open(given.key)))
    Bank.passwords = dict(user.split(":", 1) for user in given.users)
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Bank)
    print(f"the bank is open on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
