"""A customer's server of the Orchestration SDK, played by requests."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests
from support.channel import Device


def relay(answer) -> ThreadingHTTPServer:
    """A customer's server before a phone, which answers a command with what `answer` makes of it."""

    class Relay(BaseHTTPRequestHandler):
        def do_POST(self):
            command = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["command"]
            data = json.dumps(answer(command)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Customer:
    """A customer's server, as the API knows it."""

    def __init__(self, server, application: str):
        server.command("client", "create", application, "--realm", "alpha")
        server.command("orchestration", "enable", application, "--realm", "alpha", "domain=bank")
        server.command("orchestration", "licence", "add", application, "20", "--realm", "alpha")
        key = server.command("orchestration", "key", "create", application, "--realm", "alpha")
        self.base, self.key = f"{server.base}/orchestration/{key['tenant']}/v1/", key["key"]

    def ask(self, method: str, path: str, body=None, status: int = 200) -> dict:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = requests.request(method, self.base + path, json=body, headers=headers, timeout=20)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def carry(self, command: str) -> str:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = requests.post(self.base + "orchestration-commands-v2", json={"command": command}, headers=headers, timeout=20)
        return answer.json()["command"]

    def activated(self, name: str) -> Device:
        password = self.ask("POST", "users/register", {"userID": name})["activationPassword"]
        return Device(self.carry, name, "bank", password)

    def code(self, name: str, code: str, status: int = 200, **more) -> dict:
        return self.ask("POST", f"users/{name}/login", {"credentials": {"authenticator": {"OTP": code}}, **more}, status)
