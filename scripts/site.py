"""What the documentation site has besides the pages of docs/: the pages of the repository's root, and the reference of the commands.

Links that leave docs/ lead to the page that the site has, to the modules' reference in api/, or, for other files, to nothing: they stay text.
"""

import json
import os
import posixpath
import re
import subprocess
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(os.environ.get("PROGRAM_UNDER_TEST", ROOT / ".build/debug/gatehouse")).parent
# Pages of the root, by their names on the site.
OWN = {"README.md": "index.md", "SECURITY.md": "security.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCES = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)


def on_files(files, config):
    for source, name in OWN.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text()))
    for program in ("gatehouse", "phone"):
        files.append(File.generated(config, f"commands/{program}.md", content=reference(PROGRAMS / program)))
    return files




def on_page_markdown(markdown, page, config, files):
    source = next((own for own, name in OWN.items() if name == page.file.src_uri), f"docs/{page.file.src_uri}")
    parts = FENCES.split(markdown)
    parts[::2] = [LINK.sub(lambda link: led(link, source, page.file.src_uri), part) for part in parts[::2]]
    text = "".join(parts)
    return re.sub(r'src="docs/', 'src="', text) if source == "README.md" else text


def led(link, source: str, name: str) -> str:
    """The link as the site has it."""
    text, target = link[1], link[2]
    path, _, anchor = target.partition("#")
    if re.match(r"\w+:", target) or not path:
        return link[0]
    there = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if not (ROOT / there).exists():
        return link[0]  # the build says that it leads nowhere
    if there in OWN:
        there = OWN[there]
    elif (ROOT / there).is_dir():
        if not (ROOT / there / "README.md").exists() or not there.startswith("docs/"):
            return text
        there = f"{there[len('docs/') :]}/README.md"
    elif there.startswith("docs/"):
        there = there[len("docs/") :]
    else:
        article = re.fullmatch(r"Sources/\w+/(\w+)/\w+\.docc/\w+\.md", there)
        if not article:
            return text
        # Raw HTML: the modules' reference is written beside this site, so mkdocs doesn't know its pages.
        return f'<a href="{relative(f"api/documentation/{article[1].lower()}/index.html", name)}">{text}</a>'
    return f"[{text}]({relative(there, name)}{'#' + anchor if anchor else ''})"


def relative(there: str, name: str) -> str:
    return posixpath.relpath(there, posixpath.dirname(name) or ".")


def reference(program: Path) -> str:
    """The page of a program's commands, from its own description."""
    if not program.exists():
        raise PluginError(f"{program} isn't built; its commands' page is made from it: swift build --product {program.name}")
    answer = subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True)
    lines = [f"# {program.name}", ""]
    describe(json.loads(answer.stdout)["command"], [], lines)
    return "\n".join(lines)


def describe(command: dict, before: list[str], lines: list[str]) -> None:
    name = [*before, command["commandName"]]
    if before:
        lines += [f"## {' '.join(name)}", ""]
    lines += [command.get("abstract", ""), ""]
    if discussion := command.get("discussion"):
        lines += ["```text", discussion, "```", ""]
    rows = [row(argument) for argument in command.get("arguments") or [] if argument.get("shouldDisplay") and argument.get("valueName") not in ("help", "version")]
    if rows:
        lines += ["| argument | meaning |", "| --- | --- |", *rows, ""]
    for below in command.get("subcommands") or []:
        if below["commandName"] != "help":
            describe(below, name, lines)


def row(argument: dict) -> str:
    names = argument.get("names") or []
    shown = ", ".join(f"--{each['name']}" if each["kind"] == "long" else f"-{each['name']}" for each in names) or argument["valueName"]
    meaning = argument.get("abstract", "").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
    default = f" Default: `{argument['defaultValue']}`." if argument.get("defaultValue") else ""
    return f"| `{shown}` | {meaning}{default} |"
