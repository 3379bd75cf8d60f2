"""The schema and the statements as Amazon's Aurora DSQL takes them, by its own checker, dsql-lint: what differs is known, and nothing comes to it. The
server doesn't run there; the least that databases of many machines have in common is where tables that grow go on growing (docs/cluster.md)."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from support.cluster import Postgres
from support.server import REPOSITORY, Server

LINT = Path(sys.executable).with_name("dsql-lint")
# Findings by rule, with the reason why they stay.
KNOWN = {
    "alter_add_primary_key_collapse": "pg_dump writes keys apart; the schema's steps have them in their tables",
    "at_unsupported_add_primary_key": "the same",
    "alter_add_unique_collapse": "the same",
    "at_unsupported_add_unique": "the same",
    "index_async": "an index is made in the step that needs it; a baseline for such a database writes ASYNC",
    "index_using": "pg_dump names the kind of an index; the schema's steps don't",
    "unsupported_partition_of": "the same as the next",
    "partition_by": "the audit log's parts, which the engine for PostgreSQL adds (decision 190)",
}


def findings(sql: str, tmp_path) -> list[dict]:
    file = tmp_path / "statements.sql"
    file.write_text(sql)
    done = subprocess.run([LINT, "--format", "json", file], capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)["files"][0]["diagnostics"]


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    """The tables of a new database, as pg_dump writes them."""
    directory = tmp_path_factory.mktemp("schema")
    with Postgres() as postgres:
        database = postgres.database()
        server = Server(directory)
        server.options += ["--database", database]
        server.start()
        server.stop()
        dump = ["pg_dump", "--schema-only", "--no-owner", "--no-privileges", database]
        text = subprocess.run(dump, check=True, capture_output=True, text=True, timeout=120).stdout
    return "\n".join(line for line in text.splitlines() if not line.startswith("\\"))


def test_of_the_schema_only_what_is_known_is_taken_otherwise(schema, tmp_path):
    # The checker can't read how pg_dump puts parts together.
    parts = ("ATTACH PARTITION", "INDEX audit_event")
    found = [each for each in findings(schema, tmp_path) if each["rule"] != "parse_error" or not any(part in each["statement_preview"] for part in parts)]
    print(f"dsql-lint: {dict(Counter(each['rule'] for each in found))}")
    unknown = [each for each in found if each["rule"] not in KNOWN]
    assert not unknown, unknown


def test_every_statement_is_one_that_it_takes(tmp_path):
    literal = re.compile(r'"""\n(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
    statements = set()
    for file in (REPOSITORY / "Sources/Server").rglob("*.swift"):
        if "SQLite" in file.parts or "StorePostgres" in file.parts:
            continue
        for found in literal.finditer(file.read_text()):
            text = " ".join((found[1] or found[2]).replace('\\"', '"').split())
            if re.match(r"(SELECT|INSERT INTO|UPDATE|DELETE FROM) \S+ \S+", text):
                statements.add(re.sub(r"\?(\d+)", r"$\1", text))
    assert len(statements) > 500
    found = [each for each in findings(";\n".join(sorted(statements)) + ";\n", tmp_path) if each["rule"] != "parse_error"]  # parts of statements
    assert not found, found


def test_one_that_it_does_not_take_is_found(tmp_path):
    assert findings("CREATE INDEX a_b ON a (b);\n", tmp_path)[0]["rule"] == "index_async"
    assert findings("CREATE TABLE a (id SERIAL PRIMARY KEY);\n", tmp_path)
