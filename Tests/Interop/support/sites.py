"""Sites of other people: pages on hosts of their own, with TLS, and a browser that finds and trusts them."""

import base64
import hashlib
import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support.browser import chromium

# The settings of Chromium's "third-party cookies": kept, or refused. Packagers choose different ones.
COOKIES_OF_OTHERS = {"kept": 0, "refused": 1}
SERVER, SAME_SITE, OTHER_SITE, STRANGER = "login.gate.example", "app.gate.example", "app.other.example", "app.stranger.example"


class Certificate:
    """One certificate for all hosts, as files and as the hash by which Chromium is told to trust it."""

    def __init__(self, directory):
        issued = trustme.CA().issue_cert(SERVER, SAME_SITE, OTHER_SITE, STRANGER)
        self.chain, self.key = directory / "chain.pem", directory / "key.pem"
        issued.private_key_pem.write_to_path(self.key)
        for part in issued.cert_chain_pems:
            part.write_to_path(self.chain, append=True)
        parsed = x509.load_pem_x509_certificate(issued.cert_chain_pems[0].bytes())
        public = parsed.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.pin = base64.b64encode(hashlib.sha256(public).digest()).decode()

    @property
    def options(self) -> list[str]:
        return ["--tls-cert", str(self.chain), "--tls-key", str(self.key)]


class Page(BaseHTTPRequestHandler):
    """The same page at every path: what happens in it is the tests' script. Pages without an origin may read it."""

    shown: dict[str, str]

    def do_GET(self):
        body = self.shown["text"].encode()
        self.send_response(200)
        if "policy" in self.shown:
            self.send_header("Content-Security-Policy", self.shown["policy"])
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "null")
        self.send_header("Access-Control-Allow-Credentials", "true")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


EMPTY = {"text": "<!doctype html><title>App</title><link rel=icon href=data:,><p>An app.</p>"}


@contextmanager
def pages(certificate: Certificate, shown: dict[str, str] = EMPTY):
    """A web server for the apps, whose page has a text and perhaps a content security policy; its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.chain, certificate.key)
    listener = ThreadingHTTPServer(("127.0.0.1", 0), type("Shown", (Page,), {"shown": shown}))
    listener.socket = context.wrap_socket(listener.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    try:
        yield listener.server_port
    finally:
        listener.shutdown()
        listener.server_close()


@contextmanager
def visitor(certificate: Certificate, cookies_of_others: str = "kept"):
    """Chromium, for which every name under `example` is this machine, and the certificate good."""
    preferences = {"profile.cookie_controls_mode": COOKIES_OF_OTHERS[cookies_of_others]}
    arguments = ("--host-resolver-rules=MAP *.example 127.0.0.1", f"--ignore-certificate-errors-spki-list={certificate.pin}")
    with chromium(arguments=arguments, preferences=preferences) as driver:
        driver.implicitly_wait(0)
        driver.set_script_timeout(30)
        yield driver
