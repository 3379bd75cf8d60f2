"""SD-JWT both ways with PyPI's sd-jwt, and envelopes both ways with joserfc. sd-jwt is older than RFC 9901: what it leaves unchecked is not asked of it."""

import base64
import json
import uuid

import joserfc.jwe
import joserfc.jwk
import joserfc.jws
import jwcrypto.jwk
import pytest
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

from support.peer import Peer, Refused

TIME = 1767225600
AUDIENCE, NONCE = "https://verifier.example", "n-0S6_WzA2Mj"
CLAIMS = {"iss": "https://issuer.example", "iat": TIME, "exp": 4102444800, "sub": "user_42"}
ADDRESS = {"street": "Schulstr. 12", "locality": "Schulpforta"}


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public(key):
    return {name: value for name, value in key.items() if name != "d"}


@pytest.fixture(scope="module")
def peer():
    peer = Peer("claims")
    yield peer
    peer.close()


@pytest.fixture(scope="module")
def keys(peer):
    return {name: peer.ask(op="generate")["key"] for name in ("issuer", "holder", "stranger", "receiver")}


def jwk(key):
    return jwcrypto.jwk.JWK(**key)


def theirs(keys, form="compact"):
    claims = {
        **CLAIMS, SDObj("given_name"): "M\u00f6bius", SDObj("address"): {SDObj("street"): ADDRESS["street"], "locality": ADDRESS["locality"]},
        "nationalities": [SDObj("US"), "FR", SDObj("DE")],
    }  # fmt: skip
    issuer = SDJWTIssuer(claims, jwk(keys["issuer"]), jwk(public(keys["holder"])), add_decoy_claims=True, serialization_format=form,
                         extra_header_parameters={"typ": "example+sd-jwt"})
    return issuer.sd_jwt_issuance


def ours(peer, keys):
    claims = {
        **CLAIMS, "given_name": {"~": "M\u00f6bius"}, "address": {"~": {"street": {"~": ADDRESS["street"]}, "locality": ADDRESS["locality"]}},
        "nationalities": [{"~": "US"}, "FR", {"~": "DE"}],
    }  # fmt: skip
    return peer.ask(op="issue", key=keys["issuer"], holder=public(keys["holder"]), claims=claims)["token"]


def check(claims):
    assert claims["given_name"] == "M\u00f6bius" and claims["address"] == ADDRESS and claims["nationalities"] == ["US", "FR", "DE"]


HIDDEN = ("disclosures", "kb_jwt")


def by_the_rfc(document):
    """Their JSON, which has Disclosures and proof beside the signature, as RFC 9901 §8.1 has them in the header."""
    header = {name: document[name] for name in HIDDEN if name in document}
    return {"header": header, **{name: value for name, value in document.items() if name not in HIDDEN}}


def before_the_rfc(document):
    return {**document["header"], **{name: value for name, value in document.items() if name != "header"}}


def test_they_verify_ours(peer, keys):
    found = SDJWTVerifier(ours(peer, keys), lambda issuer, header: jwk(public(keys["issuer"])))
    check(found.get_verified_payload())


def test_we_verify_theirs(peer, keys):
    check(peer.ask(op="verify", key=public(keys["issuer"]), token=theirs(keys), time=TIME)["claims"])


def test_we_verify_their_json(peer, keys):
    check(peer.ask(op="verify", key=public(keys["issuer"]), json=by_the_rfc(json.loads(theirs(keys, "json"))), time=TIME)["claims"])


def test_they_verify_what_we_show(peer, keys):
    shown = peer.ask(op="present", key=public(keys["issuer"]), token=ours(peer, keys), names=["address"], holder=keys["holder"],
                     audience=AUDIENCE, nonce=NONCE, time=TIME)
    for form, text in (("compact", shown["token"]), ("json", json.dumps(before_the_rfc(shown["json"])))):
        found = SDJWTVerifier(text, lambda issuer, header: jwk(public(keys["issuer"])), AUDIENCE, NONCE, serialization_format=form)
        claims = found.get_verified_payload()
        assert claims["address"] == ADDRESS and "given_name" not in claims and claims["nationalities"] == ["FR"]


def test_we_verify_what_they_show(peer, keys):
    holder = SDJWTHolder(theirs(keys))
    holder.create_presentation({"given_name": True, "nationalities": [False, True, True]}, NONCE, AUDIENCE, jwk(keys["holder"]), "ES256")
    # Their proof has the present time.
    payload = holder.sd_jwt_presentation.rsplit("~", 1)[1].split(".")[1]
    time = json.loads(base64.urlsafe_b64decode(payload + "=="))["iat"]
    request = {"op": "verify", "key": public(keys["issuer"]), "token": holder.sd_jwt_presentation, "time": time}
    claims = peer.ask(**request, audience=AUDIENCE, nonce=NONCE)["claims"]
    assert claims["given_name"] == "M\u00f6bius" and "address" not in claims and claims["nationalities"] == ["FR", "DE"]
    with pytest.raises(Refused, match="wrongNonce"):
        peer.ask(**request, audience=AUDIENCE, nonce="other")
    with pytest.raises(Refused, match="wrongKeyBindingAudience"):
        peer.ask(**request, audience="other", nonce=NONCE)


def test_we_refuse_theirs_by_another_key(peer, keys):
    with pytest.raises(Refused, match="noMatchingKey|invalidSignature"):
        peer.ask(op="verify", key=public(keys["stranger"]), token=theirs(keys), time=TIME)


def test_joserfc_opens_our_envelope(peer, keys):
    sender, recipient = str(uuid.uuid4()), str(uuid.uuid4())
    sealed = peer.ask(op="seal", key=keys["holder"], receiver=public(keys["receiver"]), to=recipient, time=TIME, keys=["bankName"], **{"from": sender})
    opened = joserfc.jwe.decrypt_compact(sealed["envelope"], joserfc.jwk.import_key(keys["receiver"]), algorithms=["ECDH-ES", "A256GCM"])
    signed = joserfc.jws.deserialize_compact(opened.plaintext, joserfc.jwk.import_key(public(keys["holder"])), algorithms=["ES256"])
    message = json.loads(signed.payload)
    assert signed.headers()["typ"] == "claim-request+jwt" and message["iss"] == sender and message["aud"] == recipient
    assert message["body"] == {"keys": ["bankName"]} and message["exp"] - message["iat"] == 86400
    assert sender not in sealed["envelope"] and "iss" not in opened.protected


def test_we_open_an_envelope_by_joserfc(peer, keys):
    sender, recipient = str(uuid.uuid4()), uuid.uuid4()
    message = {"iss": sender, "aud": str(recipient), "jti": str(uuid.uuid4()), "iat": TIME, "exp": TIME + 60, "body": {"keys": ["a"]}}
    signed = joserfc.jws.serialize_compact({"alg": "ES256", "typ": "claim-request+jwt"}, json.dumps(message), joserfc.jwk.import_key(keys["holder"]))
    header = {"alg": "ECDH-ES", "enc": "A256GCM", "cty": "JWT", "apv": encode(recipient.bytes)}
    envelope = joserfc.jwe.encrypt_compact(header, signed, joserfc.jwk.import_key(public(keys["receiver"])), algorithms=["ECDH-ES", "A256GCM"])
    request = {"op": "open", "receiver": keys["receiver"], "envelope": envelope, "time": TIME, "to": str(recipient)}
    assert peer.ask(**request, key=public(keys["holder"])) == {"from": sender, "keys": ["a"]}
    with pytest.raises(Refused, match="wrongSender"):
        peer.ask(**request, key=public(keys["stranger"]))
    with pytest.raises(Refused, match="wrongRecipient"):
        peer.ask(**{**request, "to": str(uuid.uuid4())}, key=public(keys["holder"]))
