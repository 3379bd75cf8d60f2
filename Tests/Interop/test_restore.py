"""A copy of the database under load, restored on an empty machine: every session and token that was acknowledged before the copy began works there. SQLite
by the program's own commands, PostgreSQL by pg_dump and pg_restore as docs/running.md says."""

import shutil
import subprocess
import threading
from pathlib import Path
from urllib.parse import urlencode

import pytest

from support import oauth
from support.cluster import Postgres
from support.curl import curl
from support.journey import SDK, session_header, sign_in
from support.server import Server

SIGN_INS = 12


class Embedded:
    """The database of the server's directory."""

    def options(self) -> list[str]:
        return []

    def backup(self, server: Server, folder: Path) -> Path:
        copy = folder / "copy.db"
        made = server.command("backup", str(copy))
        assert made["bytes"] > 0
        return copy

    def restore(self, server: Server, copy: Path) -> subprocess.CompletedProcess:
        return server.run("restore", str(copy), *server.place)


class Cluster:
    """A database of PostgreSQL, dumped and restored by its own programs."""

    def __init__(self, postgres: Postgres):
        self.postgres, self.address = postgres, postgres.database()

    def options(self) -> list[str]:
        return ["--database", self.address]

    def backup(self, server: Server, folder: Path) -> Path:
        copy = folder / "copy.dump"
        subprocess.run(["pg_dump", "--format=custom", f"--file={copy}", self.address], check=True, timeout=120)
        return copy

    def restore(self, server: Server, copy: Path) -> subprocess.CompletedProcess:
        self.address = self.postgres.database()
        server.options[-2:] = server.place[-2:] = self.options()
        return subprocess.run(["pg_restore", "--exit-on-error", f"--dbname={self.address}", copy], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def postgres():
    with Postgres() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request):
    return Embedded() if request.param == "sqlite" else Cluster(request.getfixturevalue("postgres"))


def validate(server: Server, token: str) -> bool:
    url = f"{server.base}/am/json/realms/alpha/sessions?_action=validate"
    reply = curl("POST", url, body="{}", headers={**SDK, "iPlanetDirectoryPro": token})
    return reply.status == 200 and reply.json["valid"] is True


def test_what_was_there_before_the_copy_works_after_its_restore(engine, tmp_path):
    server = Server(tmp_path / "first")
    (tmp_path / "first").mkdir()
    server.options += engine.options()
    server.place += engine.options()
    server.start()
    stop, during = threading.Event(), []

    def load():
        while not stop.is_set():
            during.append(sign_in(server))

    threads = [threading.Thread(target=load) for _ in range(2)]
    try:
        before = [(success, oauth.tokens(server, success)) for success in (sign_in(server) for _ in range(SIGN_INS))]
        used = before[0][1]["refresh_token"]
        again = urlencode({"grant_type": "refresh_token", "client_id": oauth.PUBLIC_CLIENT, "refresh_token": used})
        ended = sign_in(server)
        left = f"{server.base}/am/json/realms/alpha/sessions?_action=logout"
        assert curl("POST", left, body="{}", headers={**SDK, **session_header(ended)}).status == 200
        for thread in threads:
            thread.start()
        while len(during) < 2:
            assert all(thread.is_alive() for thread in threads)
        copy = engine.backup(server, tmp_path)
    finally:
        stop.set()
        for thread in threads:
            if thread.ident:
                thread.join()
        server.stop()
    assert len(during) >= 2

    # Another machine: nothing but the copy and the master key.
    other = Server(tmp_path / "second")
    other.base = other.local = server.base  # the clients' address stays
    other.options = list(server.options)
    other.place = ["--data-directory", str(other.data), *engine.options()]
    other.data.mkdir(parents=True)
    shutil.copy(server.data / "master.key", other.data)
    cut = tmp_path / "cut"
    cut.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    refused = engine.restore(other, cut)
    assert refused.returncode != 0 and refused.stderr.strip(), refused
    restored = engine.restore(other, copy)
    assert restored.returncode == 0, restored.stderr
    shutil.copy(server.data / "demonstration", other.data)
    other.start()
    try:
        for success, tokens in before:
            assert validate(other, success["tokenId"])
            bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
            assert curl("GET", f"{other.alpha}/userinfo", headers=bearer).status == 200
        assert not validate(other, ended["tokenId"])
        assert oauth.token(other, again).status == 200
        for _, tokens in before[1:]:
            form = urlencode({"grant_type": "refresh_token", "client_id": oauth.PUBLIC_CLIENT, "refresh_token": tokens["refresh_token"]})
            assert oauth.token(other, form).status == 200
        assert validate(other, sign_in(other)["tokenId"])
        verified = other.run("audit", "verify", *other.place)
        assert verified.returncode == 0, verified.stderr
    finally:
        other.stop()
