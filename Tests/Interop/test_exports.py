"""Journeys in other makers' files: importing, exporting and importing again gives the same, and the report names what isn't supported.

The files are those of `exports`, written for this test, and those of the folder that JOURNEY_EXPORTS names: check your own that way.
"""

import json
import os
import subprocess
import uuid
from pathlib import Path

import pytest

from support import exports
from support.journey import fill, output, start, submit
from support.server import PROGRAM

FOLDERS = [Path(__file__).parent / "exports", *(Path(name) for name in [os.environ.get("JOURNEY_EXPORTS")] if name)]
UNITS = [pytest.param(unit, id=str(unit.relative_to(folder))) for folder in FOLDERS for unit in exports.units(folder)]


class Realm:
    """A realm of its own, in which a unit is imported. Its last name is that of most tenants' realms: importing renames what is bound to it."""

    def __init__(self, server):
        parent = "r" + uuid.uuid4().hex
        self.server, self.name = server, f"{parent}/alpha"
        for name in (parent, self.name):
            server.command("realm", "create", name)
        server.command("realm", "set", self.name, "defaultJourney=")
        for journey in json.loads(self.gatehouse("journey", "list", "--json").stdout):
            self.gatehouse("journey", "delete", journey["name"], "--yes")  # the ones of every new realm, which no unit has

    def gatehouse(self, *arguments, input=""):
        return self.server.run(*arguments, "--realm", self.name, "--data-directory", str(self.server.data), input=input)

    def take(self, path):
        """Imports; what the report says."""
        done = self.gatehouse("journey", "import", str(path), "--json")
        assert done.stdout, done.stderr
        return json.loads(done.stdout)["findings"]

    def foreign(self):
        """The nodes, also on pages, that stand for ones that can't run here."""
        files = json.loads(self.gatehouse("journey", "export", "--all", "--json").stdout)["files"]
        nodes = [node for file in files for node in json.loads(file["text"])["nodes"].items()]
        children = [(child.get("id"), child) for _, node in nodes for child in node.get("settings", {}).get("nodes", [])]
        return {ident for ident, node in nodes + children if node.get("type") == "foreign"}

    def give(self):
        """Exports all journeys."""
        done = self.gatehouse("journey", "export", "--all", "--format", "pingam")
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def catalogue():
    """The settings that nodes have here, by the nodes' names."""
    done = subprocess.run([PROGRAM, "journey", "nodes", "--json"], capture_output=True, text=True, timeout=60, check=True)
    nodes = json.loads(done.stdout)
    return {node["name"]: {setting["amName"] for setting in node["settings"]} for node in nodes}


@pytest.mark.parametrize("unit", UNITS)
def test_a_round_trip_keeps_everything_and_tells_what_it_does_not_do(unit, server, tmp_path, catalogue):
    first, second = Realm(server), Realm(server)
    findings = first.take(unit)
    assert not [finding for finding in findings if finding["level"] == "error"]
    once = tmp_path / "once.journey.json"
    once.write_text(first.give())
    before, after = exports.journeys(unit), exports.journeys(once)

    assert before.keys() == after.keys()
    lost = [line for name in before for line in exports.differences(exports.comparable(before[name]), exports.comparable(after[name]), name)]
    assert not lost, "\n".join(lost)

    assert not [finding for finding in second.take(once) if finding["level"] == "error"]
    assert second.give() == once.read_text()

    silent = [line for name, journey in before.items() for line in unsaid(name, journey, findings, catalogue)]
    silent += [f"nothing is said of the node {ident}, which can't run here" for ident in first.foreign() - {f.get("node") for f in findings}]
    assert not silent, "\n".join(silent)


def unsaid(name, journey, findings, catalogue):
    """Settings, outcomes and objects that aren't supported, and of which the report says nothing."""
    said = {(finding.get("node"), finding.get("member")) for finding in findings if finding["subject"] == f"journey {name}"}
    subjects = {finding["subject"] for finding in findings}
    for member in set(journey.tree) - exports.TREE - exports.PROVENANCE:
        if (None, member) not in said:
            yield f"{name}: nothing is said of {member} of the graph"
    for ident, place in journey.places.items():
        for member in set(place) - exports.PLACE:
            if (ident, member) not in said:
                yield f"{name}: nothing is said of {member} of {ident} in the graph"
    for ident, kind in journey.types().items():
        if (ident, None) in said:
            continue  # the node as a whole
        settings = catalogue.get(kind) or catalogue.get((kind or "").removeprefix("product-"))
        if settings is None:
            yield f"{name}: nothing is said of the node {ident}, a {kind}"
            continue
        for member in journey.nodes.get(ident, {}):
            if member not in settings | exports.FRAME | {"nodes"} and (ident, member) not in said:
                yield f"{name}: nothing is said of {member} of {ident}, a {kind}"
    for ident, script in journey.scripts.items():
        if script.get("language", "JAVASCRIPT") != "JAVASCRIPT" and f"script {script['name']}" not in subjects:
            yield f"{name}: nothing is said of the script {script['name']}"


ODD = Path(__file__).parent / "exports/odd-settings.json"


def test_settings_that_the_product_takes_are_run_with(server):
    realm = Realm(server)
    findings = realm.take(ODD)
    assert not [finding for finding in findings if finding["level"] == "error"], findings
    checked = json.loads(realm.gatehouse("journey", "check", "Odd Settings", "--json").stdout)
    warned = {finding["path"].rsplit(".", 1)[-1] for finding in checked["findings"] if finding["level"] == "warning"}
    assert {"defaultChoice", "timeout"} <= warned, checked
    realm.gatehouse("user", "create", "ada", "--password-stdin", input="analytical engine\n")
    at = "realms/" + realm.name.replace("/", "/realms/")

    choice = start(server, "Odd%20Settings", realm=at)
    assert output(choice["callbacks"][0], "defaultChoice") == 0, "the script was found by its id"
    message = submit(server, choice, realm=at).json
    assert output(message["callbacks"][1], "options") == ["Yes", "No"]
    signing = submit(server, fill_button(message, 0), realm=at).json
    assert output(signing["callbacks"][0], "timeout") == 60
    credentials = submit(server, fill_error(signing, "Abort"), realm=at).json
    assert "tokenId" in submit(server, fill(credentials, "ada", "analytical engine"), realm=at).json


def test_settings_that_the_product_takes_are_run_with_in_the_terminal(server):
    realm = Realm(server)
    assert not [finding for finding in realm.take(ODD) if finding["level"] == "error"]
    realm.gatehouse("user", "create", "ada", "--password-stdin", input="analytical engine\n")
    # The choice outside its range and the button without a text are answered by number; the terminal has no key to sign with.
    done = realm.gatehouse("journey", "run", "Odd Settings", "--json", input="1\n1\nada\nanalytical engine\n")
    assert done.returncode == 0, done.stdout + done.stderr


def fill_button(step, index):
    step["callbacks"][1]["input"][0]["value"] = index
    return step


def fill_error(step, error):
    step["callbacks"][0]["input"][-1]["value"] = error
    return step
