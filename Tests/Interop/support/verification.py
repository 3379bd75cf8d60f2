"""An app that verifies its user's identity, written from docs/protocols/verify.md alone: proofs and nested tokens by joserfc, images by cryptography."""

import base64
import hashlib
import json
import os
import time
import uuid

import joserfc.jwe
import joserfc.jwk
import joserfc.jws
import requests
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public(key):
    return {name: key.as_dict(private=False)[name] for name in ("kty", "crv", "x", "y")}


class Refused(Exception):
    """An answer with an error of the protocol."""

    def __init__(self, answer):
        super().__init__(answer.text)
        self.status, self.code = answer.status_code, answer.json().get("code")


def answered(answer, status):
    if answer.status_code >= 400:
        raise Refused(answer)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


class Image:
    """A photograph, sealed under a key of its own."""

    def __init__(self, side, file):
        self.id, self.side, self.file, self.key = str(uuid.uuid4()), side, file, os.urandom(32)

    @property
    def sealed(self):
        return AESGCM(self.key).encrypt(bytes(12), self.file, None)

    @property
    def reference(self):
        return {"id": self.id, "side": self.side, "size": len(self.file), "digest": b64u(hashlib.sha256(self.file).digest()), "key": b64u(self.key)}


class App:
    """An app with its two keys, made for one transaction."""

    def __init__(self, link):
        origin, query = link.split("/verify?")
        realm, self.code = (part.split("=")[1] for part in query.split("&"))
        self.base = f"{origin}/verify/v1/{realm}"
        self.sig, self.enc = joserfc.jwk.ECKey.generate_key("P-256"), joserfc.jwk.ECKey.generate_key("P-256")
        self.id = self.sig.thumbprint()

    def proof(self, method, url, body, embedded=False):
        now = int(time.time())
        claims = {"iss": self.id, "htm": method, "htu": url, "iat": now, "jti": b64u(os.urandom(16))}
        if body:
            claims["bd"] = b64u(hashlib.sha256(body).digest())
        header = {"typ": "device-proof+jwt", "alg": "ES256", **({"jwk": public(self.sig)} if embedded else {"kid": self.id})}
        return joserfc.jws.serialize_compact(header, json.dumps(claims), self.sig)

    def call(self, method, path, body=None, status=200, embedded=False, **headers):
        url, body = self.base + path, None if body is None else json.dumps(body).encode()
        headers = {"Device-Proof": self.proof(method, url, body, embedded), "Content-Type": "application/json", **headers}
        return answered(requests.request(method, url, data=body, headers=headers, timeout=60), status)

    def start(self, **members):
        begun = self.call("POST", "/verifications", {"code": self.code, "enc": public(self.enc), "osType": "Python", **members}, 201, embedded=True)
        self.transaction, self.token, self.service = begun["id"], begun["token"], begun["jwks"]
        return begun

    def upload(self, image, sealed=None, token=None):
        url = f"{self.base}/verifications/{self.transaction}/images/{image.id}"
        headers = {"Verification-Token": token or self.token}
        answered(requests.put(url, data=sealed or image.sealed, headers=headers, timeout=60), 204)

    def message(self, cards, key=None, **changes):
        claims = {"iss": self.id, "aud": self.transaction, "iat": int(time.time()), "token": self.token, "cards": cards, **changes}
        signed = joserfc.jws.serialize_compact({"alg": "ES256", "typ": "verify-submission+jwt"}, json.dumps(claims), key or self.sig)
        header = {"alg": "ECDH-ES", "enc": "A256GCM", "cty": "JWT", "apv": b64u(uuid.UUID(self.transaction).bytes)}
        recipient = joserfc.jwk.import_key(self.service["enc"])
        return joserfc.jwe.encrypt_compact(header, signed, recipient)

    def submit(self, cards, **changes):
        return self.send(self.message(cards, **changes))

    def send(self, message):
        report = self.call("POST", f"/verifications/{self.transaction}/submission", {"message": message}, 202)
        self.token = report.get("token")
        return report

    def report(self):
        report = self.call("GET", f"/verifications/{self.transaction}")
        self.token = report.get("token", self.token)
        return report

    def settled(self, seconds=60):
        """The report, once the checks are made."""
        for _ in range(seconds * 5):
            report = self.report()
            if report["status"] != "IN_PROGRESS":
                return report
            time.sleep(0.2)
        raise AssertionError("the checks aren't made")


def card(kind, *images, **members):
    return {"type": kind, "id": kind.lower(), "images": [image.reference for image in images], **members}
