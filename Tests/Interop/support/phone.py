"""The program `phone`, with a vault of its own."""

import os
import subprocess

from support.server import PROGRAM, free_port

PHONE = PROGRAM.parent / "phone"


class Phone:
    def __init__(self, folder):
        self.environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
        self.page, self.process = "", None

    def run(self, *arguments: str, input: str = "") -> subprocess.CompletedProcess:
        return subprocess.run(
            [PHONE, *arguments], capture_output=True, text=True, timeout=60, input=input, env=self.environment
        )

    def command(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr or done.stdout
        return done.stdout

    def begin(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen([PHONE, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def pair(self, server, user: str) -> None:
        # The administrator's command makes the key beside the running server.
        made = server.command("device", "pair", user, "--realm", "alpha", "--port", server.base.rsplit(":", 1)[1])
        self.command("pair", "--trust", made["uri"])

    def trust(self, server) -> None:
        """Has the phone talk to the server, without being paired with anybody there."""
        realm = next(each["id"] for each in server.command("realm", "list") if each["path"] == "/alpha")
        self.command("trust", f"{server.base}/device/v1/{realm}")

    def show(self) -> None:
        port = free_port()
        self.process = subprocess.Popen([PHONE, "--page", "--port", str(port)], env=self.environment, stdout=subprocess.PIPE, text=True)
        assert "is on" in self.process.stdout.readline()
        self.page = f"http://127.0.0.1:{port}/"

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=10)
