"""A Gatehouse server of our own: started for the tests, stopped after them."""

import json
import os
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("PROGRAM_UNDER_TEST", REPOSITORY / ".build/debug/gatehouse"))
USER, PASSWORD = "demo", "Ch4ng3it!"
# Readiness is asked at the loopback address, for which no certificate is made.
UNCHECKED = ssl.create_default_context()
UNCHECKED.check_hostname, UNCHECKED.verify_mode = False, ssl.CERT_NONE


class Server:
    """The program under test, with demonstration data."""

    def __init__(self, directory: Path, host: str | None = None, certificate=None, options: tuple[str, ...] = ()):
        """With a host's name, that is the server's public address; browsers have passkeys for names only. With a certificate
        (`support.sites.Certificate`) it speaks TLS."""
        self.data = directory / "data"
        self.log = directory / "server.log"
        port = free_port()
        self.base = f"{'https' if certificate else 'http'}://{host or '127.0.0.1'}:{port}"
        self.local = f"https://127.0.0.1:{port}" if certificate else self.base
        self.options = ["--public-url", self.base, *(certificate.options if certificate else []), *options]
        self.place, self.program, self.patience = ["--data-directory", str(self.data)], PROGRAM, 30
        self.process: subprocess.Popen | None = None
        self.environment: dict[str, str] = {}  # what the server has in its environment besides

    @property
    def alpha(self) -> str:
        """The realm's OAuth endpoints; also its issuer."""
        return f"{self.base}/am/oauth2/realms/root/realms/alpha"

    def start(self) -> None:
        if not self.program.exists():
            raise FileNotFoundError(f"{self.program} is not there; build it with: swift build --product gatehouse")
        port = self.base.rsplit(":", 1)[1]
        arguments = ["serve", "--demo", "--port", port, *self.place, *self.options]
        with self.log.open("a") as log:
            environment = {**os.environ, **self.environment}
            self.process = subprocess.Popen([self.program, *arguments], stdout=log, stderr=subprocess.STDOUT, env=environment)
        self._wait_until_ready(deadline=time.monotonic() + self.patience)

    def _wait_until_ready(self, deadline: float) -> None:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=UNCHECKED))
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with opener.open(f"{self.local}/ready", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"the server did not become ready:\n{self.log.read_text()}")

    def stop(self) -> int:
        """Asks the server to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def kill(self) -> None:
        """Ends the server as a crash does: it gets no chance to finish anything."""
        self.process.kill()
        self.process.wait()

    def run(self, *arguments: str, input: str = "", environment: dict[str, str] | None = None) -> subprocess.CompletedProcess:
        """Runs the program."""
        return subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=60, input=input, env={**os.environ, **(environment or {})}
        )

    def command(self, *arguments: str, input: str = ""):
        """Runs the program for administration; what it prints, read as JSON."""
        done = self.run(*arguments, *self.place, "--json", input=input)
        assert done.returncode == 0, f"gatehouse {' '.join(arguments)}: {done.stderr or done.stdout}"
        return json.loads(done.stdout) if done.stdout.strip() else None

    def has_seen_changes(self) -> None:
        """Waits until the server sees the configuration that the program changed: within a second (docs/running.md)."""
        time.sleep(1.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
