"""A real mail server, aiosmtpd: with TLS, a login, and a certificate by an authority that only this test knows."""

import email
import email.policy
import re
import ssl
import time
from contextlib import contextmanager
from email.message import EmailMessage

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from support.server import Server, free_port

USERNAME, SECRET = "gatehouse", "pass wörd"
SENDER = "Gatehouse <no-reply@example.com>"
LINK = re.compile(r"https?://\S+")


class PostOffice:
    """Takes messages over TLS from whoever logs in."""

    def __init__(self, directory, security: str = "starttls"):
        self.messages: list[EmailMessage] = []
        self.sources: list[bytes] = []
        self.sessions: list = []
        self.security = security
        self.port = free_port()
        authority = trustme.CA()
        self.authorities = directory / f"authority-{self.port}.pem"
        authority.cert_pem.write_to_path(self.authorities)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("127.0.0.1").configure_cert(context)
        options = {"authenticator": self._authenticate, "auth_required": True, "hostname": "127.0.0.1", "port": self.port}
        if security == "tls":
            options |= {"ssl_context": context, "auth_require_tls": False}
        else:
            options |= {"tls_context": context, "require_starttls": True}
        self._controller = Controller(self, **options)

    def _authenticate(self, server, session, envelope, mechanism, data) -> AuthResult:
        good = isinstance(data, LoginPassword) and (data.login, data.password) == (USERNAME.encode(), SECRET.encode())
        return AuthResult(success=good, handled=False)

    async def handle_DATA(self, server, session, envelope):
        self.sessions.append(session)
        self.sources.append(envelope.content)
        self.messages.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"

    def start(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()

    def wait_for(self, count: int) -> EmailMessage:
        """The newest message, when there are so many."""
        deadline = time.monotonic() + 10
        while len(self.messages) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(self.messages) >= count, f"{len(self.messages)} messages came"
        return self.messages[-1]

    def wait_for_one_to(self, address: str, after: int):
        """Waits for a message to an address behind so many; notices to others come between, in no certain order."""
        deadline = time.monotonic() + 10
        while address not in [message["To"] for message in self.messages[after:]]:
            assert time.monotonic() < deadline, f"no message to {address} came"
            time.sleep(0.02)

    def link_to(self, address: str, number: int = 1) -> str:
        """The first link that was sent to an address, or the one of that number. Notices come between, in no certain order."""
        deadline = time.monotonic() + 10
        while True:
            links = [link(message) for message in self.messages if message["To"] == address and LINK.search(body(message, "plain"))]
            if len(links) >= number:
                return links[number - 1]
            assert time.monotonic() < deadline, f"{len(links)} links came to {address}"
            time.sleep(0.02)

    def serve(self, server: Server, realm: str = "alpha", password: str = SECRET) -> None:
        """Has a Gatehouse send its mail here."""
        server.command(
            "mail", "set", "host=127.0.0.1", f"port={self.port}", f"security={self.security}", f"username={USERNAME}",
            f"from={SENDER}", "--authorities", str(self.authorities), "--realm", realm, "--password-stdin", input=password + "\n",
        )  # fmt: skip


@contextmanager
def post_office(directory, security: str = "starttls"):
    office = PostOffice(directory, security)
    office.start()
    try:
        yield office
    finally:
        office.stop()


def body(message: EmailMessage, kind: str) -> str:
    return message.get_body(preferencelist=(kind,)).get_content()


def link(message: EmailMessage) -> str:
    """The link in the plain text of a message."""
    return LINK.search(body(message, "plain")).group()
