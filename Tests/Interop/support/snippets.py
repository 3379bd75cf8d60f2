"""The code blocks of the repository's Markdown, each with its place and its kind."""

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from support.server import REPOSITORY

FENCE = re.compile(r"^( *)(`{3,})([\w-]*)\s*$")
# Directly before a block that no test can run, with the reason.
BY_HAND = re.compile(r"^ *<!-- by hand: (.+) -->$")
# Kinds of blocks that show and say nothing that could be run.
DRAWINGS = {"text", "mermaid"}


@dataclass(frozen=True)
class Snippet:
    page: str
    line: int
    language: str
    text: str
    reason: str | None

    def __str__(self):
        return f"{self.page}:{self.line}"


def pages(root: Path = REPOSITORY) -> list[Path]:
    """The documents for people. Decisions tell what was; articles beside sources hold Swift alone, which a test in Swift compiles."""
    own = [root / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md")]
    return own + [page for page in sorted((root / "docs").rglob("*.md")) if "decisions" not in page.parts]


def read(page: Path, root: Path = REPOSITORY) -> list[Snippet]:
    found, opened, reason, lines = [], None, None, []
    name = str(page.relative_to(root))
    for number, line in enumerate(page.read_text().split("\n"), 1):
        fence = FENCE.match(line)
        if opened is None:
            if fence:
                opened, lines = (number, fence), []
            else:
                marked = BY_HAND.match(line)
                reason = marked[1] if marked else None
        elif fence and not fence[3] and len(fence[2]) >= len(opened[1][2]):
            indent = len(opened[1][1])
            text = "\n".join(each[indent:] for each in lines)
            found.append(Snippet(name, opened[0], opened[1][3], text, reason))
            opened = reason = None
        else:
            lines.append(line)
    assert opened is None, f"{name}:{opened[0]}: a block without an end"
    return found


def every(root: Path = REPOSITORY) -> list[Snippet]:
    return [snippet for page in pages(root) for snippet in read(page, root)]


def whole(text: str):
    """The value of a block of JSON. An ellipsis stands for members that are left out; a block may be one member."""
    text = re.sub(r",\s*…|…\s*,|\{\s*…\s*\}", lambda left: "{}" if left[0][0] == "{" else "", text)
    return json.loads("{" + text + "}" if re.match(r'\s*"[^"]*"\s*:', text) else text)


def commands(text: str) -> list[tuple[int, str]]:
    """The complete commands of a block of shell, each with the line at which it begins, counted from 0."""
    found, gathered, start = [], "", 0
    for number, line in enumerate(text.split("\n")):
        if not gathered:
            start = number
            if not line.strip() or line.lstrip().startswith("#"):
                continue
        gathered += line + "\n"
        if not is_open(gathered):
            found.append((start, gathered.rstrip("\n")))
            gathered = ""
    assert not gathered, f"a command without an end: {gathered}"
    return found


def is_open(command: str) -> bool:
    if re.search(r"\\\n$", command):
        return True
    document = re.search(r"<<-?\s*['\"]?(\w+)", command)
    if document and not re.search(rf"^{document[1]}$", command, re.MULTILINE):
        return True
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
        script.write(command)
        script.flush()
        return subprocess.run(["bash", "-n", script.name], capture_output=True).returncode != 0
