"""JOSE both ways with joserfc and jwcrypto: what Gatehouse makes they take, what they make Gatehouse takes."""

import base64
import json

import joserfc.jwe
import joserfc.jwk
import joserfc.jws
import jwcrypto.jwe
import jwcrypto.jwk
import jwcrypto.jws
import pytest

from support.peer import Peer, Refused

PAYLOAD = b'{"sub":"demo","n":"\xc3\xa9"}'

SIGNATURES = {
    "ES256": "P-256", "ES384": "P-384", "ES512": "P-521", "RS256": "RSA", "RS384": "RSA", "RS512": "RSA", "PS256": "RSA",
    "EdDSA": "Ed25519", "HS256": "32", "HS384": "48", "HS512": "64",
}  # fmt: skip

CONTENT_KEY_BYTES = {"A128GCM": "16", "A256GCM": "32", "A128CBC-HS256": "32", "A256CBC-HS512": "64"}

AGREEMENT_CURVES = ["P-256", "P-384", "P-521", "X25519"]


def encryptions():
    """Every (alg, enc, kind of key)."""
    for enc, content_key in CONTENT_KEY_BYTES.items():
        yield "dir", enc, content_key
        yield "A256KW", enc, "32"
        yield "RSA-OAEP-256", enc, "RSA"
        for curve in AGREEMENT_CURVES:
            yield "ECDH-ES", enc, curve
            yield "ECDH-ES+A256KW", enc, curve


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Jose(Peer):
    """Gatehouse's half."""

    def __init__(self):
        super().__init__("jose")
        self.keys = {}

    def __call__(self, op, **members):
        return self.ask(op=op, **{"form": "compact", **members})

    def key(self, kind):
        """A private key that Gatehouse generated, the same for the whole run: RSA keys take their time."""
        if kind not in self.keys:
            self.keys[kind] = self("generate", kind=kind)["key"]
        return self.keys[kind]


@pytest.fixture(scope="module")
def peer():
    peer = Jose()
    yield peer
    peer.close()


class JoseRFC:
    @staticmethod
    def sign(alg, key, payload):
        return joserfc.jws.serialize_compact({"alg": alg}, payload, joserfc.jwk.import_key(key), algorithms=[alg])

    @staticmethod
    def verify(alg, key, token):
        return joserfc.jws.deserialize_compact(token, joserfc.jwk.import_key(key), algorithms=[alg]).payload

    @staticmethod
    def sign_json(alg, key, payload):
        member = {"protected": {"alg": alg}}
        return joserfc.jws.serialize_json(member, payload, joserfc.jwk.import_key(key), algorithms=[alg])

    @staticmethod
    def verify_json(alg, key, document):
        return joserfc.jws.deserialize_json(document, joserfc.jwk.import_key(key), algorithms=[alg]).payload

    @staticmethod
    def encrypt(alg, enc, key, plaintext, header):
        protected = {"alg": alg, "enc": enc, **header}
        return joserfc.jwe.encrypt_compact(protected, plaintext, joserfc.jwk.import_key(key), algorithms=[alg, enc])

    @staticmethod
    def decrypt(alg, enc, key, token):
        return joserfc.jwe.decrypt_compact(token, joserfc.jwk.import_key(key), algorithms=[alg, enc]).plaintext

    @staticmethod
    def thumbprint(key):
        return joserfc.jwk.import_key(key).thumbprint()


class JWCrypto:
    @staticmethod
    def sign(alg, key, payload):
        token = jwcrypto.jws.JWS(payload)
        token.add_signature(jwcrypto.jwk.JWK(**key), alg, json.dumps({"alg": alg}))
        return token.serialize(compact=True)

    @staticmethod
    def verify(alg, key, token):
        parsed = jwcrypto.jws.JWS()
        parsed.allowed_algs = [alg]
        parsed.deserialize(token, jwcrypto.jwk.JWK(**key))
        return parsed.payload

    @classmethod
    def sign_json(cls, alg, key, payload):
        token = jwcrypto.jws.JWS(payload)
        token.add_signature(jwcrypto.jwk.JWK(**key), alg, json.dumps({"alg": alg}), json.dumps({"note": "unprotected"}))
        return json.loads(token.serialize())

    @classmethod
    def verify_json(cls, alg, key, document):
        return cls.verify(alg, key, json.dumps(document))

    @staticmethod
    def encrypt(alg, enc, key, plaintext, header):
        token = jwcrypto.jwe.JWE(plaintext, json.dumps({"alg": alg, "enc": enc, **header}), algs=[alg, enc])
        token.add_recipient(jwcrypto.jwk.JWK(**key))
        return token.serialize(compact=True)

    @staticmethod
    def decrypt(alg, enc, key, token):
        parsed = jwcrypto.jwe.JWE(algs=[alg, enc])
        parsed.deserialize(token, jwcrypto.jwk.JWK(**key))
        return parsed.payload

    @staticmethod
    def thumbprint(key):
        return jwcrypto.jwk.JWK(**key).thumbprint()


LIBRARIES = pytest.mark.parametrize("library", [JoseRFC, JWCrypto], ids=lambda library: library.__name__)


def public(key):
    private = {"d", "p", "q", "dp", "dq", "qi"}
    return key if key["kty"] == "oct" else {name: value for name, value in key.items() if name not in private}


@LIBRARIES
@pytest.mark.parametrize("alg", SIGNATURES)
class TestSignatures:
    def test_they_verify_ours(self, peer, library, alg):
        key = peer.key(SIGNATURES[alg])
        token = peer("sign", alg=alg, key=key, payload=encode(PAYLOAD), header={"typ": "JWT"})["token"]
        assert library.verify(alg, public(key), token) == PAYLOAD

    def test_we_verify_theirs(self, peer, library, alg):
        key = peer.key(SIGNATURES[alg])
        answer = peer("verify", alg=alg, key=public(key), token=library.sign(alg, key, PAYLOAD))
        assert decode(answer["payload"]) == PAYLOAD

    def test_they_verify_our_json(self, peer, library, alg):
        key = peer.key(SIGNATURES[alg])
        document = peer("sign", alg=alg, key=key, payload=encode(PAYLOAD), form="flattened")["token"]
        assert library.verify_json(alg, public(key), document) == PAYLOAD

    def test_we_verify_their_json(self, peer, library, alg):
        key = peer.key(SIGNATURES[alg])
        answer = peer("verify", alg=alg, key=public(key), token=library.sign_json(alg, key, PAYLOAD))
        assert decode(answer["payload"]) == PAYLOAD

    def test_we_refuse_theirs_with_another_payload(self, peer, library, alg):
        key = peer.key(SIGNATURES[alg])
        header, _, signature = library.sign(alg, key, PAYLOAD).split(".")
        with pytest.raises(Refused, match="invalidSignature"):
            peer("verify", alg=alg, key=public(key), token=".".join([header, encode(b"other"), signature]))


@LIBRARIES
@pytest.mark.parametrize(("alg", "enc", "kind"), list(encryptions()))
class TestEncryption:
    def test_they_open_ours(self, peer, library, alg, enc, kind):
        key = peer.key(kind)
        token = peer("encrypt", alg=alg, enc=enc, key=public(key), plaintext=encode(PAYLOAD), header={"cty": "JWT"})["token"]
        assert library.decrypt(alg, enc, key, token) == PAYLOAD

    def test_we_open_theirs(self, peer, library, alg, enc, kind):
        key = peer.key(kind)
        token = library.encrypt(alg, enc, public(key), PAYLOAD, {})
        assert decode(peer("decrypt", alg=alg, enc=enc, key=key, token=token)["plaintext"]) == PAYLOAD


@LIBRARIES
@pytest.mark.parametrize("curve", AGREEMENT_CURVES)
@pytest.mark.parametrize("alg", ["ECDH-ES", "ECDH-ES+A256KW"])
def test_agreement_names_both_parties(peer, library, alg, curve):
    key, parties = peer.key(curve), {"apu": encode(b"Alice"), "apv": encode(b"Bob")}
    ours = peer("encrypt", alg=alg, enc="A256GCM", key=public(key), plaintext=encode(PAYLOAD), header=parties)["token"]
    assert library.decrypt(alg, "A256GCM", key, ours) == PAYLOAD
    theirs = library.encrypt(alg, "A256GCM", public(key), PAYLOAD, parties)
    assert decode(peer("decrypt", alg=alg, enc="A256GCM", key=key, token=theirs)["plaintext"]) == PAYLOAD


@LIBRARIES
@pytest.mark.parametrize("kind", ["P-256", "P-384", "P-521", "RSA", "Ed25519", "X25519", "32"])
def test_thumbprints_agree(peer, library, kind):
    key = peer.key(kind)
    assert peer("thumbprint", key=key)["thumbprint"] == library.thumbprint(key)


def test_keys_they_generate(peer):
    for parameters in [{"kty": "EC", "crv": "P-256"}, {"kty": "RSA", "size": 2048}, {"kty": "OKP", "crv": "Ed25519"}]:
        key = jwcrypto.jwk.JWK.generate(**parameters)
        assert peer("thumbprint", key=json.loads(key.export()))["thumbprint"] == key.thumbprint()


def test_ml_dsa_both_ways(peer):
    """No JOSE library here has ML-DSA; cryptography signs and verifies the same bytes with the same keys."""
    mldsa = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
    key = peer.key("ML-DSA-65")
    pair = mldsa.MLDSA65PrivateKey.from_seed_bytes(decode(key["priv"]))
    assert encode(pair.public_key().public_bytes_raw()) == key["pub"]
    public = {name: key[name] for name in ("kty", "alg", "pub")}
    token = peer("sign", alg="ML-DSA-65", key=key, payload=encode(PAYLOAD))["token"]
    signed, signature = token.rsplit(".", 1)
    pair.public_key().verify(decode(signature), signed.encode())
    theirs = f"{signed}.{encode(pair.sign(signed.encode()))}"
    assert decode(peer("verify", alg="ML-DSA-65", key=public, token=theirs)["payload"]) == PAYLOAD
    with pytest.raises(Refused):
        peer("verify", alg="ML-DSA-65", key=public, token=f"{signed}.{encode(pair.sign(b'other'))}")
