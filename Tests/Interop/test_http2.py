"""h2, HTTP/2 by other people: many streams at once, connections that end badly, and a server that stops meanwhile."""

import socket
import ssl
import threading
import time

import pytest
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ResponseReceived, StreamEnded
from h2.exceptions import ProtocolError

from support.server import Server
from support.sites import Certificate

HEADERS = [(":method", "GET"), (":path", "/live"), (":scheme", "https"), (":authority", "localhost")]
RESET = b"\x01\0\0\0\0\0\0\0"  # struct linger: on, no time
RECORD = b"\x17\x03\x03\x00\x20" + b"x" * 32  # TLS data that no key has sealed


@pytest.fixture
def secure(tmp_path):
    running = Server(tmp_path, certificate=Certificate(tmp_path), options=("--shutdown-timeout", "1"))
    running.start()
    yield running
    if running.process.poll() is None:
        running.stop()


class Connection:
    """One connection, of which every byte is ours: TLS runs in memory."""

    def __init__(self, server):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        self.socket = socket.create_connection(("127.0.0.1", int(server.base.rsplit(":", 1)[1])), timeout=5)
        self.input, self.output = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.input, self.output, server_hostname="localhost")
        while True:
            try:
                self.tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self.socket.sendall(self.output.read())
                self._receive()
        self.http = H2Connection(H2Configuration(client_side=True))
        self.http.initiate_connection()

    def _receive(self):
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("the server hung up")
        self.input.write(received)

    def request(self, count=1):
        """The bytes of some requests, with all that is to be said before."""
        for stream in range(self.http.get_next_available_stream_id(), self.http.get_next_available_stream_id() + 2 * count, 2):
            self.http.send_headers(stream, HEADERS, end_stream=True)
        self.tls.write(self.http.data_to_send())
        return self.output.read()

    def answers(self, count):
        """The statuses of the next answers."""
        statuses, ended = [], 0
        while ended < count:
            try:
                data = self.tls.read(65536)
            except ssl.SSLWantReadError:
                self._receive()
                continue
            for event in self.http.receive_data(data):
                if isinstance(event, ResponseReceived):
                    statuses.append(dict(event.headers)[b":status"])
                ended += isinstance(event, StreamEnded)
        return statuses

    def close(self):
        self.socket.close()


def test_many_streams_of_one_connection_are_answered(secure):
    connection = Connection(secure)
    connection.socket.sendall(connection.request(50))
    assert connection.answers(50) == [b"200"] * 50
    connection.close()
    assert secure.stop() == 0


@pytest.mark.parametrize("end", ["record", "reset", "end of file", "closed for writing"])
def test_a_connection_that_ends_badly_behind_a_request_harms_no_other(secure, end):
    for _ in range(20):
        connection = Connection(secure)
        data = connection.request(3)
        if end == "reset":
            connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        connection.socket.sendall(data + RECORD if end == "record" else data)
        if end == "closed for writing":
            connection.socket.shutdown(socket.SHUT_WR)
        connection.close()
    after = Connection(secure)
    after.socket.sendall(after.request())
    assert after.answers(1) == [b"200"]
    after.close()
    assert secure.stop() == 0


def test_a_server_that_is_told_to_stop_ends_well_while_streams_come_in(secure):
    for _ in range(5):
        ended = threading.Event()
        clients = [threading.Thread(target=_ask_until, args=(secure, ended)) for _ in range(12)]
        for client in clients:
            client.start()
        time.sleep(0.5)
        code = secure.stop()
        ended.set()
        for client in clients:
            client.join()
        assert code == 0, secure.log.read_text()
        secure.start()


def _ask_until(server, ended):
    while not ended.is_set():
        try:
            connection = Connection(server)
            connection.socket.sendall(connection.request(5))
            connection.answers(5)
            connection.close()
        except (OSError, ProtocolError):
            time.sleep(0.001)
