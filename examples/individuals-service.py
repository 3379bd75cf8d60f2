#!/usr/bin/env python3
"""A bank that asks wallets for claims and issues them (docs/wallet.md). Written from docs/protocols/claims.md alone; it needs PyPI's cryptography.

    examples/individuals-service.py http://localhost:8080/wallets/alpha/v1/ --state bank.json --port 8092 --name bxFinance

POST /requests {"message", "keys"} makes a request for a QR code, GET /customers lists who has answered, POST /customers/{id}/claims {"data"} issues a
claim to one, POST /claims/{dataHash}/expiry expires it. Gatehouse calls POST /callback when there is mail; POST /mail looks by itself.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import secrets
import struct
import threading
import time
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

TOLERANCE = 300
MEBIBYTE = 1 << 20


class Refused(Exception):
    """Something that isn't as the protocol has it; the text is the reason."""


def need(holds, reason):
    if not holds:
        raise Refused(reason)


def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha(data):
    return hashlib.sha256(data).digest()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def now():
    return int(time.time())


# MARK: Keys and signatures


def new_key():
    return jwk(ec.generate_private_key(ec.SECP256R1()))


def jwk(private):
    numbers = private.private_numbers()
    public = numbers.public_numbers
    return {"kty": "EC", "crv": "P-256", **{n: b64u(v.to_bytes(32, "big")) for n, v in (("x", public.x), ("y", public.y), ("d", numbers.private_value))}}


def public(key):
    return {name: key[name] for name in ("kty", "crv", "x", "y")}


def private_key(key):
    return ec.derive_private_key(int.from_bytes(decode(key["d"]), "big"), ec.SECP256R1())


def public_key(key):
    need(key.get("kty") == "EC" and key.get("crv") == "P-256", "a key isn't of P-256")
    x, y = (int.from_bytes(decode(key[name]), "big") for name in ("x", "y"))
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def thumbprint(key):
    return b64u(sha(compact({name: key[name] for name in ("crv", "kty", "x", "y")}).encode()))


def sign(key, header, payload):
    text = f"{b64u(compact({'alg': 'ES256', **header}).encode())}.{b64u(payload.encode())}"
    r, s = utils.decode_dss_signature(private_key(key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{b64u(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def read_jws(token, types):
    """The type and the claims of a token that isn't verified yet."""
    header, payload, _ = token.split(".")
    header = json.loads(decode(header))
    need(header.get("alg") == "ES256" and header.get("typ") in types, f"not a signed {' or '.join(types)}")
    return header["typ"], json.loads(decode(payload))


def verify_jws(token, keys):
    text, _, signature = token.rpartition(".")
    signature = decode(signature)
    need(len(signature) == 64, "a signature of another length")
    der = utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    for key in keys:
        try:
            return public_key(key).verify(der, text.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            pass
    raise Refused("a signature isn't by the key of its signer")


# MARK: Claims (section 1)


def salted(role, salt, content):
    return b64u(sha(b"gatehouse claim v1\0" + role.encode() + b"\0" + salt + content.encode()))


def disclosure(*parts):
    return b64u(compact(list(parts)).encode())


def make_claim(key, issuer, subject, holder, holder_key, data, log, reference=None, expires=None):
    """The SD-JWT with all Disclosures."""
    roles = {"issuer": issuer, "subject": subject, "holder": holder, **({"reference": reference} if reference else {})}
    role_salts = {role: os.urandom(16) for role in roles}
    pair_salts = {name: (os.urandom(16), os.urandom(16)) for name in data}
    members = [disclosure(b64u(role_salts[role]), role, content) for role, content in roles.items()]
    pairs = [disclosure(b64u(k + v), name, data[name]) for name, (k, v) in pair_salts.items()]
    payload = {
        "iss": issuer, "iat": now(), **({"exp": expires} if expires else {}), "log": log, "cnf": {"jwk": public(holder_key)},
        "members": {"_sd": sorted(b64u(sha(d.encode())) for d in members)},
        "data": {"_sd": sorted(b64u(sha(d.encode())) for d in pairs)},
        "salted": {
            "members": {role: salted(role, role_salts[role], content) for role, content in roles.items()},
            "data": sorted([salted("key", k, name), salted("value", v, data[name])] for name, (k, v) in pair_salts.items()),
        },
        "_sd_alg": "sha-256",
    }  # fmt: skip
    return "~".join([sign(key, {"typ": "claim+sd-jwt", "kid": thumbprint(key)}, compact(payload)), *members, *pairs, ""])


class Claim:
    """An SD-JWT of a claim, read and compared with what was signed; whose key signed it is another question."""

    def __init__(self, text):
        self.token, *self.disclosures, self.proof = text.split("~")
        _, self.payload = read_jws(self.token, ["claim+sd-jwt"])
        self.hash = b64u(sha(self.token.encode()))
        need(self.payload["_sd_alg"] == "sha-256", "another hash")
        self.members, self.data, self.salts = {}, {}, {}
        for text in self.disclosures:
            digest, parts = b64u(sha(text.encode())), json.loads(decode(text))
            need(disclosure(*parts) == text, "a Disclosure is spelt in another way")
            salt, name, content = decode(parts[0]), parts[1], parts[2]
            if digest in self.payload["members"]["_sd"]:
                need(self.payload["salted"]["members"].get(name) == salted(name, salt, content), f"the {name} isn't what was signed")
                self.members[name] = content
            else:
                need(digest in self.payload["data"]["_sd"], "a Disclosure that wasn't signed")
                need(len(salt) == 32 and name not in self.data, "a pair's salts, or a key that is there twice")
                pair = [salted("key", salt[:16], name), salted("value", salt[16:], content)]
                need(pair in self.payload["salted"]["data"], "a pair isn't what was signed")
                self.data[name] = content
        need({"issuer", "subject", "holder"} <= set(self.members) and len(self.members) == len(self.payload["members"]["_sd"]), "a member is kept back")
        need(self.members["issuer"] == self.payload["iss"], "the issuer isn't the signer")

    @property
    def id(self):
        raw = bytearray(sha(b"gatehouse claim id v1\0" + decode(self.hash))[:16])
        raw[6], raw[8] = raw[6] & 0x0F | 0x80, raw[8] & 0x3F | 0x80
        return str(uuid.UUID(bytes=bytes(raw)))

    def shown(self, key, audience, nonce, keys=None):
        """What a holder shows: some pairs, or all, with the proof."""
        kept = [d for d in self.disclosures if (name := json.loads(decode(d))[1]) in self.members or keys is None or name in keys]
        text = "~".join([self.token, *kept, ""])
        return text + sign(key, {"typ": "kb+jwt"}, compact({"iat": now(), "aud": audience, "nonce": nonce, "sd_hash": b64u(sha(text.encode()))}))

    def reference(self):
        """The ClaimReference of section 1.3."""
        header, _, signature = self.token.split(".")
        found = {
            "id": self.id, "createDate": self.payload["iat"], "dataJSON": decode(self.token.split(".")[1]).decode(),
            "dataSignature": f"{header}..{signature}", "dataHash": self.hash, "partitionId": self.payload["log"],
        }  # fmt: skip
        if "exp" in self.payload:
            found["expiresAt"] = self.payload["exp"]
        for text in self.disclosures:
            parts = json.loads(decode(text))
            if len(decode(parts[0])) == 16:
                found["referenceClaimID" if parts[1] == "reference" else parts[1]] = {"content": parts[2], "salt": parts[0]}
        return found


# MARK: Envelopes (section 2)


def seal(message, recipient, key):
    ephemeral = ec.generate_private_key(ec.SECP256R1())
    apv = uuid.UUID(recipient).bytes
    header = {"alg": "ECDH-ES", "enc": "A256GCM", "epk": public(jwk(ephemeral)), "cty": "JWT", "apv": b64u(apv)}
    header = b64u(compact(header).encode())
    vector = os.urandom(12)
    sealed = AESGCM(content_key(ephemeral.exchange(ec.ECDH(), public_key(key)), apv)).encrypt(vector, message.encode(), header.encode())
    return ".".join([header, "", b64u(vector), b64u(sealed[:-16]), b64u(sealed[-16:])])


def content_key(secret, apv):
    info = b"".join(struct.pack(">I", len(part)) + part for part in (b"A256GCM", b"", apv)) + struct.pack(">I", 256)
    return sha(struct.pack(">I", 1) + secret + info)


def unseal(envelope, recipient, key):
    header, encrypted_key, vector, text, tag = envelope.split(".")
    fields, apv = json.loads(decode(header)), uuid.UUID(recipient).bytes
    need(encrypted_key == "" and fields["alg"] == "ECDH-ES" and fields["enc"] == "A256GCM" and fields.get("cty") == "JWT", "another envelope")
    need(fields.get("apv") == b64u(apv), "the envelope is for another recipient")
    shared = private_key(key).exchange(ec.ECDH(), public_key(fields["epk"]))
    try:
        return AESGCM(content_key(shared, apv)).decrypt(decode(vector), decode(text) + decode(tag), header.encode()).decode()
    except InvalidTag:
        raise Refused("the envelope can't be opened with the recipient's key") from None


# MARK: The log (section 8; c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof)


class Log:
    def __init__(self, description):
        self.origin, self.keys = description["origin"], description["keys"]
        self.witnesses, self.quorum = description.get("witnesses", []), description.get("quorum", 0)

    def checkpoint(self, note):
        """The size and the root of a checkpoint that the log has signed, and enough witnesses with it."""
        body, lines = note.rsplit("\n\n", 1)
        text, signers, witnesses = (body + "\n").encode(), set(), set()
        for line in lines.splitlines():
            dash, name, signature = line.split(" ")
            signature = base64.b64decode(signature)
            for verifier in self.keys + self.witnesses:
                owner, key_id, material = verifier.split("+", 2)
                material = base64.b64decode(material)
                if dash != "\u2014" or owner != name or signature[:4].hex() != key_id:
                    continue
                need(sha(name.encode() + b"\n" + material)[:4].hex() == key_id, "a verifier key isn't of its id")
                signed, proof = text, signature[4:]
                if material[0] == 4:
                    signed, proof = f"cosignature/v1\ntime {int.from_bytes(proof[:8], 'big')}\n".encode() + text, proof[8:]
                try:
                    ed25519.Ed25519PublicKey.from_public_bytes(material[1:]).verify(proof, signed)
                except InvalidSignature:
                    raise Refused(f"the signature of {name} isn't good") from None
                (signers if verifier in self.keys else witnesses).add(name)
        need(signers, "the log hasn't signed the checkpoint")
        need(len(witnesses) >= self.quorum, "too few witnesses have signed the checkpoint")
        origin, size, root, *_ = body.split("\n")
        need(origin == self.origin, "the checkpoint is another log's")
        return int(size), base64.b64decode(root)

    def verify(self, logged):
        """The entry that a proof shows to be in the log."""
        kind, rest = logged["proof"].split("\n", 1)
        need(kind == "c2sp.org/tlog-proof@v1", "another kind of proof")
        if rest.startswith("extra "):
            rest = rest.split("\n", 1)[1]
        path, note = rest.split("\n\n", 1)
        index, *path = path.split("\n")
        index, path = int(index.removeprefix("index ")), [base64.b64decode(line) for line in path]
        size, root = self.checkpoint(note)
        need(index == logged["index"] and index < size, "the proof is of another entry")
        need(self.root(index, size, sha(b"\0" + logged["entry"].encode()), path) == root, "the entry isn't in the log")
        return json.loads(logged["entry"])

    @staticmethod
    def root(index, size, found, path):
        """RFC 9162 section 2.1.3.2."""
        last = size - 1
        for sibling in path:
            need(last > 0, "the proof is too long")
            if index & 1 or index == last:
                found = sha(b"\1" + sibling + found)
                while not index & 1 and index:
                    index, last = index >> 1, last >> 1
            else:
                found = sha(b"\1" + found + sibling)
            index, last = index >> 1, last >> 1
        need(last == 0, "the proof is too short")
        return found


# MARK: Stamps (section 6.1; RFC 9474, RFC 9577, RFC 9578)


class Stamps:
    def __init__(self, key, service):
        encoded = decode(key)
        self.id, self.modulus, self.exponent = sha(encoded), int.from_bytes(encoded[-261:-5], "big"), 65537
        name = service.encode()
        self.challenge = sha(b"\0\2" + struct.pack(">H", len(name)) + name + b"\0" + b"\0\0")

    def begin(self):
        """A token without its signature, the factor that blinds it, and the blinded message."""
        token = b"\0\2" + os.urandom(32) + self.challenge + self.id
        encoded, factor = int.from_bytes(self.pss(token), "big"), secrets.randbelow(self.modulus - 2) + 2
        return token, factor, (encoded * pow(factor, self.exponent, self.modulus) % self.modulus).to_bytes(256, "big")

    def finish(self, token, factor, blinded, signature):
        found = int.from_bytes(signature, "big") * pow(factor, -1, self.modulus) % self.modulus
        expected = int.from_bytes(blinded, "big") * pow(pow(factor, self.exponent, self.modulus), -1, self.modulus) % self.modulus
        need(pow(found, self.exponent, self.modulus) == expected, "a stamp isn't signed by the service's key")
        return b64u(token + found.to_bytes(256, "big"))

    @staticmethod
    def pss(message, bits=2047):
        """EMSA-PSS-ENCODE (RFC 8017 section 9.1.1) with SHA-384 and a salt of 48 bytes."""
        length, salt = (bits + 7) // 8, os.urandom(48)
        digest = hashlib.sha384(bytes(8) + hashlib.sha384(message).digest() + salt).digest()
        block = bytes(length - 48 - 48 - 2) + b"\1" + salt
        mask = b"".join(hashlib.sha384(digest + struct.pack(">I", n)).digest() for n in range(-(-len(block) // 48)))
        masked = bytearray(a ^ b for a, b in zip(block, mask))
        masked[0] &= 0xFF >> (8 * length - bits)
        return bytes(masked) + digest + b"\xbc"


# MARK: An instance: a wallet, or a service


class Instance:
    """Calls below a base, with the keys of one instance. `state` is what is to be kept of it: id, keys, claims, handled envelopes, stamps."""

    def __init__(self, base, state=None):
        self.base = base.rstrip("/") + "/distributedid"
        self.state = state or {"id": str(uuid.uuid4()), "sig": new_key(), "enc": new_key(), "handled": {}, "stamps": [], "claims": []}
        self.id = self.state["id"]
        self.configuration = self.ask("GET", "/configuration", proof=None)[1]
        self.log = Log(self.state.setdefault("log", self.configuration["log"]))
        need(self.log.origin == self.configuration["log"]["origin"], "the service has another log than before")

    def ask(self, method, path, body=None, proof="current", fields=()):
        """The status and the content of an answer; raises Refused with the code of an error."""
        data = body if isinstance(body, bytes) else b"" if body is None else compact(body).encode()
        request = urllib.request.Request(self.base + path, data=data or None, method=method)
        request.add_header("Content-Type", "application/jose" if isinstance(body, bytes) else "application/json")
        if proof:
            key = {"jwk": public(self.state["sig"])} if proof == "embedded" else {"kid": thumbprint(self.state["sig"])}
            claims = {"iss": self.id, "htm": method, "htu": self.base + path, "iat": now(), "jti": secrets.token_hex(16)}
            if data:
                claims["bd"] = b64u(sha(data))
            request.add_header("Device-Proof", sign(self.state["sig"], {"typ": "device-proof+jwt", **key}, compact(claims)))
        for name, value in fields:
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                content = answer.read()
                kind = answer.headers.get("Content-Type", "")
                return answer.status, json.loads(content) if "json" in kind else content
        except urllib.error.HTTPError as error:
            content = error.read()
            try:
                raise Refused(json.loads(content)["code"]) from None
            except (ValueError, KeyError, TypeError):
                raise Refused(f"{error.code} {content[:200]}") from None

    def register(self, callback=None, system="Linux"):
        keys = {"sig": public(self.state["sig"]), "enc": public(self.state["enc"])}
        body = {"id": self.id, "jwks": keys, "osType": system, **({"callback": callback} if callback else {})}
        return self.ask("POST", "/instances", body, proof="embedded")

    def keys(self, other):
        """The keys that sign or signed for an instance, each shown to be in the log, and the one that messages are sealed for."""
        found = self.ask("GET", f"/instances/{other}/keys", proof=None)[1]
        for key in found["sig"]:
            entry = self.log.verify(key)
            need(entry["t"] == "key" and entry["iss"] == other and entry["jkt"] == thumbprint(key["jwk"]), "a key isn't the instance's by the log")
        return [key["jwk"] for key in found["sig"]], found["enc"]

    def stamps(self, count):
        """Stamps to send with; some are kept at hand, so that the time of an order says nothing of the time of sending."""
        while len(self.state["stamps"]) < count:
            maker = Stamps(self.configuration["stampKey"], self.log.origin)
            pending = [maker.begin() for _ in range(8)]
            order = {"key": b64u(maker.id), "blinded": [b64u(blinded) for _, _, blinded in pending]}
            signatures = self.ask("POST", "/stamps", order)[1]["signatures"]
            self.state["stamps"] += [maker.finish(*one, decode(signature)) for one, signature in zip(pending, signatures)]
        taken, self.state["stamps"] = self.state["stamps"][:count], self.state["stamps"][count:]
        return taken

    def envelope(self, kind, recipient, body, message=None, challenge=None, life=86400, **others):
        """A sealed envelope and its id."""
        content = {
            "iss": self.id, "aud": recipient, "jti": others.pop("jti", None) or str(uuid.uuid4()), "iat": now(), "exp": now() + life,
            **({"message": message} if message else {}), **({"challenge": challenge} if challenge else {}), "body": body, **others,
        }  # fmt: skip
        _, key = self.keys(recipient)
        return seal(sign(self.state["sig"], {"typ": kind}, compact(content)), recipient, key)

    def send(self, envelope, recipient, envelope_id=None):
        data = envelope.encode()
        stamps = self.stamps(-(-len(data) // MEBIBYTE))
        return self.ask("PUT", f"/mailboxes/{recipient}/envelopes/{envelope_id or uuid.uuid4()}", data, proof=None, fields=[("Stamp", ",".join(stamps))])

    def mail(self):
        """Each new message once: kind, content, and what is wrong with it. It is acknowledged when the caller comes back for the next."""
        while waiting := self.ask("GET", "/mailbox")[1]["envelopes"]:
            for one in waiting:
                path = f"/mailbox/envelopes/{one['id']}"
                try:
                    kind, content = self.open(self.ask("GET", path)[1].decode())
                except (Refused, ValueError, KeyError, TypeError) as error:
                    yield "unreadable", {}, [str(error)]
                else:
                    if content["jti"] not in self.state["handled"]:
                        yield kind, content, []
                        self.state["handled"][content["jti"]] = content["exp"]
                self.ask("DELETE", path)
            self.state["handled"] = {jti: end for jti, end in self.state["handled"].items() if end > now() - TOLERANCE}

    KINDS = ("claim-share+jwt", "claim-issue+jwt", "claim-expire+jwt", "claim-request+jwt", "claim-failure+jwt")

    def open(self, envelope):
        token = unseal(envelope, self.id, self.state["enc"])
        kind, content = read_jws(token, self.KINDS)
        need(content["aud"] == self.id, "the message is for another recipient")
        verify_jws(token, self.keys(content["iss"])[0])
        need(content["iat"] <= now() + TOLERANCE and content["exp"] >= now() - TOLERANCE and content["exp"] - content["iat"] <= 86400, "the message is too old")
        challenge = content.get("challenge")
        need(not challenge or challenge.get("expiresAt", now()) >= now(), "the challenge is over")
        return kind, content

    def verify(self, text, audience=None, nonce=None):
        """A claim that its issuer signed and registered and that hasn't expired; with an audience, one that its holder shows."""
        claim = Claim(text)
        verify_jws(claim.token, self.keys(claim.payload["iss"])[0])
        if audience:
            _, proof = read_jws(claim.proof, ["kb+jwt"])
            verify_jws(claim.proof, [claim.payload["cnf"]["jwk"]])
            need(proof["aud"] == audience and proof["nonce"] == nonce, "the proof is for another recipient or another request")
            need(proof["sd_hash"] == b64u(sha(text[: len(text) - len(claim.proof)].encode())), "the proof is of other Disclosures")
        need(claim.payload.get("exp", now() + 1) > now(), "the claim has expired")
        need(claim.payload["log"] == self.log.origin, "the claim is registered elsewhere")
        status = self.ask("GET", f"/log/status/{claim.hash}", proof=None)[1]
        entry = self.log.verify(status["registration"])
        need((entry["t"], entry["h"], entry["iss"], entry["iat"]) == ("cred", claim.hash, claim.payload["iss"], claim.payload["iat"]), "the registration is another claim's")
        for expiry in status["expiries"]:
            entry = self.log.verify(expiry)
            need(entry["t"] != "exp" or entry["h"] != claim.hash or entry["at"] > now(), "the claim was revoked")
        return claim

    def issue(self, subject, data, message=None, challenge=None, reference=None, expires=None):
        """Issues a claim, registers it and sends it to its subject."""
        key = self.keys(subject)[0][0]
        text = make_claim(self.state["sig"], self.id, subject, subject, key, data, self.log.origin, reference, expires)
        claim = Claim(text)
        registered = self.ask("POST", "/log/entries", {"dataHash": claim.hash, "iat": claim.payload["iat"]})[1]
        self.log.verify(registered)
        self.state["claims"].append(text)
        body = {"claim": text, "registration": registered["proof"]}
        self.send(self.envelope("claim-issue+jwt", subject, body, message, challenge), subject)
        return claim

    def expire(self, claim, at, message=None):
        """Says in the log that a claim of this issuer's expires, and tells its subject."""
        statement = {"iss": self.id, "iat": now(), "claim": claim.hash, "expires": at}
        statement = sign(self.state["sig"], {"typ": "claim-expiry+jwt"}, compact(statement))
        self.log.verify(self.ask("POST", "/log/entries", {"statement": statement})[1])
        body, subject = {"claim": claim.reference(), "statement": statement}, claim.members["subject"]
        self.send(self.envelope("claim-expire+jwt", subject, body, message), subject)

    def share(self, recipient, shares, message=None, challenge=None):
        """Shares claims or pairs of them, `[(Claim, keys or None)]`, or unproved data, `[{key: value}]`."""
        jti = str(uuid.uuid4())
        nonce = challenge["id"] if challenge else jti
        body = [{"data": one} if isinstance(one, dict) else {"claim": one[0].shown(self.state["sig"], recipient, nonce, one[1])} for one in shares]
        self.send(self.envelope("claim-share+jwt", recipient, {"shares": body}, message, challenge, jti=jti), recipient)

    def shared(self, content):
        """The data that a message shares, each with the claim that proves it, or None, and the reasons against what isn't proved."""
        nonce, found, errors = content.get("challenge", {}).get("id", content["jti"]), [], []
        for share in content["body"]["shares"]:
            if "data" in share:
                found.append((share["data"], None))
                continue
            try:
                claim = self.verify(share["claim"], self.id, nonce)
                need(claim.members["holder"] == content["iss"], "the claim is another holder's")
                found.append((claim.data, claim))
            except (Refused, ValueError, KeyError, TypeError) as error:
                errors.append(str(error))
        return found, errors


# MARK: The bank


class Bank:
    def __init__(self, base, path, name, callback):
        self.path, self.name, self.lock = path, name, threading.RLock()
        kept = json.load(open(path)) if os.path.exists(path) else {}
        self.instance = Instance(base, kept.get("instance"))
        self.customers, self.asked = kept.get("customers", {}), kept.get("asked", {})
        self.instance.register(callback)
        self.keep()

    def keep(self):
        with open(self.path + ".new", "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            json.dump({"instance": self.instance.state, "customers": self.customers, "asked": self.asked}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)

    def ask(self, message, keys):
        """A request for a QR code, good for ten minutes."""
        challenge, expires = str(uuid.uuid4()), now() + 600
        request = {"shocardid": self.instance.id, "ss_id": challenge, "message": message, "action": "request_share", "requested_keys": keys}
        kept = self.instance.ask("POST", "/requests", {"request": {"shocard": request}, "expires": expires})[1]
        self.asked[challenge] = expires
        self.keep()
        return {"url": kept["url"], "request": {"shocard": request}}

    def read_mail(self):
        """Takes down what customers share in answer to a request; all else isn't for a bank."""
        for kind, content, _ in self.instance.mail():
            challenge = content.get("challenge", {}).get("id")
            if kind == "claim-share+jwt" and self.asked.pop(challenge, 0) > now():
                found, errors = self.instance.shared(content)
                customer = {"data": {}, "proved": [], "reference": None, "errors": errors}
                for data, claim in found:
                    customer["data"] |= data
                    customer["proved"] += list(data) if claim else []
                    customer["reference"] = claim.id if claim else customer["reference"]
                self.customers[content["iss"]] = customer
            self.keep()

    def issue(self, customer, data):
        known = self.customers[customer]
        claim = self.instance.issue(customer, {"CardType": "Bank Account", "bankName": self.name, **data}, f"Your account at {self.name}", reference=known["reference"])
        self.keep()
        return {"id": claim.id, "dataHash": claim.hash}

    def expire(self, data_hash):
        claim = next(claim for text in self.instance.state["claims"] if (claim := Claim(text)).hash == data_hash)
        self.instance.expire(claim, now() - 1, f"{self.name} has closed the account")
        self.keep()

    def answer(self, method, path, body):
        with self.lock:
            if (method, path) in (("POST", "/callback"), ("POST", "/mail")):
                self.read_mail()
                return 204, None
            if (method, path) == ("POST", "/requests"):
                return 201, self.ask(str(body["message"]), [str(key) for key in body["keys"]])
            if (method, path) == ("GET", "/customers"):
                return 200, self.customers
            if method == "POST" and (found := re.fullmatch(r"/customers/([0-9a-f-]{36})/claims", path)):
                return 201, self.issue(found[1], {str(k): str(v) for k, v in body["data"].items()})
            if method == "POST" and (found := re.fullmatch(r"/claims/([\w-]{43})/expiry", path)):
                self.expire(found[1])
                return 204, None
            return 404, {"message": "there is nothing here"}


class Front(BaseHTTPRequestHandler):
    bank: Bank

    def do_GET(self):
        try:
            data = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 65536))
            status, body = self.bank.answer(self.command, self.path, json.loads(data) if data else {})
        except Refused as error:
            status, body = 502, {"message": str(error)}
        except (ValueError, KeyError, TypeError, StopIteration):
            status, body = 400, {"message": "that can't be read, or isn't known"}
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("base", help="the address of the realm's wallets, up to v1/")
    arguments.add_argument("--state", default="bank.json", help="the file that keeps keys, customers and claims")
    arguments.add_argument("--name", default="bxFinance", help="the bank's name in its claims")
    arguments.add_argument("--port", type=int, default=8092)
    arguments.add_argument("--callback", help="the address at which Gatehouse tells of mail, if the realm allows it; without, POST /mail looks")
    given = arguments.parse_args()
    Front.bank = Bank(given.base, given.state, given.name, given.callback)
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Front)
    print(f"the bank is open on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
