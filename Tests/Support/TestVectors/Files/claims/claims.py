"""Prints claims.json: a claim, its view, its expiry, an envelope and entries of the log, made from docs/protocols/claims.md alone with Python's cryptography."""

import base64
import hashlib
import json
import os
import struct
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


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
    return private, {"kty": "EC", "crv": "P-256", "x": b64u(x), "y": b64u(y)}, {"d": b64u(d)}


def sign(private, typ, payload):
    text = f"{b64u(compact({'alg': 'ES256', 'typ': typ}).encode())}.{b64u(payload.encode())}"
    r, s = utils.decode_dss_signature(private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{b64u(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def salted(role, salt, content):
    return b64u(sha(b"gatehouse claim v1\0" + role.encode() + b"\0" + salt + content.encode()))


def disclosure(*parts):
    return b64u(compact(list(parts)).encode())


def salts(first):
    return bytes(range(first, first + 16))


issuer, issuer_public, issuer_private = key(0xA11CE)
holder, holder_public, holder_private = key(0xB0B)
receiver, receiver_public, receiver_private = key(0xCA5CADE)
ids = {name: str(uuid.UUID(bytes=bytes([n]) * 16)) for n, name in enumerate(("issuer", "subject", "holder"), 1)}

pairs = [("accountType", "checking"), ("bankName", "bxFinance \u00e9\n")]
pair_salts = [(salts(32 * n), salts(32 * n + 16)) for n in range(len(pairs))]
pair_disclosures = [disclosure(b64u(k + v), name, value) for (k, v), (name, value) in zip(pair_salts, pairs)]
member_salts = {role: salts(160 + 16 * n) for n, role in enumerate(ids)}
member_disclosures = [disclosure(b64u(member_salts[role]), role, ids[role]) for role in ids]


def digests(disclosures):
    return {"_sd": sorted(b64u(sha(d.encode())) for d in disclosures)}


payload = compact({
    "iss": ids["issuer"], "iat": 1767225600, "exp": 1798761600, "log": "log.example.com/alpha", "cnf": {"jwk": holder_public},
    "members": digests(member_disclosures), "data": digests(pair_disclosures),
    "salted": {
        "members": {role: salted(role, member_salts[role], ids[role]) for role in ids},
        "data": sorted([salted("key", k, name), salted("value", v, value)] for (k, v), (name, value) in zip(pair_salts, pairs)),
    },
    "_sd_alg": "sha-256",
})
token = sign(issuer, "claim+sd-jwt", payload)
data_hash = b64u(sha(token.encode()))
raw = bytearray(sha(b"gatehouse claim id v1\0" + sha(token.encode()))[:16])
raw[6], raw[8] = raw[6] & 0x0F | 0x80, raw[8] & 0x3F | 0x80
head, _, signature = token.split(".")


def text(content, salt):
    return {"content": content, "salt": b64u(salt)}


view = {
    "id": str(uuid.UUID(bytes=bytes(raw))), "createDate": 1767225600, "expiresAt": 1798761600,
    **{role: text(ids[role], member_salts[role]) for role in ids},
    "claimData": [{"key": text(name, k), "value": text(value, v)} for (k, v), (name, value) in zip(pair_salts, pairs)],
    "dataJSON": payload, "dataSignature": f"{head}..{signature}", "dataHash": data_hash, "partitionId": "log.example.com/alpha",
}
shown = "~".join([token, *member_disclosures, pair_disclosures[0], ""])
challenge = str(uuid.UUID(bytes=b"\x07" * 16))
proof = compact({"iat": 1767225700, "aud": ids["issuer"], "nonce": challenge, "sd_hash": b64u(sha(shown.encode()))})
presentation = shown + sign(holder, "kb+jwt", proof)

message = sign(holder, "claim-share+jwt", compact({
    "iss": ids["holder"], "aud": ids["issuer"], "jti": str(uuid.UUID(bytes=b"\x08" * 16)), "iat": 1767225700, "exp": 1767229300,
    "message": "as asked", "challenge": {"id": challenge, "expiresAt": 1767226000}, "body": {"shares": [{"claim": presentation}]},
}))
ephemeral = ec.generate_private_key(ec.SECP256R1())
numbers = ephemeral.public_key().public_numbers()
epk = {"kty": "EC", "crv": "P-256", "x": b64u(numbers.x.to_bytes(32, "big")), "y": b64u(numbers.y.to_bytes(32, "big"))}
apv = uuid.UUID(ids["issuer"]).bytes
header = b64u(compact({"alg": "ECDH-ES", "enc": "A256GCM", "epk": epk, "cty": "JWT", "apv": b64u(apv)}).encode())
secret = ephemeral.exchange(ec.ECDH(), receiver.public_key())
info = b"".join(struct.pack(">I", len(part)) + part for part in (b"A256GCM", b"", apv)) + struct.pack(">I", 256)
vector = os.urandom(12)
sealed = AESGCM(sha(struct.pack(">I", 1) + secret + info)).encrypt(vector, message.encode(), header.encode())
envelope = ".".join([header, "", b64u(vector), b64u(sealed[:-16]), b64u(sealed[-16:])])

print(json.dumps({
    "issuerKey": issuer_public, "holderKey": holder_public, "receiverKey": receiver_public | receiver_private,
    "sdjwt": "~".join([token, *member_disclosures, *pair_disclosures, ""]), "view": view, "presentation": presentation, "challenge": challenge,
    "expiry": sign(issuer, "claim-expiry+jwt", compact({"iss": ids["issuer"], "iat": 1767225600, "claim": data_hash, "expires": 1767226000})),
    "envelope": envelope,
    "entries": [
        compact({"v": 1, "t": "cred", "h": data_hash, "iss": ids["issuer"], "iat": 1767225600}),
        compact({"v": 1, "t": "exp", "h": data_hash, "iss": ids["issuer"], "iat": 1767225600, "at": 1767226000}),
        compact({"v": 1, "t": "key", "jkt": b64u(sha(compact(dict(sorted(issuer_public.items()))).encode())), "iss": ids["issuer"], "iat": 1767225600, "nbf": 1767225600}),
    ],
    "salted": [salted("key", pair_salts[0][0], pairs[0][0]), salted("value", pair_salts[0][1], pairs[0][1])],
    "disclosure": pair_disclosures[0], "digest": b64u(sha(pair_disclosures[0].encode())),
}, indent=1))
