"""Prints verify.json: code, image, submission, order, answer and notice, made from docs/protocols/verify.md alone with Python's cryptography."""

import base64
import hashlib
import json
import os
import struct
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NOW = 1767225600


def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sha(data):
    return hashlib.sha256(data).digest()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def key(number):
    private = ec.derive_private_key(number, ec.SECP256R1())
    public = private.public_key().public_numbers()
    x, y, d = (n.to_bytes(32, "big") for n in (public.x, public.y, number))
    return private, {"kty": "EC", "crv": "P-256", "x": b64u(x), "y": b64u(y)}, b64u(d)


def thumbprint(jwk):
    return b64u(sha(compact({name: jwk[name] for name in ("crv", "kty", "x", "y")}).encode()))


def sign(private, typ, claims, **header):
    text = f"{b64u(compact({'alg': 'ES256', 'typ': typ, **header}).encode())}.{b64u(compact(claims).encode())}"
    r, s = utils.decode_dss_signature(private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{b64u(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def seal(content, recipient, transaction):
    """A compact JWE of ECDH-ES and A256GCM (RFC 7518 §4.6)."""
    ephemeral = ec.generate_private_key(ec.SECP256R1())
    point = ephemeral.public_key().public_numbers()
    epk = {"kty": "EC", "crv": "P-256", "x": b64u(point.x.to_bytes(32, "big")), "y": b64u(point.y.to_bytes(32, "big"))}
    header = b64u(compact({"alg": "ECDH-ES", "enc": "A256GCM", "cty": "JWT", "apv": b64u(transaction), "epk": epk}).encode())
    shared = ephemeral.exchange(ec.ECDH(), recipient.public_key())
    info = struct.pack(">I", 7) + b"A256GCM" + struct.pack(">I", 0) + struct.pack(">I", len(transaction)) + transaction + struct.pack(">I", 256)
    vector = os.urandom(12)
    sealed = AESGCM(sha(struct.pack(">I", 1) + shared + info)).encrypt(vector, content.encode(), header.encode())
    return ".".join([header, "", b64u(vector), b64u(sealed[:-16]), b64u(sealed[-16:])])


app, app_public, _ = key(0xA11CE)
service, service_public, _ = key(0xB0B)
opener, opener_public, opener_private = key(0xCA5CADE)
provider, provider_public, _ = key(0xD0C)
realm, transaction, image, order = (uuid.UUID(bytes=bytes([n]) * 16) for n in range(1, 5))
base = f"https://id.example.com/verify/v1/{realm}"

file, file_key = b"not a photograph, and sealed all the same", bytes(range(32))
mention = {"id": str(image), "side": "FRONT", "size": len(file), "digest": b64u(sha(file)), "key": b64u(file_key),
           "face": {"x": 40, "y": 60, "width": 300, "height": 380}}
card = {"type": "DRIVING_LICENSE", "id": "card-1", "fields": {"firstName": "ANNA", "lastName": "MUSTER"}, "barcode": b64u(b"@\n\x1e\rANSI "),
        "images": [mention]}
submission = sign(app, "verify-submission+jwt", {
    "iss": thumbprint(app_public), "aud": str(transaction), "iat": NOW, "token": "one-time", "cards": [card]})
ordered = sign(service, "verify-order+jwt", {
    "iss": base, "aud": "acme", "jti": str(order), "iat": NOW, "exp": NOW + 600, "transaction": str(transaction),
    "checks": ["DOCUMENT_AUTHENTICATION"], "cards": [{"type": "DRIVING_LICENSE", "images": {"FRONT": str(image)}}],
    "images": f"{base}/orders/{order}/images", "answer": f"{base}/orders/{order}/answer"}, kid="s1")
answer = sign(provider, "verify-answer+jwt", {
    "iss": "acme", "aud": base, "iat": NOW + 5, "order": str(order), "results": {"DOCUMENT_AUTHENTICATION": "FAIL"},
    "messages": {"number": "The number isn't known."}})

print(json.dumps({
    "now": NOW, "realm": str(realm), "transaction": str(transaction), "base": base,
    "code": {"digits": "123456789012", "text": f"https://id.example.com/verify?realm={realm}&code=123456789012"},
    "keys": {"app": app_public, "service": {**service_public, "kid": "s1"}, "opener": {**opener_public, "d": opener_private},
             "provider": provider_public},
    "image": {"mention": mention, "file": b64u(file), "sealed": b64u(AESGCM(file_key).encrypt(bytes(12), file, None))},
    "submission": seal(submission, opener, transaction.bytes), "order": ordered, "answer": answer,
    "notice": f"verification:{transaction}",
}, indent=1, ensure_ascii=False))
