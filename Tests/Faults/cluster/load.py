"""The load: clients that sign in, exchange codes, refresh tokens, sign out, pair authenticator apps and phones, use passcodes and approve pushes,
also the same code, token or passcode from two requests at once. All go to the balancer."""

import base64
import hashlib
import hmac
import http.client
import json
import random
import struct
import subprocess
import threading
import time
import urllib.parse
from dataclasses import dataclass, field

from .history import UNKNOWN, Call, once, rising, session
from .ledger import Ledger

MODELS = {"code": (once, "fresh"), "refresh token": (once, "fresh"), "session": (session, "live"), "passcodes": (rising, 0)}
JSON_HEADERS = {"Content-Type": "application/json", "Accept-API-Version": "resource=2.1, protocol=1.0"}
JOURNEY = "/am/json/realms/alpha/authenticate?authIndexType=service&authIndexValue=sdkUsernamePasswordJourney"
OAUTH = "/am/oauth2/realms/alpha"
CLIENT, REDIRECT, PASSWORD = "sdkPublicClient", "org.forgerock.demo://oauth2redirect", "Ch4ng3it!"
VERIFIER = "fault-verifier-fault-verifier-fault-verifier-fault"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
CODE_LIFE = 100  # seconds, less than a code lasts
PASSCODE_SLACK = 20  # seconds that a call with a passcode may take before its moment is over
LONGEST = 130  # seconds that a client waits for an answer


class Cut(Exception):
    """The connection ended, or the answer says that it may be tried again: what was done is unknown."""


@dataclass
class Access:
    """The way of a client to the servers, and the errors that it meets there."""

    port: int
    ledger: Ledger

    def request(self, method: str, path: str, body=None, headers=None) -> tuple[int, dict, object]:
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._cut(began, f"{method} {path.split('?')[0]}: {type(error).__name__} {error}")
            raise Cut from error
        finally:
            connection.close()
        status, is_json = answer.status, text[:1] in (b"{", b"[")
        if status == 502:
            self._cut(began, f"{method} {path.split('?')[0]}: 502 by the balancer")
            raise Cut
        if status == 503:
            with self.ledger.lock:
                self.ledger.errors["503 by a node" if is_json else "503 by the balancer"] += 1
            if is_json and not answer.getheader("Retry-After"):
                self.ledger.violation(f"{method} {path.split('?')[0]}: a 503 that doesn't say when to try again: {text[:200]!r}")
            raise Cut
        if status >= 500 or status == 429:
            self.ledger.violation(f"{method} {path.split('?')[0]} answered {status}: {text[:200]!r}")
            raise Cut
        return status, {name.lower(): value for name, value in answer.getheaders()}, json.loads(text) if is_json else {}

    def _cut(self, began: float, what: str) -> None:
        with self.ledger.lock:
            self.ledger.errors["cut"] += 1
            self.ledger.cuts.append((began, time.monotonic(), what))

    def form(self, path: str, **parameters):
        return self.request("POST", f"{OAUTH}/{path}", urllib.parse.urlencode(parameters), {"Content-Type": "application/x-www-form-urlencoded"})


class Platform:
    """The platform's API, as a customer's service uses it."""

    def __init__(self, access: Access, environment: str, client: str, secret: str):
        self.access, self.environment, self.client, self.secret, self.token = access, environment, client, secret, None

    def ask(self, method: str, path: str, body=None, action: str | None = None) -> tuple[int, dict]:
        if not self.token:
            form = urllib.parse.urlencode({"grant_type": "client_credentials", "client_id": self.client, "client_secret": self.secret})
            _, _, answer = self.access.request("POST", f"/{self.environment}/as/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
            self.token = answer["access_token"]
        kind = f"application/vnd.pingidentity.{action}+json" if action else "application/json"
        text = json.dumps(body) if body is not None else None
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind}
        status, _, answer = self.access.request(method, path.replace("ENV", self.environment), text, headers)
        if status == 401:
            self.token = None
            raise Cut
        return status, answer

    def add_user(self, name: str) -> str:
        status, made = self.ask("POST", "/v1/environments/ENV/users", {"username": name, "email": f"{name}@example.com"})
        if status != 201:
            raise ValueError(f"a user isn't made: {status} {made}")
        status, answer = self.ask("PUT", f"/v1/environments/ENV/users/{made['id']}/mfaEnabled", {"mfaEnabled": True})
        if status != 200:
            raise ValueError(f"a user isn't asked for a second factor: {status} {answer}")
        return made["id"]


def passcode(secret: str, step: int) -> str:
    """The passcode of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    return str((struct.unpack(">I", mac[mac[-1] & 15:][:4])[0] & 0x7FFFFFFF) % 1_000_000).zfill(6)


@dataclass
class App:
    """An authenticator app that is paired, and the highest step whose passcode was tried."""

    user: str
    device: str
    secret: str
    tried: int


@dataclass
class Pools:
    """What was acknowledged and may be used."""

    names: list[str] = field(default_factory=lambda: ["demo"])
    """Users who sign in with the password."""
    sessions: list[str] = field(default_factory=list)
    """Sessions that last, for codes: what came of a session ends with it."""
    leaving: list[str] = field(default_factory=list)
    """Sessions that are looked at, and ended."""
    codes: list[tuple[str, float]] = field(default_factory=list)
    refresh: list[str] = field(default_factory=list)
    apps: list[App] = field(default_factory=list)
    paired: list[tuple[str, str]] = field(default_factory=list)


class Client(threading.Thread):
    """A client that does one thing after another, by a random choice."""

    def __init__(self, access: Access, platform: Platform, pools: Pools, seed: float, stop: threading.Event, most_apps: int = 40):
        super().__init__()
        self.access, self.platform, self.pools, self.dice, self.stop = access, platform, pools, random.Random(seed), stop
        self.ledger, self.most_apps = access.ledger, most_apps

    def run(self) -> None:
        actions = [self.sign_in] * 3 + [self.get_code] * 4 + [self.exchange] * 4 + [self.refresh] * 6 + [self.look] * 3 + [self.sign_out]
        actions += [self.pair_app] * 2 + [self.use_passcode] * 4
        while not self.stop.is_set():
            try:
                self.dice.choice(actions)()
            except Cut:
                self.stop.wait(0.05)
            except Exception as error:  # noqa: BLE001
                self.ledger.violation(f"an answer that isn't expected: {type(error).__name__} {error}")
                self.stop.wait(0.5)

    # Sessions

    def sign_in(self) -> None:
        name = self.dice.choice(self.pools.names)
        _, _, step = self.access.request("POST", JOURNEY, "{}", JSON_HEADERS)
        for callback in step["callbacks"]:
            callback["input"][0]["value"] = name if callback["type"] == "NameCallback" else PASSWORD
        began = time.monotonic()
        status, _, body = self.access.request("POST", JOURNEY, json.dumps(step), JSON_HEADERS)
        if status != 200:
            raise ValueError(f"a sign-in answered {status} {body}")
        self.ledger.wrote(began)
        self.ledger.count("sign-ins")
        self._put(self.dice.choice([self.pools.sessions, self.pools.leaving]), body["tokenId"])

    def look(self) -> None:
        if token := self._one_of(self.dice.choice([self.pools.sessions, self.pools.leaving])):
            self.look_at(token)

    def look_at(self, token: str) -> None:
        path, headers = "/am/json/realms/alpha/sessions?_action=validate", {**JSON_HEADERS, "iPlanetDirectoryPro": token}
        self._call("session", token, "look", lambda: self.access.request("POST", path, "{}", headers)[2].get("valid") is True)

    def sign_out(self) -> None:
        if len(self.pools.leaving) > 20 and (token := self._take(self.pools.leaving)):
            path, headers = "/am/json/realms/alpha/sessions?_action=logout", {**JSON_HEADERS, "iPlanetDirectoryPro": token}
            began = time.monotonic()
            if self._call("session", token, "end", lambda: self.access.request("POST", path, "{}", headers)[0] == 200):
                self.ledger.wrote(began)
            self.ledger.count("sign-outs")
            self.look_at(token)

    # Codes and tokens

    def get_code(self) -> None:
        if not (token := self._one_of(self.pools.sessions)):
            return
        query = urllib.parse.urlencode({"client_id": CLIENT, "response_type": "code", "redirect_uri": REDIRECT, "scope": "openid profile", "state": "s",
                                        "code_challenge": CHALLENGE, "code_challenge_method": "S256"})
        status, headers, _ = self.access.request("GET", f"{OAUTH}/authorize?{query}", headers={"iPlanetDirectoryPro": token})
        location = urllib.parse.urlsplit(headers.get("location", ""))
        code = urllib.parse.parse_qs(location.query).get("code", [None])[0]
        if code:
            self._put(self.pools.codes, (code, time.monotonic()))
            self.ledger.count("codes")
        else:
            raise ValueError(f"no code for a session: {status} {headers.get('location')}")

    def exchange(self) -> None:
        if taken := self._take(self.pools.codes):
            code, made = taken
            if time.monotonic() - made < CODE_LIFE / 2:
                self._spend("code", code, made + CODE_LIFE, grant_type="authorization_code", code=code, redirect_uri=REDIRECT, code_verifier=VERIFIER)

    def refresh(self) -> None:
        if token := self._take(self.pools.refresh):
            self._spend("refresh token", token, float("inf"), grant_type="refresh_token", refresh_token=token)

    def _spend(self, kind: str, token: str, until: float, **form: str) -> None:
        """Uses something that is good once; sometimes twice at once, which ends what came of it. What was cut off is said again."""

        def use():
            began = time.monotonic()
            status, _, body = self.access.form("access_token", client_id=CLIENT, **form)
            if status == 200:
                self.ledger.wrote(began)
            elif body.get("error") != "invalid_grant" or time.monotonic() > until:
                raise ValueError(f"a {kind} answered {status} {body}") if time.monotonic() <= until else Cut
            return body if status == 200 else False

        doubled = self.dice.random() < 0.1
        answers = self._twice(kind, token, "use", use) if doubled else [self._call(kind, token, "use", use)]
        if answers[0] is UNKNOWN and not doubled:
            self._call(kind, token, "use", use)
            return
        good = [answer for answer in answers if answer]
        self.ledger.count(kind + "s")
        if good and not doubled:
            self._put(self.pools.refresh, good[0]["refresh_token"])

    # Authenticator apps

    def pair_app(self) -> None:
        if len(self.pools.apps) >= self.most_apps:
            return
        user = self.platform.add_user(f"user-{self.dice.getrandbits(64):016x}")
        status, made = self.platform.ask("POST", f"/v1/environments/ENV/users/{user}/devices", {"type": "TOTP"})
        if status != 201:
            raise ValueError(f"an app isn't paired: {status} {made}")
        app = App(user, made["id"], made["secret"], int(time.time() // 30) - 1)
        for _ in range(10):
            app.tried += 1
            try:
                status, body = self.platform.ask("POST", f"/v1/environments/ENV/users/{user}/devices/{app.device}", {"otp": passcode(app.secret, app.tried)},
                                                 "device.activate")
            except Cut:
                # Whether it is active is asked; the step counts as used.
                if self.platform.ask("GET", f"/v1/environments/ENV/users/{user}/devices/{app.device}")[1].get("status") == "ACTIVE":
                    break
                if app.tried > time.time() // 30:
                    return
                continue
            if status == 200:
                break
            raise ValueError(f"an app isn't activated: {status} {body}")
        self.ledger.count("apps paired")
        self._put(self.pools.apps, app)
        self._put(self.pools.paired, (user, app.device))

    def use_passcode(self) -> None:
        with self.ledger.lock:
            ready = [app for app in self.pools.apps if app.tried < time.time() // 30]
            app = self.dice.choice(ready) if ready else None
            if app:
                app.tried = max(app.tried + 1, int(time.time() // 30))
                step = app.tried
        if not app:
            return

        def use():
            began = time.monotonic()
            status, body = self.platform.ask("POST", "/ENV/deviceAuthentications", {"user": {"id": app.user}, "otp": passcode(app.secret, step)})
            if status in (200, 201) and body.get("status") == "COMPLETED":
                self.ledger.wrote(began)
                return True
            is_refused = status == 400 and any(each.get("code") == "INVALID_OTP" for each in body.get("details", []))
            if not is_refused:
                raise ValueError(f"a passcode answered {status} {body}")
            if time.monotonic() - began > PASSCODE_SLACK:
                raise Cut
            return False

        if self.dice.random() < 0.3:
            self._twice("passcodes", app.device, str(step), use)
        elif self._call("passcodes", app.device, str(step), use) is UNKNOWN and time.time() // 30 <= step + 1:
            self._call("passcodes", app.device, str(step), use)
        self.ledger.count("passcodes")

    # What is recorded

    def _call(self, kind: str, thing: str, action: str, what):
        """Makes a call and records it; its answer."""
        began, answer = time.monotonic(), UNKNOWN
        try:
            answer = what()
            return answer
        except Cut:
            return UNKNOWN
        finally:
            # Of an answer the history keeps whether it was good.
            self.ledger.record(kind, thing, Call(began, time.monotonic(), action, answer if answer is UNKNOWN else bool(answer)))

    def _twice(self, kind: str, thing: str, action: str, what) -> list:
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self._call(kind, thing, action, what))) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers or [UNKNOWN]

    def _put(self, pool: list, item) -> None:
        with self.ledger.lock:
            pool.append(item)

    def _one_of(self, pool: list):
        with self.ledger.lock:
            return self.dice.choice(pool) if pool else None

    def _take(self, pool: list):
        with self.ledger.lock:
            return pool.pop(self.dice.randrange(len(pool))) if pool else None


class PhoneUser(threading.Thread):
    """A user whose phone, the program `phone`, is paired and approves pushes. Every fifth push is for a new user with a new phone."""

    def __init__(self, program: str, folder, access: Access, platform: Platform, pools: Pools, seed: float, stop: threading.Event):
        super().__init__()
        self.program, self.folder, self.access, self.platform = program, folder, access, platform
        self.pools, self.dice, self.stop, self.ledger = pools, random.Random(seed), stop, access.ledger

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self._life()
            except Cut:
                self.stop.wait(0.2)
            except Exception as error:  # noqa: BLE001
                self.ledger.violation(f"a phone's answer that isn't expected: {type(error).__name__} {error}")
                self.stop.wait(1)

    def _phone(self, *arguments: str) -> tuple[int, str]:
        line = [self.program, *arguments, "--name", self.name, "--data", str(self.folder)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=200)
        return done.returncode, done.stderr.strip()

    def _life(self) -> None:
        self.name = f"phone-{self.dice.getrandbits(64):016x}"
        user = self.platform.add_user(self.name)
        status, key = self.platform.ask("POST", f"/v1/environments/ENV/users/{user}/pairingKeys", {})
        if status != 201:
            raise ValueError(f"no pairing key: {status} {key}")
        address = f"http://127.0.0.1:{self.access.port}/pair?realm={self.platform.environment}&key={key['code']}"
        for _ in range(12):
            code, error = self._phone("pair", address, "--trust")
            if code == 0 or self.stop.is_set():
                break
            self.stop.wait(2)
        if code != 0:
            if not self.stop.is_set():
                self.ledger.violation(f"a pairing isn't finished by saying it again: {error}")
            return
        _, found = self.platform.ask("GET", f"/v1/environments/ENV/users/{user}/devices")
        devices = found["_embedded"]["devices"]
        if [device["status"] for device in devices] != ["ACTIVE"]:
            raise ValueError(f"a phone that is paired has the devices {devices}")
        self.ledger.count("phones paired")
        with self.ledger.lock:
            self.pools.paired.append((user, devices[0]["id"]))
        # A push that was asked and not approved is before the next one: from then on it isn't known which of them the phone answers.
        for _ in range(5):
            if self.stop.is_set() or not self._approve(user):
                return

    def _approve(self, user: str) -> bool:
        """Asks a push and has the phone approve it; whether it did."""
        status, begun = self.platform.ask("POST", "/ENV/deviceAuthentications", {"user": {"id": user}})
        if status != 201:
            raise ValueError(f"a push isn't asked: {status} {begun}")
        code, _ = self._phone("wait", "--approve", "--number", str(begun["numberMatching"]["number"]), "--seconds", "30")
        for _ in range(60):
            try:
                _, state = self.platform.ask("GET", f"/ENV/deviceAuthentications/{begun['id']}")
                break
            except Cut:
                time.sleep(1)
        else:
            return False
        if code == 0 and state.get("status") != "COMPLETED":
            self.ledger.violation(f"an approval that the phone had acknowledged is lost: {state}")
        self.ledger.count("pushes approved" if code == 0 else "pushes not approved in time")
        return code == 0
