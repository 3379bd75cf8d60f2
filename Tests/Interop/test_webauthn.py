"""WebAuthn both ways: other people's clients against our verification, our authenticator against other people's servers."""

import base64
import json
import os

import fido2.client
import fido2.ctap2
import fido2.server
import fido2.webauthn
import pytest
import webauthn
from soft_webauthn import SoftWebauthnDevice
from webauthn.helpers.structs import PublicKeyCredentialDescriptor

from support.peer import Peer, Refused

RP = "example.com"
ORIGIN = "https://example.com"
USER = b"user-1"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Ours(Peer):
    """Gatehouse's half."""

    def __call__(self, op, **members):
        return self.ask(op=op, **{"origin": ORIGIN, **members})


@pytest.fixture(scope="module")
def peer():
    peer = Ours("webauthn")
    yield peer
    peer.close()


def creation(challenge, attestation="none", verification="preferred", algorithms=(-7, -8)):
    return {
        "rp": {"id": RP, "name": "Example"},
        "user": {"id": encode(USER), "name": "demo", "displayName": "Demo"},
        "challenge": encode(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": alg} for alg in algorithms],
        "attestation": attestation,
        "authenticatorSelection": {"userVerification": verification},
    }


def request(challenge, *allowed, verification="preferred"):
    return {
        "rpId": RP,
        "challenge": encode(challenge),
        "allowCredentials": [{"type": "public-key", "id": encode(id)} for id in allowed],
        "userVerification": verification,
    }


class SoftClient:
    """soft-webauthn in the place of a browser with a security key."""

    def __init__(self):
        self.device = SoftWebauthnDevice()

    def create(self, challenge):
        options = {
            "publicKey": {
                "rp": {"id": RP, "name": "Example"},
                "user": {"id": USER},
                "challenge": challenge,
                "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
                "attestation": "none",
            }
        }
        return self.json(self.device.create(options, ORIGIN))

    def get(self, challenge):
        return self.json(self.device.get({"publicKey": {"rpId": RP, "challenge": challenge}}, ORIGIN))

    @staticmethod
    def json(credential):
        response = {name: encode(value) for name, value in credential["response"].items()}
        id = encode(credential["rawId"])
        return {"id": id, "rawId": id, "type": "public-key", "response": response}


def test_soft_webauthn_registers_and_signs_in(peer):
    client = SoftClient()
    challenge = os.urandom(32)
    record = peer("register", options=creation(challenge), response=client.create(challenge))["record"]
    assert (record["attestation"], record["format"], record["signCount"]) == ("none", "none", 0)
    for count in (1, 2):
        challenge = os.urandom(32)
        options = request(challenge, decode(record["id"]))
        answer = client.get(challenge)
        members = {"options": options, "response": answer, "record": record, "user": encode(USER)}
        assert peer("authenticate", **members)["signCount"] == count
        record["signCount"] = count
        with pytest.raises(Refused, match="signatureCounter"):
            peer("authenticate", **members)


def test_soft_webauthn_is_refused_for_what_is_wrong(peer):
    client = SoftClient()
    challenge = os.urandom(32)
    answer = client.create(challenge)
    with pytest.raises(Refused, match="wrongChallenge"):
        peer("register", options=creation(os.urandom(32)), response=answer)
    with pytest.raises(Refused, match="wrongOrigin"):
        peer("register", options=creation(challenge), response=answer, origin="https://login.example.com")
    with pytest.raises(Refused, match="userNotVerified"):
        peer("register", options=creation(challenge, verification="required"), response=answer)
    with pytest.raises(Refused, match="algorithmNotAllowed"):
        peer("register", options=creation(challenge, algorithms=[-257]), response=answer)


@pytest.mark.parametrize("alg", [-7, -8])
@pytest.mark.parametrize("attestation", ["none", "direct"])
def test_py_webauthn_accepts_our_authenticator(peer, alg, attestation):
    challenge = os.urandom(32)
    made = peer("create", options=creation(challenge, attestation, "required"), alg=alg)
    registered = webauthn.verify_registration_response(
        credential=made["response"], expected_challenge=challenge, expected_rp_id=RP, expected_origin=ORIGIN,
        require_user_verification=True,
    )  # fmt: skip
    assert registered.user_verified and str(registered.fmt).rsplit(".")[-1].lower() == ("packed" if attestation == "direct" else "none")
    challenge = os.urandom(32)
    signed = peer("sign", options=request(challenge, registered.credential_id, verification="required"), handle=made["handle"])
    verified = webauthn.verify_authentication_response(
        credential=signed["response"], expected_challenge=challenge, expected_rp_id=RP, expected_origin=ORIGIN,
        credential_public_key=registered.credential_public_key, credential_current_sign_count=registered.sign_count,
        require_user_verification=True,
    )  # fmt: skip
    assert verified.credential_id == registered.credential_id
    assert decode(signed["response"]["response"]["userHandle"]) == USER


def test_py_webauthn_options_are_read(peer):
    options = webauthn.generate_registration_options(
        rp_id=RP, rp_name="Example", user_id=USER, user_name="demo",
        exclude_credentials=[PublicKeyCredentialDescriptor(id=b"other")],
    )  # fmt: skip
    made = peer("create", options=json.loads(webauthn.options_to_json(options)))
    registered = webauthn.verify_registration_response(
        credential=made["response"], expected_challenge=options.challenge, expected_rp_id=RP, expected_origin=ORIGIN
    )
    options = webauthn.generate_authentication_options(
        rp_id=RP, allow_credentials=[PublicKeyCredentialDescriptor(id=registered.credential_id)]
    )
    signed = peer("sign", options=json.loads(webauthn.options_to_json(options)), handle=made["handle"])
    webauthn.verify_authentication_response(
        credential=signed["response"], expected_challenge=options.challenge, expected_rp_id=RP, expected_origin=ORIGIN,
        credential_public_key=registered.credential_public_key, credential_current_sign_count=0,
    )  # fmt: skip


def test_fido2_server_accepts_our_authenticator(peer):
    server = fido2.server.Fido2Server(fido2.webauthn.PublicKeyCredentialRpEntity(RP, "Example"))
    options, state = server.register_begin({"id": USER, "name": "demo", "displayName": "Demo"})
    challenge = options["publicKey"]["challenge"]
    made = peer("create", options=creation(challenge))
    response = made["response"]["response"]
    data = server.register_complete(
        state,
        fido2.client.ClientData(decode(response["clientDataJSON"])),
        fido2.ctap2.AttestationObject(decode(response["attestationObject"])),
    )
    assert data.credential_data.credential_id == decode(made["handle"]["id"])
    options, state = server.authenticate_begin([data.credential_data])
    challenge = options["publicKey"]["challenge"]
    signed = peer("sign", options=request(challenge, data.credential_data.credential_id), handle=made["handle"])
    response = signed["response"]["response"]
    server.authenticate_complete(
        state,
        [data.credential_data],
        data.credential_data.credential_id,
        fido2.client.ClientData(decode(response["clientDataJSON"])),
        fido2.ctap2.AuthenticatorData(decode(response["authenticatorData"])),
        decode(response["signature"]),
    )
