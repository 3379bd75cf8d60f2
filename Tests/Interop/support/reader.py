"""A reader of a page: types its commands one after another, in a folder and a network of their own, and stops at the first that fails."""

import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from support import alone
from support.server import PROGRAM, REPOSITORY
from support.snippets import Snippet, commands

# Ends what hangs; nothing is measured by it.
SECONDS = 600
# Commands that stay: the reader opens another terminal when the port answers.
STAYS = [
    (re.compile(r"^(make run|scripts/demo)\b"), 8090),
    (re.compile(r"^(gatehouse serve|\.build/\w+/gatehouse serve)\b"), 8080),
    (re.compile(r"^phone --page\b"), 8090),
    (re.compile(r"http\.server (\d+)"), None),
    (re.compile(r"^examples/\S+\.py .*--port (\d+)"), None),
    (re.compile(r"\bflask .*--port (\d+)"), None),
]
# A command of which the page itself says that it fails.
FAILS = re.compile(r"#.*\b(?:ends with status|exit code) (\d+)\b")

PRELUDE = r"""
shopt -s expand_aliases
set -o pipefail
# A reader sees an answer that says no; curl tells it by its status when it is asked to.
curl() { case " $*" in *\ -[a-zA-Z]*f*) command curl "$@" ;; *) command curl --fail-with-body "$@" ;; esac; }
listening() { for _ in $(seq 600); do (exec 9<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return; kill -0 "$2" 2>/dev/null || return; sleep 0.1; done; return 1; }
until_ready() { for _ in $(seq 600); do kill -0 "$1" 2>/dev/null || return; curl -sf http://127.0.0.1:8080/ready >/dev/null && return; sleep 0.1; done; return 1; }
# Whether a server with settings of its own answers: asked as its administrators ask.
healthy() { for _ in $(seq 600); do kill -0 "$1" 2>/dev/null || return; gatehouse health --config "$2" >/dev/null 2>&1 && return; sleep 0.1; done; return 1; }
begin() { echo "$1" >&3; }
end() { [[ "$1" == "$2" ]] || { echo "failed $1" >&3; exit 1; }; }
"""

# A server with settings of its own, which the reader keeps in this terminal, behind `&`: the commands after it know it by `$!`.
KEPT = re.compile(r"^gatehouse serve\b.*?(--config \S+).*[^&]&$")

SERVER = "gatehouse serve --demo > server.log 2>&1 &\nuntil_ready $! || { echo 'failed 1' >&3; exit 1; }"


def serves(snippets: list[Snippet]) -> bool:
    """Whether the page itself has its reader start the server; else one with demonstration data runs before."""
    return any(re.search(r"^(make run|scripts/demo|\S*gatehouse serve)\b", each.text, re.MULTILINE) and not each.reason for each in snippets)


@dataclass
class Habits:
    """What a reader of a page has and knows that the page can't say. The table of snippets.toml."""

    prepare: str = ""
    """Commands before the first snippet: files of the reader's own."""
    after: str = ""
    """Commands after the last one, that see whether all came as the page says."""
    replace: dict[str, str] = field(default_factory=dict)
    """What the reader puts in place of a text that stands for something: of a whole word, or of any other text where it occurs."""
    looks: dict[str, str] = field(default_factory=dict)
    """Commands after the one that begins so, by which the reader sees that it did what the page says."""
    answers: dict[str, list[str]] = field(default_factory=dict)
    """The lines that are typed when the command that begins so asks; shell within double quotes."""


class Failure(AssertionError):
    pass


class Reader:
    def __init__(self, folder: Path, habits: Habits, root: Path = REPOSITORY, programs: Path = PROGRAM.parent):
        self.folder, self.habits, self.programs = folder, habits, programs
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self.desk = folder / "desk"
        self.desk.mkdir()
        # The reader sits in the repository; what commands write stays here.
        for entry in root.iterdir():
            if entry.name not in (".build", "gatehouse-data"):
                (self.desk / entry.name).symlink_to(entry)
        (self.desk / ".build").mkdir()
        (self.desk / ".build/debug").symlink_to(programs)

    def follow(self, snippets: list[Snippet]) -> None:
        """Runs the blocks of shell that aren't by hand. Blocks that begin with a comment `# NAME.yaml` and the like become that file before."""
        for number, snippet in enumerate(snippets, 1):
            self._keep(number, snippet)
        script, places = [PRELUDE, "" if serves(snippets) else SERVER, self._step(0, self.habits.prepare)], ["what the reader has before"]
        for snippet in snippets:
            if snippet.language != "sh" or snippet.reason:
                continue
            for line, command in commands(snippet.text):
                script.append(self._step(len(places), self._replaced(command), command))
                places.append(f"{snippet.page}:{snippet.line + 1 + line}: {command}")
                for look in (look for prefix, look in self.habits.looks.items() if command.startswith(prefix)):
                    script.append(self._step(len(places), look))
                    places.append(f"{places[-1]}\nwhat the page says of it")
        script.append(self._step(len(places), self.habits.after))
        places.append("what the page promises")
        self._run("\n".join(script), places)

    def _keep(self, number: int, snippet: Snippet) -> None:
        named = re.match(r"(?:#|//) ([\w.-]+\.\w+)\b", snippet.text)
        if named and snippet.language != "sh":
            (self.desk / named[1]).write_text(snippet.text + "\n")
        if snippet.language in ("json", "yaml"):
            (self.desk / f"block-{number}.{snippet.language}").write_text(snippet.text + "\n")

    def _replaced(self, command: str) -> str:
        for text, value in self.habits.replace.items():
            pattern = rf"\b{text}\b" if re.fullmatch(r"\w+", text) else re.escape(text)
            command = re.sub(pattern, lambda _, value=value: value, command)
        return command

    def _step(self, number: int, command: str, written: str = "") -> str:
        if not command.strip():
            return f"begin {number}"
        if kept := KEPT.match(command):
            return f"begin {number}\n{command}\nhealthy $! {kept[1].split()[1]}\nend $? 0"
        for pattern, port in STAYS:
            if stays := pattern.search(command):
                port = port or int(stays[1])
                ready = "until_ready $! && " if port == 8080 else ""
                return f"begin {number}\n{{ {command}\n}} > stays-{number}.log 2>&1 &\n{ready}listening {port} $!\nend $? 0"
        answers = next((lines for prefix, lines in self.habits.answers.items() if written.startswith(prefix)), None)
        source = '<<<"' + "\n".join(answers) + '"' if answers is not None else "</dev/null"
        expected = FAILS.search(written)
        return f"begin {number}\n{{ {command}\n}} {source}\nend $? {expected[1] if expected else 0}"

    def _run(self, script: str, places: list[str]) -> None:
        (self.folder / "script.sh").write_text(script)
        output, marks = self.folder / "output.log", self.folder / "marks"
        environment = {
            **os.environ, "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / ".local/state"), "XDG_CONFIG_HOME": str(self.home / ".config"),
            "PATH": f"{self.programs}:{Path(sys.executable).parent}:{os.environ['PATH']}", "SWIFT_BUILD": "true",
        }  # fmt: skip
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            environment.pop(name, None)
        command = [*alone.prefix(), sys.executable, alone.__file__, "bash", "-c", f"source {shlex.quote(str(self.folder / 'script.sh'))} 3>{shlex.quote(str(marks))}"]
        with output.open("w") as log:
            process = subprocess.Popen(command, cwd=self.desk, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
            try:
                status = process.wait(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                status = "none: the time is over"
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        seen = marks.read_text().split("\n") if marks.exists() else []
        if status != 0:
            at = [int(line) for line in seen if line.isdigit()]
            failed = next((line for line in seen if line.startswith("failed")), f"status {status}")
            texts = [file.read_text(errors="replace")[-3000:] for file in [*sorted(self.desk.glob("stays-*.log")), output]]
            raise Failure("\n".join([places[at[-1]] if at else "the server before the page", failed, *texts]))
