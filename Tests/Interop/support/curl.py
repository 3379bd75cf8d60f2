"""HTTP by curl, byte for byte as told: nothing is encoded, followed, stored or added."""

import json
import subprocess
from dataclasses import dataclass


@dataclass
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: str

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def all_headers(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name.lower()]

    @property
    def json(self):
        return json.loads(self.body)


def curl(method: str, url: str, body: str | None = None, headers: dict[str, str] | None = None) -> Reply:
    command = ["curl", "--silent", "--show-error", "--include", "--path-as-is", "--globoff", "--noproxy", "*", "--max-time", "30"]
    command += ["--request", method, "--header", "Expect:", "--header", "User-Agent:"]
    for name, value in (headers or {}).items():
        command += ["--header", f"{name}: {value}" if value else f"{name}:"]
    if body is not None:
        command += ["--data-binary", "@-"]
    done = subprocess.run([*command, url], input=(body or "").encode(), capture_output=True, check=False)
    assert done.returncode == 0, f"curl: {done.stderr.decode()}"
    return _parse(done.stdout.decode())


def _parse(text: str) -> Reply:
    head, _, body = text.partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines]
    return Reply(int(status.split()[1]), headers, body)
