"""The commands and options that a program has, as it describes them itself."""

import json
import re
import shlex
import subprocess
from functools import cache

from support.phone import PHONE
from support.server import PROGRAM

PROGRAMS = {"gatehouse": PROGRAM, "phone": PHONE}
# Modes of the phone: programs of their own, behind the option that chooses them.
MODES = re.compile(r"^phone --as (\w+)")

# Options that say where to ask, and may stand before the command.
BEFORE = {"--server", "--as"}


@cache
def described(program: str, mode: str | None = None) -> dict:
    arguments = [PROGRAMS[program], *(["--as", mode] if mode else []), "--experimental-dump-help"]
    return json.loads(subprocess.run(arguments, capture_output=True, check=True).stdout)["command"]


def problem(command: str) -> str | None:
    """What is wrong with a command line of ours; nil when each subcommand and option of it exists, or it is another program's."""
    for part in re.split(r"\s*(?:&&|\|\||;|\|(?!\|))\s*", command):
        part = re.sub(r"\s+#.*$", "", part.strip())
        if re.match(r"(gatehouse|phone)( |$)", part) and (found := _problem(part)):
            return found
    return None


def _problem(part: str) -> str | None:
    try:
        words = shlex.split(part)
    except ValueError as error:
        return str(error)
    mode = MODES.match(part)
    here = described(words[0], mode[1] if mode else None)
    options, asked, skip = _options(here), [], False
    for word in words[3 if mode else 1 :]:
        if skip:
            skip = False
            continue
        # A command's default is what runs when the next word names none.
        default = _below(here).get(here.get("defaultSubcommand"), {})
        if word.startswith("--") and word != "--":
            name, _, value = word.partition("=")
            asked.append(name)
            skip = not value and (options | _options(default)).get(name, name in BEFORE)
        elif word in _below(here):
            here = _below(here)[word]
            options |= _options(here)
        elif _below(here) and not _positional(here) and not _positional(default) and re.match(r"[a-z]", word):
            return f"{part}: there is no command {word}"
    options |= _options(_below(here).get(here.get("defaultSubcommand"), {}))
    missing = [name for name in asked if name not in options and not (_below(here) and name in BEFORE)]
    return f"{part}: there is no option {missing[0]}" if missing else None


def _below(command: dict) -> dict[str, dict]:
    commands = command.get("subcommands") or []
    return {name: each for each in commands for name in [each["commandName"], *(each.get("aliases") or [])]}


def _options(command: dict) -> dict[str, bool]:
    """The options by name, and whether a value follows."""
    return {
        "--" + name["name"]: argument["kind"] == "option" for argument in command.get("arguments") or []
        for name in argument.get("names") or [] if name["kind"] == "long"
    }  # fmt: skip


def _positional(command: dict) -> bool:
    return any(argument["kind"] == "positional" for argument in command.get("arguments") or [])
