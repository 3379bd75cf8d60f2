"""A client of the signals protocol in Python, written after docs/risk.md, with cryptography and jwcrypto; and what a hostile one tries."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import time

import pytest
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from jwcrypto import jwe, jwk, jws

from support.server import Server

DAY = 86_400


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("signals"))
    running.start()
    running.environments = {realm["path"]: realm["id"] for realm in running.command("realm", "list")}
    made = running.command("client", "create", "risk-worker", "--confidential", "--realm", "alpha", "--role", "Environment Admin",
                           "--role", "Identity Data Admin")  # fmt: skip
    running.worker = (made["id"], made["secret"])
    yield running
    assert running.stop() == 0, running.log.read_text()


class Instance:
    """One run of an app."""

    def __init__(self, server, environment: str | None = None, app: tuple[str, str] | None = None):
        self.server, self.app = server, app
        self.environment = app[0] if app else environment or server.environments["/alpha"]
        self.issuer = f"{server.base}/signals/v1/{self.environment}"
        self.key = jwk.JWK.generate(kty="EC", crv="P-256")
        self.pair = ec.generate_private_key(ec.SECP256R1())
        self.id = self.key.thumbprint()
        self.seq, self.events, self.grant = 0, 0, None

    def signed(self, kind: str, claims: dict, key: jwk.JWK | None = None, shown: jwk.JWK | None = None) -> str:
        token = jws.JWS(json.dumps(claims))
        header = {"typ": kind, "alg": "ES256", "jwk": (shown or self.key).export_public(as_dict=True)}
        token.add_signature(key or self.key, alg="ES256", protected=json.dumps(header))
        return token.serialize(compact=True)

    def statement(self, **changes) -> dict:
        claims = {"iss": self.id, "aud": self.issuer, "iat": int(time.time()), "jti": secrets.token_urlsafe(16), "epk": members(self.pair)}
        if self.app:
            text = f"{claims['iss']}.{claims['iat']}.{claims['jti']}".encode()
            mac = hmac.new(self.app[1].encode(), text, hashlib.sha256).digest()
            claims |= {"app": self.app[0], "mac": base64.urlsafe_b64encode(mac).decode().rstrip("=")}
        return {"statement": self.signed("signals-instance+jwt", claims | changes)}

    def register(self, statement: dict | None = None) -> requests.Response:
        answer = requests.post(f"{self.issuer}/instances", json=statement or self.statement(), timeout=10)
        if answer.ok:
            self.grant = answer.json()
        return answer

    def event(self, kind: str, *values) -> list:
        """An event with its own number and time, which a payload makes differences of."""
        self.events += 1
        return [kind, self.events - 1, int(time.time() * 1000), *values]

    def payload(self, events: list[list] | None = None, pair=None, **changes) -> str:
        events = [self.event("keys", 12, 180, 60, 0, False)] if events is None else events
        claims = {
            "iss": self.id, "aud": self.issuer, "iat": int(time.time()), "seq": self.seq, "uuid": "0b0b0b0b-0000-4000-8000-000000000001",
            "device": {"MODEL": "Pixel 9", "OS_NAME": "Android"},
            "events": [differences(before, event) for before, event in zip([None, *events], events)], "dropped": {}, "behaviorPaused": False,
        }  # fmt: skip
        self.seq += 1
        return self.sealed(json.dumps(claims | changes), pair=pair)

    def sealed(self, text: str, kind: str = "signals+jwe", pair=None) -> str:
        """A JWE by ECDH-ES, with the one pair of the instance."""
        pair, key = pair or self.pair, self.grant["key"]
        other = ec.EllipticCurvePublicNumbers(number(key["x"]), number(key["y"]), ec.SECP256R1()).public_key()
        sizes = [len(b"A256GCM").to_bytes(4, "big") + b"A256GCM", bytes(4), bytes(4), (256).to_bytes(4, "big")]
        secret = ConcatKDFHash(hashes.SHA256(), 32, b"".join(sizes)).derive(pair.exchange(ec.ECDH(), other))
        header = {"typ": kind, "alg": "ECDH-ES", "enc": "A256GCM", "kid": key["kid"], "epk": members(pair)}
        protected, vector = base64url(json.dumps(header).encode()), os.urandom(12)
        box = AESGCM(secret).encrypt(vector, text.encode(), protected.encode())
        return f"{protected}..{base64url(vector)}.{base64url(box[:-16])}.{base64url(box[-16:])}"

    def send(self, payload: str, token: str | None = None) -> requests.Response:
        headers = {"Authorization": f"Bearer {token or self.grant['token']}", "Content-Type": "application/jose"}
        return requests.post(f"{self.issuer}/batches", data=payload, headers=headers, timeout=10)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def number(text: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(text + "=="), "big")


def members(pair: ec.EllipticCurvePrivateKey) -> dict:
    """The public half of a pair as a JWK."""
    point = pair.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "x": base64url(point.x.to_bytes(32, "big")), "y": base64url(point.y.to_bytes(32, "big"))}


def differences(before: list | None, event: list) -> list:
    """The row of an event: number and time as differences to those of the event before."""
    return event if before is None else [event[0], event[1] - before[1], event[2] - before[2], *event[3:]]


def code(answer: requests.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


@pytest.fixture
def instance(server):
    made = Instance(server)
    assert made.register().status_code == 201
    return made


def evaluate(server, signals: dict, environment: str = "/alpha") -> dict:
    realm = server.environments[environment]
    token = requests.post(f"{server.base}/{server.environments['/alpha']}/as/token", data={"grant_type": "client_credentials"},
                          auth=server.worker, timeout=10).json()["access_token"]  # fmt: skip
    event = {"ip": "192.0.2.1", "user": {"id": "outside", "type": "EXTERNAL"}, "sdk": {"signals": signals}}
    answer = requests.post(f"{server.base}/v1/environments/{realm}/riskEvaluations", json={"event": event},
                           headers={"Authorization": f"Bearer {token}"}, timeout=20)  # fmt: skip
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_documented_protocol(server, instance):
    """Registration, a batch, an evaluation by the token and one by a payload: as the page has it."""
    assert set(instance.grant) >= {"instance", "token", "expiresIn", "key"} and instance.grant["instance"] == instance.id
    assert instance.grant["expiresIn"] == 900
    answer = instance.send(instance.payload())
    assert (answer.status_code, answer.json()) == (200, {"seq": 0, "accepted": 1}), answer.text
    by_token = evaluate(server, {"token": instance.grant["token"]})
    assert by_token["details"]["signals"]["status"] == "TAKEN" and by_token["details"]["botDetection"]["strokes"] == 12
    by_payload = evaluate(server, {"data": instance.payload()})
    assert by_payload["details"]["signals"]["status"] == "TAKEN" and by_payload["details"]["botDetection"]["strokes"] == 24
    renewed = instance.grant["token"]
    assert instance.register().status_code == 201 and instance.grant["token"] != renewed
    assert code(instance.send(instance.payload(), token=renewed)) == (401, "unknown_instance"), "a new token ends the old"


def test_an_app_of_signals(server):
    made = server.command("risk", "app", "create", "sdkPublicClient", "--realm", "alpha")
    app = (made["applicationId"], made["applicationSecret"])
    instance = Instance(server, app=app)
    assert instance.register().status_code == 201
    assert instance.send(instance.payload()).status_code == 200
    assert code(Instance(server, app=(app[0], "another")).register()) == (401, "wrong_key")
    assert code(Instance(server, environment=app[0]).register()) == (401, "wrong_key"), "without the secret"


def test_hostile_registrations(server):
    instance = Instance(server)
    other = jwk.JWK.generate(kty="EC", crv="P-256")
    statement = instance.statement()
    assert instance.register(statement).status_code == 201
    assert code(instance.register(statement)) == (409, "replayed")
    for epk in (None, "x", {}, members(instance.pair) | {"y": members(instance.pair)["x"]}, other.export_public(as_dict=True) | {"crv": "P-384"}):
        assert code(instance.register(instance.statement(epk=epk))) == (400, "malformed"), epk
    assert code(instance.register(instance.statement(aud=instance.issuer.replace("alpha", "x") + "x"))) == (400, "malformed")
    assert code(instance.register(instance.statement(iat=int(time.time()) - 2 * DAY))) == (401, "expired")
    assert code(instance.register(instance.statement(iat=int(time.time()) + 3600))) == (401, "expired")
    assert code(instance.register(instance.statement(iss=other.thumbprint()))) == (401, "wrong_key")
    claims = {"iss": instance.id, "aud": instance.issuer, "iat": int(time.time()), "jti": "x"}
    assert code(instance.register({"statement": instance.signed("signals-instance+jwt", claims, key=other)})) == (401, "wrong_key")
    assert code(instance.register({"statement": instance.signed("signals+jwt", claims)})) == (401, "wrong_key"), "another type"
    for body in ({}, {"statement": 7}, {"statement": "a.b.c"}, {"statement": "x" * 9000}, [], "text", {"statement": None}):
        answer = requests.post(f"{instance.issuer}/instances", json=body, timeout=10)
        assert answer.status_code in (400, 401, 413) and answer.json()["code"], answer.text
    unsigned = ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in (
        json.dumps({"typ": "signals-instance+jwt", "alg": "none", "jwk": instance.key.export_public(as_dict=True)}), json.dumps(claims), ""))  # fmt: skip
    assert code(instance.register({"statement": unsigned})) == (401, "wrong_key")
    large = requests.post(f"{instance.issuer}/instances", data=b"[" * 200_000, headers={"Content-Type": "application/json"}, timeout=10)
    assert large.status_code in (400, 413), large.text
    assert requests.post(f"{server.base}/signals/v1/none/instances", json=statement, timeout=10).status_code in (400, 404)


def test_hostile_payloads(server, instance):
    stranger = Instance(server)
    assert stranger.register().status_code == 201
    taken = instance.payload()
    assert instance.send(taken).status_code == 200
    assert code(instance.send(taken)) == (409, "replayed")
    assert code(stranger.send(instance.payload())) == (401, "unknown_instance"), "another instance's token"
    assert code(instance.send(instance.payload(pair=stranger.pair))) == (401, "wrong_key"), "sealed by another instance"
    unknown = ec.generate_private_key(ec.SECP256R1())
    assert code(instance.send(instance.payload(pair=unknown))) == (401, "wrong_key"), "sealed with a key that nobody registered"
    box = jwe.JWE(json.dumps({"iss": instance.id}), json.dumps({"typ": "signals+jwe", "alg": "ECDH-ES", "enc": "A256GCM"}))
    box.add_recipient(jwk.JWK(**instance.grant["key"]))
    assert code(instance.send(box.serialize(compact=True))) == (400, "malformed"), "by jwcrypto, with too few claims"
    assert code(instance.send(instance.payload(aud="https://other.example/signals/v1/x"))) == (400, "malformed")
    assert code(instance.send(instance.payload(iat=int(time.time()) - 2 * DAY))) == (401, "expired")
    assert code(instance.send(instance.payload(events=[instance.event("answer", 5)] * 2))) == (400, "malformed"), "numbers"
    many = [instance.event("tag", "a") for _ in range(201)]
    assert instance.send(instance.payload(events=many)).status_code in (400, 413)
    assert code(instance.send("A" * 100_000)) == (413, "too_large")
    assert instance.send(instance.payload(events=[["tag", 0, 0, "x" * 60_000]])).status_code in (400, 401, 413)
    assert code(instance.send(instance.sealed("no claims"))) == (400, "malformed")
    assert code(instance.send(instance.sealed("x", kind="JWT"))) == (401, "wrong_key")
    for event in (["keys"], [], {}, "keys", ["answer", -1, 0, 1], ["unknown", 0, 0], ["answer", 0, 0, -5], ["answer", 0, 1e300, 1],
                  ["answer", 0, 0, 1, "a", "b"], ["answer", 2**63 - 1, 2**63 - 1, 1], ["motion", 0, 0, 1], ["keys", 0, 0, 1, 1, 1, 1, 1],
                  ["tag", 0, 0, "a" * 41], ["tag", 0, 0, "a", None], ["context", 0, 0, "login.attempt", {}], ["context", 0, 0, "cart.clear", "day", 7],
                  ["context", 0, 0, "login.attempt", "email"], ["context", 0, 0, "login.attempt", "email", 20, "Ada Lovelace"],
                  ["context", 0, 0, "login.attempt", "telephone", 13, "43 664 1234567"]):  # fmt: skip
        assert instance.send(instance.payload(events=[event])).status_code in (400, 413), event
    instance.seq += 1000
    assert instance.send(instance.payload()).status_code == 200, "numbers may jump ahead"
    late = instance.payload(seq=3)
    assert code(instance.send(late)) == (409, "replayed"), "and then earlier ones are too far back"
    assert code(instance.send("")) in ((400, "malformed"), (401, "wrong_key"))


def test_odd_spellings_of_events(server, instance):
    """Events are read from the text of a payload: what JSON allows is taken, and nothing that it doesn't."""
    row = '["answer", 0, 0, 1]'

    def send(events: str, before: str = "") -> requests.Response:
        claims = {"iss": instance.id, "aud": instance.issuer, "iat": int(time.time()), "seq": instance.seq, "uuid": "u", "device": {}}
        instance.seq += 1
        parts = [before, json.dumps(claims)[1:-1], events]
        return instance.send(instance.sealed("{" + ", ".join(part for part in parts if part) + "}"))

    taken = {
        f'"events": [{row}]': 1, f'"\\u0065vents"\n:\t[ {row} ]': 1, f'"events":[{row},["\\u0061nswer",1,0,1.0]]': 2, '"events": []': 0, "": 0,
        '"events": [["context", 0, 1e3, "c\\u0061rt.clear"]]': 1, '"events": [["tag", 0, 0, "a", 2]], "other": [[[1]], {"events": 7}]': 1,
    }  # fmt: skip
    for events, count in taken.items():
        answer = send(events)
        assert (answer.status_code, answer.json().get("accepted")) == (200, count), (events, answer.text)
    first = send("", before=f'"events": [{row}]')
    assert first.status_code == 200 and first.json()["accepted"] == 1, "the events may come first"
    refused = [
        f'"events": [{row}], "events": [{row}]', f'"events": [{row}], "\\u0065vents": []', f'"events": [{row},]', f'"events": [,{row}]',
        f'"events": [{row} {row}]', f'"events": [{row}', f'"events": {row}', f'"events": [[{row}]]', f'"events": [{row}]]', '"events": {}',
        '"events": "[]"', '"events": 7', '"events": true', '"events": [["answer", 0, 0, 1,]]', '"events": [["answer", 0, 0, 01]]',
        '"events": [["answer", 0, 0, +1]]', '"events": [["answer", 0, 0, 1.5]]', '"events": [["answer", 0, 0, 1}]', '"events": [["answer" 0, 0, 1]]',
        '"events": [["answer", 0, 0, 1, null]]', '"events": [["answer", 0, 0, 1, "a", null]]', '"events": [[["answer"], 0, 0, 1]]',
        '"events": [["\\u0000answer", 0, 0, 1]]', '"events": [["answer\u212a", 0, 0, 1]]', '"events": [["context", 0, 0, "cart.clear", null]]',
        '"events": [["tag", 0, 0, "\\ud800"]]', '"events": [["tag", 0, 0, "\n"]]', '"events": [["tag", 0, 0, {"a": 1, "a": 2}]]',
        '"events": [' + "[" * 4000 + "]" * 4000 + "]", '"events": [' + ",".join(["[]"] * 4000) + "]", '"events": [["tag", 0, 0' + ", 1" * 4000 + "]]",
        '"events": [[]]', '"events": [null]', f'"events": [{row}], "iss": "x"', f'"events": [{row}]}}, {{"a": 1',
    ]  # fmt: skip
    for events in refused:
        assert code(send(events)) == (400, "malformed"), events[:200]
        assert code(send("", before=events)) == (400, "malformed"), events[:200]
    many = ",".join(['["answer", 1, 0, 1]'] * 200)
    assert code(send(f'"events": [{row},{many}]')) == (413, "too_large")
    assert send(f'"events": [{many}]').json()["accepted"] == 200
    assert instance.send(instance.payload()).status_code == 200, "and the instance goes on"


def test_another_realm(server, instance):
    """What one realm's instance has is nothing in another realm."""
    server.command("realm", "create", "beta")
    beta = next(realm["id"] for realm in server.command("realm", "list") if realm["path"] == "/beta")
    elsewhere = f"{server.base}/signals/v1/{beta}/batches"
    answer = requests.post(elsewhere, data=instance.payload(), headers={"Authorization": f"Bearer {instance.grant['token']}"}, timeout=10)
    assert code(answer) == (401, "wrong_key")
    foreign = Instance(server, environment=beta)
    assert foreign.register().status_code == 201
    foreign.grant["key"] = instance.grant["key"]  # sealed for the other realm
    assert code(foreign.send(foreign.payload())) == (401, "wrong_key")
    assert evaluate(server, {"token": foreign.grant["token"]})["details"]["signals"]["status"] == "UNKNOWN_INSTANCE"
    assert evaluate(server, {"data": foreign.payload()})["details"]["signals"]["status"] != "TAKEN"


def test_the_slowest_inputs(server, instance):
    """What is allowed at most, and what is refused at last: none of it takes long."""
    behavior = [instance.event("tag", "a" * 40, "b" * 40) for _ in range(200)]
    inputs = {
        "a full payload": instance.payload(events=behavior), "sealed nonsense": instance.sealed("." * 48_000),
        "deep claims": instance.sealed(json.dumps({"a": json.loads("[" * 60 + "]" * 60)})),
        "many members": instance.sealed(json.dumps({str(n): 0 for n in range(4000)})), "no payload": "." * 66_000,
        "long header": "A" * 66_000 + "....",
    }  # fmt: skip
    slowest = {}
    for name, payload in inputs.items():
        begun = time.monotonic()
        for _ in range(5):
            instance.send(payload)
        slowest[name] = (time.monotonic() - begun) / 5
    print({name: f"{seconds * 1000:.1f} ms" for name, seconds in slowest.items()})
    assert max(slowest.values()) < float(os.environ.get("SIGNALS_SLOWEST", "2")), slowest
