"""The command channel, written from docs/protocols/command-channel.md alone: a device, and what a server computes with it."""

import hashlib
import hmac
import secrets
import struct
import time
import unicodedata

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support import oprf

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def hkdf(material: bytes, salt: bytes | None, info: bytes, length: int) -> bytes:
    key, block, made = mac(salt or bytes(32), material), b"", b""
    for number in range(1, 256):
        if len(made) >= length:
            break
        block = mac(key, block + info + bytes([number]))
        made += block
    return made[:length]


class Pair:
    """A P-256 key pair."""

    def __init__(self, number: int | None = None):
        self.key = ec.generate_private_key(ec.SECP256R1()) if number is None else ec.derive_private_key(number, ec.SECP256R1())
        self.public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def agree(self, point: bytes) -> bytes:
        return self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))

    def sign(self, message: bytes) -> bytes:
        r, s = utils.decode_dss_signature(self.key.sign(message, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32) + s.to_bytes(32)


def verify(public: bytes, signature: bytes, message: bytes) -> None:
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    encoded = utils.encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    key.verify(encoded, message, ec.ECDSA(hashes.SHA256()))


def members(*values: bytes | str | int, tags=None) -> bytes:
    """Members in order; numbers have eight bytes."""
    made = b""
    for tag, value in zip(tags or range(1, 99), values):
        value = value.encode() if isinstance(value, str) else struct.pack(">Q", value) if isinstance(value, int) else value
        made += struct.pack(">BH", tag, len(value)) + value
    return made


def read(data: bytes) -> dict[int, bytes]:
    found, at = {}, 0
    while at < len(data):
        tag, length = struct.unpack_from(">BH", data, at)
        found[tag], at = data[at + 3 : at + 3 + length], at + 3 + length
    return found


def pairs(lines: list[tuple[str, str]]) -> bytes:
    texts = [text.encode() for line in lines for text in line]
    return b"".join(struct.pack(">H", len(text)) + text for text in texts)


def lines(data: bytes) -> list[str]:
    texts, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from(">H", data, at)
        texts.append(data[at + 2 : at + 2 + length].decode())
        at += 2 + length
    return texts


class Command:
    def __init__(self, kind: int, flags: int, flow: bytes, step: int, hint: bytes, body: bytes):
        self.kind, self.flags, self.flow, self.step, self.hint, self.body = kind, flags, flow, step, hint, body
        self.header = b"OC\x01" + bytes([kind, flags]) + flow + bytes([step]) + hint
        self.bytes = self.header + struct.pack(">I", len(body)) + body
        self.text = self.bytes.hex()

    @classmethod
    def parse(cls, text: str) -> "Command":
        data = bytes.fromhex(text)
        assert data[:3] == b"OC\x01" and struct.unpack_from(">I", data, 30)[0] == len(data) - 34
        return cls(data[3], data[4], data[5:21], data[21], data[22:30], data[34:])

    @property
    def key(self) -> bytes:
        return self.body[:65] if self.flags & 2 else b""


class Flow:
    """A party's side of a flow."""

    def __init__(self, flow: bytes, hint: bytes, key: bytes, transcript: bytes = bytes(32), step: int = 0, server: bool = False):
        self.flow, self.hint, self.key, self.transcript, self.step, self.server = flow, hint, key, transcript, step, server

    def _keys(self, header: bytes, key: bytes, agreed: bytes):
        made = hkdf(agreed, self.key, b"OC1 step" + self.transcript + header + key, 76)
        return made[:32], AESGCM(made[32:64]), made[64:]

    def _advance(self, key: bytes, command: Command) -> None:
        self.key, self.transcript, self.step = key, sha(self.transcript + command.bytes), self.step + 1

    def seal(self, kind: int, plaintext: bytes, key: bytes = b"", agreed: bytes = b"") -> Command:
        flags = 1 | (2 if key else 0) | (4 if self.server else 0)
        header = Command(kind, flags, self.flow, self.step, self.hint, b"").header
        following, cipher, nonce = self._keys(header, key, agreed)
        command = Command(kind, flags, self.flow, self.step, self.hint, key + cipher.encrypt(nonce, plaintext, header + key))
        self._advance(following, command)
        return command

    def open(self, command: Command, kind: int, agreed: bytes = b"") -> bytes:
        assert (command.flow, command.step, command.kind) == (self.flow, self.step, kind), f"another command: {refusal(command)}"
        following, cipher, nonce = self._keys(command.header, command.key, agreed)
        plaintext = cipher.decrypt(nonce, command.body[len(command.key) :], command.header + command.key)
        self._advance(following, command)
        return plaintext

    def export(self, label: str) -> bytes:
        return hkdf(self.key, self.transcript, b"OC1 export " + label.encode(), 32)


def refusal(command: Command):
    """The number and the message of a refusal; None for another command."""
    if command.kind != 0x7F:
        return None
    found = read(command.body)
    return struct.unpack(">i", found[1][4:])[0], found[2].decode()


# Passwords


def canonical(typed: str) -> bytes:
    text = typed.upper().replace("-", "").replace(" ", "").translate(str.maketrans("ILO", "110"))
    value = 0
    for character in text[:-1]:
        value = value * 32 + ALPHABET.index(character)
    assert (ALPHABET + "*~$=U")[value % 37] == text[-1], "mistyped"
    return text.encode()


class PasswordKeys:
    def __init__(self, value: bytes, registration: bytes, user: bytes):
        stretched = hashlib.scrypt(value, salt=b"OC1 stretch" + registration, n=32768, r=8, p=1, maxmem=1 << 27, dklen=32)
        self.secret = hkdf(stretched + value, None, b"OC1 password" + registration + user, 32)
        self.identity = registration + user

    def pair(self, nonce: bytes) -> Pair:
        key = hkdf(self.secret, nonce, b"OC1 user key", 32)
        for number in range(64):
            scalar = int.from_bytes(hkdf(key, None, b"OC1 scalar" + bytes([number]), 32))
            if 0 < scalar < ORDER:
                return Pair(scalar)
        raise AssertionError

    def seal(self, nonce: bytes, server: bytes) -> bytes:
        key = hkdf(self.secret, nonce, b"OC1 envelope", 32)
        return mac(key, b"OC1 envelope" + nonce + server + self.identity)


def session(agreed: list[bytes], start: Command, covered: bytes):
    """The server's code, the device's code, and the flow from step 2 on: root and transcript."""
    transcript = sha(b"OC1 activation" + sha(start.bytes) + covered)
    keys = hkdf(b"".join(agreed), transcript, b"OC1 activation keys", 96)
    server = mac(keys[:32], transcript)
    return server, mac(keys[32:64], transcript + server), keys[64:], sha(transcript + server)


# Codes


class Secret:
    """An instance's secret, and what is computed with it."""

    def __init__(self, secret: bytes, instance: bytes, user: bytes):
        self.secret, self.identity = secret, instance + user

    def proof(self, statement: bytes) -> str:
        return mac(hkdf(self.secret, None, b"OC1 proof" + self.identity, 32), statement).hex()

    def key(self, application: int) -> bytes:
        return hkdf(self.secret, None, b"OC1 application" + bytes([application]) + self.identity, 32)

    def renewed(self, renewal: bytes) -> "Secret":
        made = Secret(hkdf(self.secret, renewal, b"OC1 renewed" + self.identity, 32), b"", b"")
        made.identity = self.identity
        return made

    def password(self, now: float) -> str:
        return truncated(mac(self.key(2), struct.pack(">Q", int(now) // 30)), 8)

    def answer(self, challenge: str, now: float) -> tuple[str, str]:
        code = ocra("QA16", 8, self.key(3), challenge.encode(), now)
        return code, self._host(3, challenge + code, now)

    def signature(self, fields: list[str], now: float) -> tuple[str, str]:
        data = b"OTX1" + bytes([len(fields)])
        for number, field in enumerate(fields, 1):
            text = unicodedata.normalize("NFC", field).encode()
            data += struct.pack(">BH", number, len(text)) + text
        code = ocra("QH64", 8, self.key(4), sha(data), now)
        return code, self._host(4, code, now)

    def _host(self, application: int, question: str, now: float) -> str:
        return ocra("QA64", 6, hkdf(self.key(application), None, b"orch/v1 host-code", 32), question.encode(), now)


def truncated(digest: bytes, digits: int) -> str:
    offset = digest[-1] & 15
    return str((struct.unpack_from(">I", digest, offset)[0] & 0x7FFFFFFF) % 10**digits).zfill(digits)


def ocra(question: str, digits: int, key: bytes, data: bytes, now: float) -> str:
    suite = f"OCRA-1:HOTP-SHA256-{digits}:{question}-T30S".encode()
    return truncated(mac(key, suite + b"\0" + data.ljust(128, b"\0") + struct.pack(">Q", int(now) // 30)), digits)


# The device


class Device:
    """An activated device, whose PIN is left out: this is about the wire."""

    def __init__(self, send, name: str, domain: str, password: str):
        """Activates by a password; `send` carries a command's text, and returns the answer's."""
        self.send, self.user, self.number = send, members(name, domain), 0
        typed, moment, flow = canonical(password), Pair(), secrets.token_bytes(16)
        scalar, blinded = oprf.blind(typed)
        start = Command(1, 0, flow, 0, bytes(8), members(name, domain, blinded, moment.public))
        answer = self.carry(start)
        assert answer.kind == 1, refusal(answer)
        told = read(answer.body)
        registration, key, evaluation, nonce, self.server, seal, theirs, code = (told[tag] for tag in range(1, 9))
        keys = PasswordKeys(oprf.finish(typed, scalar, blinded, evaluation, key), registration, self.user)
        assert keys.seal(nonce, self.server) == seal, "the password is wrong"
        agreed = [moment.agree(theirs), moment.agree(self.server), keys.pair(nonce).agree(theirs)]
        expected, mine, root, transcript = session(agreed, start, members(*(told[tag] for tag in range(1, 8))))
        assert code == expected
        flow = Flow(flow, bytes(8), root, transcript, step=2)
        self.terms = read(self.ask(flow, 2, members(mine, '{"model": "python"}')))
        self.signing, self.agreement = Pair(), Pair()
        statement = b"OC1 possession" + flow.transcript
        proof = mac(self.agreement.agree(self.server), statement)
        keyed = members(self.signing.public, self.agreement.public, self.signing.sign(statement), proof)
        self.instance = read(self.ask(flow, 3, keyed))[1]
        self.root = flow.export("root")
        self.pin = Secret(flow.export("password instance"), self.instance, self.user)
        self.plain = Secret(flow.export("device instance"), self.instance, self.user)
        statement = b"OC1 confirmation" + flow.transcript
        assert len(self.ask(flow, 4, members(self.pin.proof(statement), self.plain.proof(statement)))) == 8

    def carry(self, command: Command) -> Command:
        return Command.parse(self.send(command.text))

    def ask(self, flow: Flow, kind: int, plaintext: bytes) -> bytes:
        return flow.open(self.carry(flow.seal(kind, plaintext)), kind)

    def begin(self, kind: int, *values, flow: bytes | None = None) -> tuple[Flow, bytes]:
        """Begins a flow of the device's, and opens the answer."""
        self.number += 1
        side, moment = Flow(flow or secrets.token_bytes(16), self.instance[:8], self.root), Pair()
        command = side.seal(kind, members(self.number, *values), moment.public, moment.agree(self.server))
        return side, side.open(self.carry(command), kind)

    def waiting(self) -> list[Command]:
        _, body = self.begin(0x28)
        found, at = [], 0
        while at < len(body):
            (length,) = struct.unpack_from(">H", body, at)
            found.append(Command.parse(body[at + 2 : at + 2 + length].hex()))
            at += 2 + length
        return found

    def answer(self, command: Command, approves: bool) -> tuple[list[str], int]:
        """Answers a request; what it shows, and the outcome's status."""
        side = Flow(command.flow, self.instance[:8], self.root)
        request = side.open(command, command.kind, self.agreement.agree(command.key))
        method, now = 1 if approves else 0, int(time.time())
        decision = 1 if approves else 2
        statement = b"OC1 answer" + bytes([command.kind, decision, method]) + self.instance + sha(request) + struct.pack(">Q", now)
        proof = (self.pin if approves else self.plain).proof(statement)
        body = members(bytes([decision]), bytes([method]), sha(request), now, proof, self.signing.sign(statement))
        moment = Pair()
        told = side.open(self.carry(side.seal(command.kind, body, moment.public, moment.agree(command.key))), command.kind)
        return lines(read(request)[6]), told[0]

    def change_pin(self) -> None:
        flow = secrets.token_bytes(16)
        proof = self.pin.proof(b"OC1 password change" + flow + self.instance + bytes([2]))
        side, told = self.begin(0x40, bytes([2]), proof, flow=flow)
        assert told[0] == 1
        self.pin = self.pin.renewed(side.export("password renewal"))
        assert self.ask(side, 0x40, members(self.pin.proof(b"OC1 password changed" + flow + self.instance)))[0] == 1


# The server


class Server:
    """A server for one user, as far as a device can tell: it keeps what it has in memory."""

    def __init__(self, name: str, domain: str = ""):
        self.name, self.user, self.pair = name, members(name, domain), Pair()
        self.scalar = secrets.randbelow(oprf.N - 1) + 1
        self.id, self.nonce = secrets.token_bytes(16), secrets.token_bytes(32)
        body = "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.password = next(body + check for check in ALPHABET + "*~$=U" if self._fits(body + check))
        typed = canonical(self.password)
        value = oprf.output(typed, oprf.multiply(self.scalar, oprf.hash_to_group(typed)))
        keys = PasswordKeys(value, self.id, self.user)
        self.seal, self.user_key = keys.seal(self.nonce, self.pair.public), keys.pair(self.nonce).public
        self.flow: Flow | None = None
        self.described, self.number, self.requests, self.outcomes = b"", 0, {}, []
        self.data: list[str] = []  # the event, the app's data and the device's
        self.outcome: bytes | None = None  # what answers a flow of the device's, in place of what should

    @staticmethod
    def _fits(text: str) -> bool:
        try:
            return bool(canonical(text))
        except AssertionError:
            return False

    def answer(self, text: str) -> str:
        command = Command.parse(text)
        if command.kind in (1, 2, 3, 4):
            return (self.start if command.kind == 1 else self.go_on)(command).text
        if command.kind in (0x20, 0x30):
            return self.decide(command).text
        return self.serve(command).text

    def start(self, command: Command) -> Command:
        told, moment = read(command.body), Pair()
        assert members(told[1], told[2]) == self.user
        agreed = [moment.agree(told[4]), self.pair.agree(told[4]), moment.agree(self.user_key)]
        key = oprf.encode(oprf.multiply(self.scalar, oprf.G))
        covered = members(
            self.id, key, oprf.evaluate(self.scalar, told[3]), self.nonce, self.pair.public, self.seal, moment.public
        )
        code, self.expected, root, transcript = session(agreed, command, covered)
        self.flow = Flow(command.flow, bytes(8), root, transcript, step=2, server=True)
        return Command(1, 4, command.flow, 1, bytes(8), covered + members(code, tags=[8]))

    def go_on(self, command: Command) -> Command:
        statement = b"OC1 possession" + self.flow.transcript
        confirmed = b"OC1 confirmation" + self.flow.transcript
        told = read(self.flow.open(command, command.kind))
        if command.kind == 2:
            assert told[1] == self.expected, "the device hasn't the password"
            self.described = told[2]
            applications = bytes([1, 1, 8, 0, 2, 2, 8, 0, 3, 3, 8, 1, 4, 4, 8, 1])
            return self.flow.seal(2, members("PYT0000001", bytes([6, 12, 1, 1]), applications, int(time.time())))
        if command.kind == 3:
            verify(told[1], told[3], statement)
            assert told[4] == mac(self.pair.agree(told[2]), statement)
            self.signing, self.agreement, self.instance = told[1], told[2], secrets.token_bytes(16)
            reply = self.flow.seal(3, members(self.instance))
            self.root = self.flow.export("root")
            self.pin = Secret(self.flow.export("password instance"), self.instance, self.user)
            self.plain = Secret(self.flow.export("device instance"), self.instance, self.user)
            return reply
        assert told[1].decode() == self.pin.proof(confirmed) and told[2].decode() == self.plain.proof(confirmed)
        return self.flow.seal(4, struct.pack(">Q", int(time.time())))

    def ask(self, kind: int, *shown: tuple[str, str]) -> str:
        """Makes a request; its command."""
        self.number += 1
        return self.send(kind, members(self.number, "s", "r", bytes([1]), int(time.time()) + 60, pairs(list(shown)), b""))

    def send(self, kind: int, request: bytes) -> str:
        """Seals whatever is to be a request; its command."""
        side, moment = Flow(secrets.token_bytes(16), self.instance[:8], self.root, server=True), Pair()
        command = side.seal(kind, request, moment.public, moment.agree(self.agreement))
        self.requests[side.flow] = (side, moment, request, command)
        return command.text

    def decide(self, command: Command) -> Command:
        side, moment, request, _ = self.requests[command.flow]
        agreed = moment.agree(command.key) if command.key else b""
        told = read(side.open(command, command.kind, agreed))
        statement = b"OC1 answer" + bytes([command.kind]) + told[1] + told[2] + self.instance + sha(request) + told[4]
        verify(self.signing, told[6], statement)
        approves = told[1] == b"\x01"
        isRight = told[5].decode() == (self.pin if approves else self.plain).proof(statement)
        status = (3 if approves else 8) if not isRight else 1 if approves else 2
        self.outcomes.append(status)
        return side.seal(command.kind, bytes([status, 4 if status == 3 else 0]))

    def serve(self, command: Command) -> Command:
        """Answers a flow that the device begins: what waits, or that it is well."""
        side = Flow(command.flow, self.instance[:8], self.root, server=True)
        told = read(side.open(command, command.kind, self.pair.agree(command.key)))
        assert len(told[1]) == 8
        if command.kind == 0x50:
            self.data = [told[tag].decode() for tag in (2, 3, 4)]
        if self.outcome is not None:
            return side.seal(command.kind, self.outcome)
        if command.kind != 0x28:
            return side.seal(command.kind, bytes([1, 0]))
        waiting = [entry[3].bytes for entry in self.requests.values()]
        return side.seal(0x28, b"".join(struct.pack(">H", len(each)) + each for each in waiting))
