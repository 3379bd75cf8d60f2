"""The first hour, on a fresh clone: its README, then the pages to which that leads for an app and for a sign-in of one's own.

How long each page took is in .build/interop/first-hour.tsv.

The clone takes the programs that are built here, so that the time is the reader's and not the compiler's.
"""

import subprocess
import time
import tomllib

import pytest

from support.reader import Failure, Habits, Reader
from support.server import PROGRAM, REPOSITORY
from support.snippets import read

# A sign-in and tokens; a web app and a single-page app; journeys; mails with links; a server with TLS whose certificate is renewed, a copy of its
# database and the way back, and an administrator's commands.
WALK = ["README.md", "docs/openid-connect.md", "docs/journeys.md", "docs/mail.md", "docs/running.md"]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first-hour") / "gatehouse"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", REPOSITORY.as_uri(), str(folder)], check=True)
    return folder


def walk(clone, folder, pages, programs=PROGRAM.parent) -> dict[str, float]:
    habits = tomllib.loads((clone / "Tests/Interop/snippets.toml").read_text())
    taken = {}
    for page in pages:
        began = time.monotonic()
        Reader(folder / page.replace("/", "-"), Habits(**habits.get(page, {})), root=clone, programs=programs).follow(read(clone / page, clone))
        taken[page] = time.monotonic() - began
    return taken


def test_the_walk(clone, tmp_path, results):
    taken = walk(clone, tmp_path, WALK)
    (results / "first-hour.tsv").write_text("".join(f"{page}\t{seconds:.1f}\n" for page, seconds in taken.items()))
    assert list(taken) == WALK


def test_the_readme_leads_to_each_page_of_the_walk(clone):
    text = (clone / "README.md").read_text()
    assert [page for page in WALK[1:] if f"]({page})" not in text] == []


@pytest.mark.parametrize("page, right, wrong", [
    ("README.md", "gatehouse login --json", "gatehouse logon --json"),
    ("docs/openid-connect.md", "corsOrigins=http://localhost:5173", "corsOrigins=http://localhost:5174"),
    ("docs/running.md", "certificate                  ", "true                         "),
    ("docs/running.md", "kill -HUP $server", "kill -CONT $server"),
    ("docs/running.md", "gatehouse backup monday.db", "gatehouse backup tuesday.db"),
    ("docs/running.md", "gatehouse restore monday.db --config gatehouse.yaml --yes", "true"),
])  # fmt: skip
def test_a_wrong_command_ends_the_walk(clone, tmp_path, page, right, wrong):
    text = (clone / page).read_text()
    assert right in text
    try:
        (clone / page).write_text(text.replace(right, wrong))
        with pytest.raises(Failure):
            walk(clone, tmp_path, [page])
    finally:
        (clone / page).write_text(text)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The programs of the packages, unpacked. Tests/Packages installs them in a system of their own."""
    packages = sorted((REPOSITORY / ".build/packages").glob("gatehouse*.deb"))
    packages = [package for package in packages if "dbgsym" not in package.name]
    if not packages:
        pytest.skip("make packages hasn't made any")
    folder = tmp_path_factory.mktemp("packages")
    for package in packages:
        subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    return folder / "usr/bin"


def test_the_packages_programs_do_what_the_page_for_a_server_says(clone, tmp_path, installed):
    walk(clone, tmp_path, ["docs/running.md"], installed)
