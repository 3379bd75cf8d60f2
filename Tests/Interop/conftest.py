"""What the tests share: one server, with the journeys of this folder, and a confidential client."""

from pathlib import Path

import pytest

from support.browser import browser, look  # noqa: F401
from support.journey import sign_in
from support.server import REPOSITORY, Server

JOURNEYS = Path(__file__).parent / "journeys"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("gatehouse"))
    running.start()
    try:
        for journey in sorted(JOURNEYS.iterdir()):
            running.command("journey", "import", str(journey), "--realm", "alpha")
        yield running
    finally:
        assert running.stop() == 0, running.log.read_text()


@pytest.fixture
def session(server):
    """The success body of a fresh sign-in."""
    return sign_in(server)


@pytest.fixture(scope="session")
def confidential(server):
    """A client with a secret: its identifier and the secret."""
    made = server.command(
        "client", "create", "interop", "--confidential", "--realm", "alpha", "--scope", "openid", "--scope", "profile",
        "--grant", "client_credentials", "--grant", "authorization_code", "--grant", "refresh_token",
        "--redirect", "https://localhost:8443/callback",
    )  # fmt: skip
    return made["id"], made["secret"]


@pytest.fixture(scope="session")
def results():
    """Where what is to be looked at goes."""
    folder = REPOSITORY / ".build/interop"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
