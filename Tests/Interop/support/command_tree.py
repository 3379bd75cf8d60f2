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
    options, skip = _options(here), False
    if mode:
        words = [words[0], *words[3:]]
    for word in words[1:]:
        if skip:
            skip = False
            continue
        below = {each["commandName"]: each for each in here.get("subcommands", [])} | {
            alias: each for each in here.get("subcommands", []) for alias in each.get("aliases", [])
        }
        if word.startswith("--") and word != "--":
            name, _, value = word.partition("=")
            if name not in options:
                return f"{part}: there is no option {name}"
            skip = options[name] and not value
        elif word in below:
            here = below[word]
            options |= _options(here)
        elif below and not here.get("defaultSubcommand") and not _positional(here) and re.match(r"[a-z]", word):
            return f"{part}: there is no command {word}"
    return None


def _options(command: dict) -> dict[str, bool]:
    """The options by name, and whether a value follows."""
    return {
        "--" + name["name"]: argument["kind"] == "option" for argument in command.get("arguments") or []
        for name in argument.get("names") or [] if name["kind"] == "long"
    }  # fmt: skip


def _positional(command: dict) -> bool:
    return any(argument["kind"] == "positional" for argument in command.get("arguments") or [])
