"""Our half of a test: a program of Tests/Interop that answers one JSON object a line."""

import json
import os
import subprocess

from support.server import REPOSITORY


class Refused(Exception):
    """The program's answer to a request that it didn't take."""


class Peer:
    """A running program; `OTP_PEER_BIN` and the like name another than the one that was built."""

    def __init__(self, name):
        program = os.environ.get(f"{name.upper()}_PEER_BIN", str(REPOSITORY / f".build/debug/{name}-peer"))
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
