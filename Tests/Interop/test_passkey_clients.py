"""Other people's WebAuthn clients in journeys: they register with the server and sign in."""

import base64
import hashlib
import json
import os
import struct

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.client import Fido2Client
from fido2.cose import ES256
from fido2.ctap import CtapDevice
from fido2.hid import CAPABILITY, CTAPHID
from soft_webauthn import SoftWebauthnDevice

from support.journey import fill, output, start, submit
from support.server import PASSWORD, Server
from test_authenticator import new_user

KEYS = """
name: Keys
start: who
mustRun: true
nodes:
  who: { page: [ { username: {} }, { password: {} } ], next: check }
  check: { dataStoreDecision: {}, "true": make, "false": failure }
  make: { webAuthnRegistration: { userVerificationRequirement: DISCOURAGED, generateRecoveryCodes: false }, success: use, failure: failure, error: failure, unsupported: failure }
  use: { webAuthnAuthentication: { userVerificationRequirement: DISCOURAGED }, success: success, failure: failure, error: failure, unsupported: failure, noDevice: failure }
"""
RP = "localhost"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("keys"), host=RP)
    running.start()
    imported = running.run("journey", "import", "-", "--realm", "alpha", "--data-directory", str(running.data), input=KEYS)
    assert imported.returncode == 0, imported.stderr
    yield running
    assert running.stop() == 0, running.log.read_text()


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(data: bytes) -> str:
    """Bytes as the step protocol writes them: signed numbers."""
    return ",".join(str(number) for number in struct.unpack(f"{len(data)}b", data))


class SoftWebAuthn:
    """soft-webauthn: browser and security key in one."""

    def __init__(self, origin: str):
        self.device, self.origin = SoftWebauthnDevice(), origin

    def create(self, data: dict) -> str:
        made = self.device.create(
            {
                "publicKey": {
                    "rp": {"id": data["_relyingPartyId"]},
                    "user": {"id": data["userId"].encode()},
                    "challenge": base64.b64decode(data["challenge"]),
                    "pubKeyCredParams": data["_pubKeyCredParams"],
                }
            },
            self.origin,
        )
        response = made["response"]
        return "::".join(
            [response["clientDataJSON"].decode(), signed(response["attestationObject"]), encode(made["rawId"])]
        )

    def get(self, data: dict) -> str:
        options = {"rpId": data["_relyingPartyId"], "challenge": base64.b64decode(data["challenge"])}
        made = self.device.get({"publicKey": options}, self.origin)
        response = made["response"]
        return "::".join(
            [
                response["clientDataJSON"].decode(),
                signed(response["authenticatorData"]),
                signed(response["signature"]),
                encode(made["rawId"]),
            ]
        )


class SecurityKey(CtapDevice):
    """A key that speaks CTAP 2 to fido2's client, with self attestation."""

    def __init__(self):
        self.keys: dict[bytes, tuple[ec.EllipticCurvePrivateKey, int]] = {}

    @property
    def capabilities(self):
        return CAPABILITY.CBOR

    @classmethod
    def list_devices(cls):
        return []

    def call(self, cmd, data=b"", event=None, on_keepalive=None):
        assert cmd == CTAPHID.CBOR
        answer = {1: self.make, 2: self.sign, 4: self.info}[data[0]](cbor.decode(data[1:]) if data[1:] else {})
        return b"\0" + cbor.encode(answer)

    def info(self, _):
        return {1: ["FIDO_2_0"], 3: bytes(16), 4: {"rk": False, "up": True}}

    def make(self, request):
        key, identifier = ec.generate_private_key(ec.SECP256R1()), os.urandom(32)
        self.keys[identifier] = key, 0
        public = cbor.encode(ES256.from_cryptography_key(key.public_key()))
        data = self.data(request[2]["id"], 0x41, 0) + bytes(16) + struct.pack(">H", 32) + identifier + public
        return {1: "packed", 2: data, 3: {"alg": -7, "sig": key.sign(data + request[1], ec.ECDSA(hashes.SHA256()))}}

    def sign(self, request):
        identifier = next(each["id"] for each in request[3] if each["id"] in self.keys)
        key, count = self.keys[identifier]
        self.keys[identifier] = key, count + 1
        data = self.data(request[1], 0x01, count + 1)
        signature = key.sign(data + request[2], ec.ECDSA(hashes.SHA256()))
        return {1: {"type": "public-key", "id": identifier}, 2: data, 3: signature}

    @staticmethod
    def data(party: str, flags: int, count: int) -> bytes:
        return hashlib.sha256(party.encode()).digest() + struct.pack(">BI", flags, count)


class Fido2:
    """PyPI's fido2: its client with a security key."""

    def __init__(self, origin: str):
        # Its own rule wants https, as a browser does but for localhost.
        self.client = Fido2Client(SecurityKey(), origin, verify=lambda party, _: party == RP)

    def create(self, data: dict) -> str:
        made = self.client.make_credential(
            {
                "rp": {"id": data["_relyingPartyId"], "name": data["relyingPartyName"]},
                "user": {"id": data["userId"].encode(), "name": data["userName"]},
                "challenge": base64.b64decode(data["challenge"]),
                "pubKeyCredParams": data["_pubKeyCredParams"],
                "authenticatorSelection": {"userVerification": data["_authenticatorSelection"]["userVerification"]},
            }
        )
        attested = made.attestation_object.with_string_keys()  # as WebAuthn has it, not CTAP
        identifier = attested.auth_data.credential_data.credential_id
        return "::".join([bytes(made.client_data).decode(), signed(bytes(attested)), encode(identifier)])

    def get(self, data: dict) -> str:
        allowed = [
            {"type": "public-key", "id": bytes(number % 256 for number in each["id"])} for each in data["_allowCredentials"]
        ]
        selection = self.client.get_assertion(
            {
                "rpId": data["_relyingPartyId"],
                "challenge": base64.b64decode(data["challenge"]),
                "allowCredentials": allowed,
                "userVerification": data["userVerification"],
            }
        )
        made = selection.get_response(0)
        return "::".join(
            [
                bytes(made.client_data).decode(),
                signed(bytes(made.authenticator_data)),
                signed(made.signature),
                encode(made.credential_id),
            ]
        )


def answer(server, step: dict, client, change=lambda outcome: outcome):
    data = output(step["callbacks"][0], "data")
    act = {"webauthn_registration": client.create, "webauthn_authentication": client.get}[data["_action"]]
    return submit(server, fill(step, change(act(data))))


def registered(server, user: str, client) -> dict:
    """The step that asks for a signature, after the client's key was registered."""
    step = submit(server, fill(start(server, "Keys"), user, PASSWORD)).json
    assert output(step["callbacks"][0], "data")["_action"] == "webauthn_registration"
    step = answer(server, step, client).json
    assert output(step["callbacks"][0], "data")["_action"] == "webauthn_authentication", step
    return step


CLIENTS = pytest.mark.parametrize("kind", [SoftWebAuthn, Fido2])


@CLIENTS
def test_a_client_registers_and_signs_in(server, kind):
    client = kind(server.base)
    step = registered(server, new_user(server, f"key-{kind.__name__.lower()}"), client)
    assert answer(server, step, client).json.get("tokenId")


@CLIENTS
def test_anothers_origin_and_an_altered_signature_are_refused(server, kind):
    user = new_user(server, f"wrong-{kind.__name__.lower()}")
    step = submit(server, fill(start(server, "Keys"), user, PASSWORD)).json
    assert answer(server, step, kind("https://localhost.example.com")).status == 401

    def altered(outcome: str) -> str:
        client_data, authenticator, signature, identifier = outcome.split("::")
        numbers = json.loads(f"[{signature}]")
        numbers[-1] = (numbers[-1] + 129) % 256 - 128
        return "::".join([client_data, authenticator, ",".join(map(str, numbers)), identifier])

    client = kind(server.base)
    assert answer(server, registered(server, user, client), client, altered).status == 401
