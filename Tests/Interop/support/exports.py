"""Journeys in the files of PingAM's consoles and tools, read without any of our code, so that what comes back can be compared."""

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path

FRAME = {"_id", "_type", "_outcomes", "_rev"}
PROVENANCE = {"_rev", "createdBy", "creationDate", "lastModifiedBy", "lastModifiedDate"}
TREE = {"_id", "entryNodeId", "nodes", "staticNodes", "uiConfig", "description", "enabled", "identityResource", "innerTreeOnly", "mustRun",
        "noSession", "transactionalOnly", "treeTimeout", "maximumSessionTime", "maximumIdleTime"}
PLACE = {"connections", "displayName", "nodeType", "version", "x", "y"}
CONTAINERS = ["emailTemplates", "socialIdentityProviders", "themes", "saml2Entities", "circlesOfTrust", "nodeTypes", "variable"]
INITIAL = {"enabled": True, "innerTreeOnly": False, "mustRun": False, "noSession": False, "transactionalOnly": False, "staticNodes": {}, "uiConfig": {}}


@dataclass
class Journey:
    """A graph, the settings of its nodes and of the nodes on its pages, and what came with it."""

    tree: dict
    nodes: dict = field(default_factory=dict)
    scripts: dict = field(default_factory=dict)
    others: dict = field(default_factory=dict)

    @property
    def places(self):
        return self.tree.get("nodes") or {}

    def types(self):
        """The kind of every node, also on pages."""
        found = {ident: place.get("nodeType") for ident, place in self.places.items()}
        for ident in self.places:
            for child in self.nodes.get(ident, {}).get("nodes") or []:
                if isinstance(child, dict):
                    found[child["_id"]] = child.get("nodeType")
        return found


def units(folder: Path):
    """What to import at once: each file that holds whole journeys, and each folder in which journeys are spread over files."""
    spread = set()
    for path in sorted(folder.rglob("*.json")):
        content = json.loads(path.read_text())
        if isinstance(content.get("tree"), dict) or "trees" in content:
            yield path
        elif "entryNodeId" in content or "entryNodeId" in (content.get("data") or {}):
            spread.add(folder / path.relative_to(folder).parts[0])
    yield from sorted(spread)


def journeys(path: Path):
    """The journeys of a unit, by name."""
    contents = [json.loads(file.read_text()) for file in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]
    if path.is_dir():
        return spread(contents)
    entries = contents[0]["trees"].values() if "trees" in contents[0] else contents
    return {entry["tree"]["_id"]: journey(entry) for entry in entries}


def journey(entry):
    nodes = {}
    for container in ("nodes", "innernodes", "innerNodes"):
        nodes.update(by_id(entry.get(container) or {}))
    others = {name: entry[name] for name in CONTAINERS if entry.get(name)}
    return Journey(entry["tree"], nodes, entry.get("scripts") or {}, others)


def by_id(container):
    """Nodes by id; home-made tools write lists, with the settings as `details`."""
    if isinstance(container, dict):
        return container
    return {node["_id"]: {"_id": node["_id"], **(node.get("details") or node)} for node in container}


def spread(contents):
    objects = [(content.get("metadata", {}).get("entityType"), content.get("data", content)) for content in contents]
    nodes = {thing["_id"]: thing for kind, thing in objects if "_type" in thing and "entryNodeId" not in thing}
    scripts = {thing["_id"]: thing for kind, thing in objects if "script" in thing and "context" in thing}
    trees = [thing for kind, thing in objects if "entryNodeId" in thing]
    return {tree["_id"]: Journey(tree, of(tree, nodes), scripts) for tree in trees}


def of(tree, nodes):
    own = {ident: nodes[ident] for ident in tree.get("nodes") or {} if ident in nodes}
    children = [child["_id"] for node in own.values() for child in node.get("nodes") or [] if isinstance(child, dict)]
    return {**own, **{ident: nodes[ident] for ident in children if ident in nodes}}


def source(script):
    """A script's text, from any of the forms in which tools write it."""
    text = script["script"]
    if isinstance(text, list):
        return "\n".join(text)
    if text.startswith('"'):
        return json.loads(text)
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError:
        return text


def comparable(journey: Journey):
    """What must be the same in a journey that was imported and exported: all of it, but marks of another server's database, and
    members that say what is so without them."""

    def plain(thing, without=PROVENANCE):
        return {name: value for name, value in thing.items() if name not in without}

    tree = {**INITIAL, **plain(journey.tree)}
    tree["nodes"] = {ident: {"connections": {}, **place} for ident, place in journey.places.items()}
    return {
        "tree": tree,
        "nodes": {ident: plain(node) for ident, node in journey.nodes.items() if ident in journey.types()},
        "scripts": {ident: (script["name"], source(script)) for ident, script in journey.scripts.items()},
        "others": {name: plain(things) if isinstance(things, dict) else things for name, things in journey.others.items()},
    }


def differences(old, new, path=""):
    """Where `new` lacks or changes something of `old`; it may say more."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name in PROVENANCE:
                continue
            if name not in new:
                yield f"{path}.{name} is gone: {json.dumps(value)[:80]}"
            else:
                yield from differences(value, new[name], f"{path}.{name}")
    elif old != new:
        yield f"{path}: {json.dumps(old)[:80]} became {json.dumps(new)[:80]}"
