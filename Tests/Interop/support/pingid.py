"""A customer's server, written after docs/pingid.md alone: it signs its requests, and verifies what it is answered."""

import base64
import hashlib
import json
import secrets
from datetime import datetime, timedelta, timezone

import requests
from jwcrypto import jwk, jws

SCHEME = "PINGID-HMAC"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Answer:
    """What the server answered: its status, its body, and whether it was signed."""

    def __init__(self, response: requests.Response, is_signed: bool):
        self.status, self.is_signed = response.status_code, is_signed
        self.body = response.json() if response.content else None

    def __getitem__(self, name: str):
        return self.body[name]

    @property
    def error(self) -> tuple:
        """Status, code and finer code of an error."""
        return self.status, self.body["code"], self.body.get("details", [{}])[0].get("code")


class Customer:
    def __init__(self, base: str, account: str, application: str, token: str, key: str):
        """With an organisation key as `gatehouse pingid key create` prints it, in base64url."""
        self.base, self.account, self.application, self.token = base, account, application, token
        self.key = jwk.JWK(kty="oct", k=key)
        self.host = base.split("://")[1]

    def canonical(self, method: str, path: str, query: str, body: bytes) -> str:
        return ":".join([method, self.host, path, *([query] if query else []), sha256(body), ""])

    def sign(self, canonical: str, **header) -> str:
        """The value of `Authorization`. A member of the header that is None is left out."""
        expires = (datetime.now(timezone.utc) + timedelta(minutes=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
        members = {
            "alg": "HS256", "typ": "JWT", "account_id": self.account, "token": self.token, "jwt_version": "v4", "expires": expires,
            "X-Request-ID": secrets.token_hex(16), **header,
        }  # fmt: skip
        signature = jws.JWS(json.dumps({"data": sha256(canonical.encode())}))
        signature.add_signature(self.key, protected=json.dumps({name: value for name, value in members.items() if value is not None}))
        return f"{SCHEME}={signature.serialize(compact=True)}"

    def ask(self, method: str, resource: str, body=None, query: str = "", status: int = 200) -> Answer:
        """Sends a signed request, whose answer has to be signed."""
        data = b"" if body is None else json.dumps(body).encode()
        path = self.path(resource)
        canonical = self.canonical(method, path, query, data)
        authorization = self.sign(canonical)
        answer = self.send(method, path, data, authorization, query, canonical=canonical)
        assert answer.status == status, f"{method} {resource}: {answer.status} {answer.body}"
        assert answer.is_signed, f"{method} {resource}: the answer has no signature"
        return answer

    def path(self, resource: str) -> str:
        return f"/pingid/v1/accounts/{self.account}/applications/{self.application}{resource}"

    def send(
        self, method: str, path: str, data: bytes, authorization: str | None, query: str = "", canonical: str | None = None
    ) -> Answer:
        """Sends a request as it is, and verifies the answer's signature if there is one."""
        headers = {"Content-Type": "application/json"}
        if authorization:
            headers["Authorization"] = authorization
        url = self.base + path + (f"?{query}" if query else "")
        response = requests.request(method, url, data=data, headers=headers, timeout=10)
        field = response.headers.get("X-PINGID-Signature")
        if field:
            self.verify(field, response, canonical, authorization)
        return Answer(response, field is not None)

    def verify(self, field: str, response: requests.Response, canonical: str, authorization: str):
        signature = jws.JWS()
        signature.deserialize(field)
        signature.verify(self.key, alg="HS256")
        asked = json.loads(base64.urlsafe_b64decode(authorization.split("=", 1)[1].split(".")[0] + "=="))
        text = f"{response.status_code}:{sha256(canonical.encode())}:{sha256(response.content)}:"
        assert json.loads(signature.payload)["data"] == sha256(text.encode()), "the signature is another answer's"
        assert json.loads(signature.objects["protected"])["X-Request-ID"] == asked["X-Request-ID"]
