"""The code blocks of README and docs/: each is run as a reader would run it, or says why only a person can.

A page's blocks of shell are one session. What its reader has besides the page is in snippets.toml. Swift is compiled by Tests/Documentation.
"""

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from support.command_tree import problem
from support.reader import Failure, Habits, Reader
from support.server import REPOSITORY
from support.snippets import DRAWINGS, Snippet, commands, every, pages, whole

HABITS = {page: Habits(**table) for page, table in tomllib.loads((Path(__file__).parent / "snippets.toml").read_text()).items()}
SNIPPETS = every()
PAGES = defaultdict(list)
for each in SNIPPETS:
    PAGES[each.page].append(each)
SESSIONS = [page for page, snippets in PAGES.items() if any(each.language == "sh" and not each.reason for each in snippets)]
# Languages that programs of others read: a block is a part of a file that a test runs.
QUOTED = {"python", "js", "html"}
KINDS = {"sh", "json", "yaml", "swift", "xml"} | DRAWINGS | QUOTED


@pytest.mark.parametrize("page", SESSIONS)
def test_a_page_does_what_it_says(page, tmp_path):
    Reader(tmp_path, HABITS.get(page, Habits())).follow(PAGES[page])


def test_each_page_with_habits_has_a_session():
    assert set(HABITS) <= set(SESSIONS)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=str)
def test_a_block_says_what_it_is(snippet):
    assert snippet.language in KINDS, "a block names its language; one that is only a picture is `text`"
    if snippet.reason:
        assert snippet.language == "sh" and len(snippet.reason.split()) >= 3, "the mark gives the reason"


@pytest.mark.parametrize("snippet", [each for each in SNIPPETS if each.language == "json"], ids=str)
def test_json_is_well_formed(snippet):
    whole(snippet.text)


@pytest.mark.parametrize("snippet", [each for each in SNIPPETS if each.language == "yaml"], ids=str)
def test_yaml_is_well_formed(snippet):
    assert isinstance(yaml.safe_load(snippet.text), dict)


@pytest.mark.parametrize("snippet", [each for each in SNIPPETS if each.language in QUOTED and "login.example.com" not in each.text], ids=str)
def test_an_excerpt_is_in_a_program_that_a_test_runs(snippet):
    assert any(snippet.text.strip() in file.read_text() for file in (REPOSITORY / "examples").rglob("*.*") if file.suffix[1:] in ("py", "html", "js"))


@pytest.mark.parametrize("snippet", [each for each in SNIPPETS if each.language == "sh"], ids=str)
def test_commands_exist(snippet):
    """Also those that are run by hand."""
    assert [found for _, command in commands(snippet.text) if (found := problem(command))] == []


def inline():
    """The commands of ours in running text and tables."""
    for page in pages():
        prose = re.sub(r"^( *)```.*?^\1```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for command in re.findall(r"`((?:gatehouse|phone) [^`…]+)`", prose):
            yield pytest.param(command, id=f"{page.name}: {command}")


@pytest.mark.parametrize("command", inline())
def test_commands_in_text_exist(command):
    assert problem(command) is None


# That a wrong page is seen.

GOOD = "gatehouse realm list\ngatehouse user set demo city=London --realm alpha\ngatehouse user show demo --realm alpha | grep London"


def planted(text: str, reason: str | None = None) -> list[Snippet]:
    return [Snippet("README.md", 7, "sh", text, reason)]


def test_a_right_page_passes(tmp_path):
    Reader(tmp_path, Habits()).follow(planted(GOOD))


@pytest.mark.parametrize("wrong, place", [
    (GOOD.replace("realm list", "realm lst"), "README.md:8: gatehouse realm lst"),
    (GOOD.replace("London --realm", "Paris --realm"), "README.md:10: "),
    (GOOD.replace("set demo", "set nobody"), "README.md:9: "),
    (GOOD + "\ntrue && false", "README.md:11: true && false"),
    (GOOD + "\ngatehouse realm lst | cat", "README.md:11: "),
    (GOOD + "\ncurl http://localhost:8080/nowhere", "README.md:11: "),
    (GOOD + "\nfalse   # ends with status 2", "README.md:11: "),
    ("gatehouse serve --port 8443 --prot 8080", "README.md:8: "),
])  # fmt: skip
def test_a_planted_command_is_seen(tmp_path, wrong, place):
    with pytest.raises(Failure) as seen:
        Reader(tmp_path, Habits()).follow(planted(wrong))
    assert str(seen.value).startswith(place)


def test_what_is_by_hand_is_not_run_and_still_read(tmp_path):
    Reader(tmp_path, Habits()).follow(planted("gatehouse nonsense", "it needs a person"))
    assert problem("gatehouse nonsense") and problem("gatehouse realm list --jsno") and problem("true && phone pari x")
    assert problem("gatehouse realm list --json") is None and problem("phone wait --approve --number 42") is None
    assert problem("phone --as pingid wait --aprove") and problem("phone --as pingid wait --approve") is None
