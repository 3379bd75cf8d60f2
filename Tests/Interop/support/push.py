"""Push providers that stand in for Apple's, Google's and a browser's: a real HTTP/2 server (hypercorn) with TLS."""

import asyncio
import json
import ssl
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config

from support.server import free_port


@dataclass
class Request:
    version: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@dataclass
class Answer:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, status: int, body: dict, **headers: str) -> "Answer":
        return cls(status, json.dumps(body).encode(), {"content-type": "application/json", **headers})


class Providers:
    """Keeps what was asked, and answers what it is told to: a list for each path's beginning, its last entry for ever."""

    def __init__(self, directory, protocols=("h2",)):
        self.port = free_port()
        self.requests: list[Request] = []
        self.answers: dict[str, list[Answer]] = {}
        authority = trustme.CA()
        self.authorities = directory / f"providers-{self.port}.pem"
        authority.cert_pem.write_to_path(self.authorities)
        certificate = authority.issue_cert("localhost", "127.0.0.1")
        self._config = Config()
        self._config.bind = [f"127.0.0.1:{self.port}"]
        self._config.alpn_protocols = list(protocols)
        self._config.accesslog = self._config.errorlog = None
        self._config.certfile, self._config.keyfile = str(directory / f"{self.port}.crt"), str(directory / f"{self.port}.key")
        certificate.private_key_pem.write_to_path(self._config.keyfile)
        for part in certificate.cert_chain_pems:
            part.write_to_path(self._config.certfile, append=True)

    @property
    def base(self) -> str:
        return f"https://localhost:{self.port}"

    def requests_to(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path.startswith(path)]

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.requests.append(Request(scope["http_version"], scope["method"], scope["path"], headers, body))
        answer = self._answer(scope["path"])
        fields = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": fields})
        await send({"type": "http.response.body", "body": answer.body})

    def _answer(self, path: str) -> Answer:
        for start, answers in self.answers.items():
            if path.startswith(start):
                return answers.pop(0) if len(answers) > 1 else answers[0]
        return Answer()

    def start(self) -> None:
        ready = threading.Event()

        def run():
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
            self._stopping = asyncio.Event()
            self._loop.call_later(0, ready.set)
            self._loop.run_until_complete(serve(self, self._config, shutdown_trigger=self._stopping.wait))

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        ready.wait(10)
        self._wait_until_listening()

    def _wait_until_listening(self) -> None:
        import socket
        import time

        context = ssl.create_default_context(cafile=str(self.authorities))
        for _ in range(200):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as plain:
                    with context.wrap_socket(plain, server_hostname="localhost"):
                        return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the providers did not become ready")

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(10)

    @property
    def environment(self) -> dict[str, str]:
        """The settings with which a Gatehouse sends here."""
        return {
            "GATEHOUSE_PUSH_APNS": self.base,
            "GATEHOUSE_PUSH_APNS_SANDBOX": f"https://127.0.0.1:{self.port}",
            "GATEHOUSE_PUSH_FCM": self.base,
            "GATEHOUSE_PUSH_LOOPBACK": "true",
            "GATEHOUSE_PUSH_CONTACT": "mailto:ops@example.com",
            "GATEHOUSE_OUTBOUND_AUTHORITIES": str(self.authorities),
        }


@contextmanager
def push_providers(directory, protocols=("h2",)):
    providers = Providers(directory, protocols)
    providers.start()
    try:
        yield providers
    finally:
        providers.stop()
