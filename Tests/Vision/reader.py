"""A conversation with gatehouse-vision: frames of a length of four bytes, the most significant first, and their content."""

import json
import struct
import subprocess
from pathlib import Path


class Ended(Exception):
    """The program's end in place of an answer."""


class Reader:
    """A process of the program. It is killed with the object's process."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def read(self, image, *readings):
        """The report on an image's file; a refusal or the program's end raises an error."""
        try:
            for content in (json.dumps({"read": readings}).encode(), image):
                self.process.stdin.write(struct.pack(">I", len(content)) + content)
            self.process.stdin.flush()
        except BrokenPipeError:
            self.report_end()
        answer, _ = json.loads(self.frame()), self.frame()
        return answer["read"]

    def frame(self):
        length = self.process.stdout.read(4)
        if len(length) < 4:
            self.report_end()
        return self.process.stdout.read(struct.unpack(">I", length)[0])

    def report_end(self):
        raise Ended(f"the program ended by {self.process.wait()} without an answer")

    def milliseconds(self):
        """The processor time that the program has used."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) / 1e6
