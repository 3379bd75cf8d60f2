"""Somebody else's OpenID provider, from PyPI: oidc-provider-mock, which is built on Authlib."""

import subprocess
import sys
import time
import urllib.request

import requests

from support.server import free_port


class ForeignProvider:
    def __init__(self, log):
        port = free_port()
        self.issuer = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true"]
        with log.open("w") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.issuer}/.well-known/openid-configuration", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the provider did not start:\n{log.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)

    def knows(self, subject: str, **claims) -> None:
        assert requests.put(f"{self.issuer}/users/{subject}", json=claims, timeout=5).status_code == 204

    def agree(self, url: str, subject: str) -> str:
        """What the user does there; the address that the browser is sent back to."""
        answer = requests.post(url, data={"sub": subject}, allow_redirects=False, timeout=5)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]
