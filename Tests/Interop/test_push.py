"""Push messages as other people's programs read them: Apple's and Google's services by stand-ins that speak HTTP/2 and check tokens with
joserfc, a browser's by http_ece and py-vapid."""

import base64
import json
import secrets
import time
from urllib.parse import parse_qs

import http_ece
import pytest
import pywebpush
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from joserfc import jws, jwt
from joserfc.jwk import ECKey, RSAKey
from py_vapid import Vapid02

from support.phone import Phone
from support.push import Answer, push_providers
from support.server import USER

CLIENT = "push-app"
DEVICE = "a1" * 32


def pem(key) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def public_pem(key) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture
def providers(tmp_path):
    with push_providers(tmp_path) as providers:
        yield providers


@pytest.fixture
def client(server):
    """A client without credentials."""
    server.command("client", "create", CLIENT, "--realm", "alpha", "--redirect", "https://localhost/callback")
    yield CLIENT
    server.command("client", "delete", CLIENT, "--realm", "alpha", "--yes")


@pytest.fixture
def apple(server, client, tmp_path):
    """Apple's credentials, and the key in them."""
    key = ec.generate_private_key(ec.SECP256R1())
    file = tmp_path / "AuthKey_ABC123DEFG.p8"
    file.write_text(pem(key))
    server.command("push", "credentials", "add", str(file), "--team-id", "DEF123GHIJ", "--client", client)
    return key


@pytest.fixture
def google(server, client, providers):
    """A service account, and the key in it."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    account = {
        "type": "service_account", "project_id": "demo-1", "private_key_id": "k1", "private_key": pem(key),
        "client_email": "push@demo-1.iam.gserviceaccount.com", "token_uri": f"{providers.base}/token",
    }  # fmt: skip
    server.command("push", "credentials", "add", "-", "--client", client, input=json.dumps(account))
    providers.answers["/token"] = [Answer.of(200, {"access_token": "ya29.a", "expires_in": 3599, "token_type": "Bearer"})]
    providers.answers["/v1/"] = [Answer.of(200, {"name": "projects/demo-1/messages/1"})]
    return key


def push(server, providers, address: dict, *more: str):
    arguments = ["push", "test", "--client", CLIENT, "--address", json.dumps(address), *more]
    return server.run(*arguments, "--data-directory", str(server.data), "--json", environment=providers.environment)


def refusal(done) -> str:
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def statement(server, text: str) -> dict:
    """The statement in a message: what its issuer signed, for whom, and that nothing else is in it."""
    signed = jws.extract_compact(text.encode())
    assert signed.protected["typ"] == "push+jwt" and signed.protected["alg"] == "ES256" and len(text) <= 3072
    claims = json.loads(signed.payload)
    assert claims["iss"].startswith("http") and claims["aud"] == "test" and claims["exp"] > time.time() and claims["kind"] in ("test", "silent")
    assert set(claims) == {"iss", "aud", "iat", "exp", "jti", "kind", "nonce", "timeout"}
    return claims


# Apple


def test_apple_gets_an_alert_over_http2_with_a_token_of_the_team(server, providers, apple):
    done = push(server, providers, {"kind": "APNS", "token": DEVICE}, "--bundle-id", "com.example.app", "--time-sensitive")
    assert done.returncode == 0 and json.loads(done.stdout) == {"delivered": True, "kind": "APNS"}, done.stderr
    [request] = providers.requests
    assert (request.version, request.method, request.path) == ("2", "POST", f"/3/device/{DEVICE}")
    scheme, token = request.headers["authorization"].split(" ")
    verified = jwt.decode(token, ECKey.import_key(public_pem(apple)), algorithms=["ES256"])
    assert scheme == "bearer" and verified.header["kid"] == "ABC123DEFG"
    assert verified.claims["iss"] == "DEF123GHIJ" and abs(verified.claims["iat"] - time.time()) < 60
    assert request.headers["apns-topic"] == "com.example.app" and request.headers["apns-push-type"] == "alert"
    assert request.headers["apns-priority"] == "10" and len(request.headers["apns-collapse-id"]) <= 64
    assert 0 < int(request.headers["apns-expiration"]) - time.time() <= 40
    assert len(request.body) <= 4096 and set(request.json) == {"aps", "gh"}
    aps = request.json["aps"]
    assert aps["alert"] == {"title-loc-key": "notification.title", "loc-key": "notification.message"}
    assert aps["interruption-level"] == "time-sensitive"
    assert statement(server, request.json["gh"])["jti"] == request.headers["apns-collapse-id"]


def test_what_is_silent_is_sent_in_the_background_to_the_sandbox_if_the_device_is_there(server, providers, apple):
    done = push(server, providers, {"kind": "APNS", "token": DEVICE, "sandbox": True}, "--bundle-id", "com.example.app", "--silent")
    assert done.returncode == 0, done.stderr
    [request] = providers.requests
    assert request.headers["apns-push-type"] == "background" and request.headers["apns-priority"] == "5"
    assert request.json["aps"] == {"content-available": 1}


@pytest.mark.parametrize("status, reason", [(410, "Unregistered"), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (403, "InvalidProviderToken")])
def test_apple_s_refusals_are_told_in_its_words(server, providers, apple, status, reason):
    providers.answers["/3/"] = [Answer.of(status, {"reason": reason, "timestamp": 1})]
    assert reason in refusal(push(server, providers, {"kind": "APNS", "token": DEVICE}, "--bundle-id", "com.example.app"))
    assert len(providers.requests) == 1


def test_a_provider_that_is_busy_is_asked_again(server, providers, apple):
    busy = Answer.of(503, {"reason": "ServiceUnavailable"})
    providers.answers["/3/"] = [busy, Answer.of(429, {"reason": "TooManyRequests"}, **{"retry-after": "1"}), Answer()]
    done = push(server, providers, {"kind": "APNS", "token": DEVICE}, "--bundle-id", "com.example.app")
    assert done.returncode == 0 and len(providers.requests) == 3
    providers.answers["/3/"] = [busy]
    started = time.monotonic()
    told = refusal(push(server, providers, {"kind": "APNS", "token": DEVICE}, "--bundle-id", "com.example.app", "--lasting", "2"))
    assert "ServiceUnavailable" in told and time.monotonic() - started < 10


def test_without_credentials_or_a_bundle_id_nothing_is_sent(server, providers, client):
    assert "MissingPushCredentials" in refusal(push(server, providers, {"kind": "APNS", "token": DEVICE}))
    assert "MissingPushCredentials" in refusal(push(server, providers, {"kind": "FCM", "token": "x"}))
    assert providers.requests == []


def test_nobody_else_s_certificate_is_trusted(server, providers, apple, tmp_path_factory):
    with push_providers(tmp_path_factory.mktemp("other")) as other:
        environment = {**providers.environment, "GATEHOUSE_OUTBOUND_AUTHORITIES": str(other.authorities)}
        done = server.run(
            "push", "test", "--client", CLIENT, "--address", json.dumps({"kind": "APNS", "token": DEVICE}), "--bundle-id", "com.example.app",
            "--lasting", "1", "--data-directory", str(server.data), environment=environment,
        )  # fmt: skip
        assert "ServiceUnavailable" in refusal(done) and providers.requests == []


# Google


def test_google_gives_a_token_for_an_assertion_and_takes_a_data_message(server, providers, google):
    done = push(server, providers, {"kind": "FCM", "token": "device:APA91b"})
    assert done.returncode == 0, done.stderr
    [asked], [sent] = providers.requests_to("/token"), providers.requests_to("/v1/")
    form = parse_qs(asked.body.decode())
    assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
    assertion = jwt.decode(form["assertion"][0], RSAKey.import_key(public_pem(google)), algorithms=["RS256"])
    assert assertion.header["kid"] == "k1" and assertion.claims["aud"] == f"{providers.base}/token"
    assert assertion.claims["iss"] == "push@demo-1.iam.gserviceaccount.com" and assertion.claims["scope"].endswith("/firebase.messaging")
    assert 0 < assertion.claims["exp"] - assertion.claims["iat"] <= 3600
    assert sent.path == "/v1/projects/demo-1/messages:send" and sent.headers["authorization"] == "Bearer ya29.a"
    message = sent.json["message"]
    assert message["token"] == "device:APA91b" and message["android"]["priority"] == "HIGH"
    assert all(isinstance(value, str) for value in message["data"].values()) and len(sent.body) <= 4096
    assert 0 < int(message["android"]["ttl"].removesuffix("s")) <= 40
    statement(server, message["data"]["gh"])


@pytest.mark.parametrize("status, code", [(404, "UNREGISTERED"), (403, "SENDER_ID_MISMATCH"), (400, "INVALID_ARGUMENT")])
def test_google_s_refusals_are_told_in_its_words(server, providers, google, status, code):
    providers.answers["/v1/"] = [
        Answer.of(status, {"error": {"code": status, "status": "X", "details": [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}]}})
    ]
    assert code in refusal(push(server, providers, {"kind": "FCM", "token": "device:APA91b"}))


# Web push


def subscription(providers, path: str = "/wpush/1"):
    """A browser's subscription: its address, key and secret."""
    key, secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    address = {"kind": "WEB_PUSH", "endpoint": providers.base + path, "p256dh": base64url(point), "auth": base64url(secret)}
    return address, key, secret


def test_a_browser_decrypts_what_it_is_sent_and_its_service_knows_the_sender(server, providers, client):
    providers.answers["/wpush/"] = [Answer(201)]
    senders = set()
    for index in range(3):
        address, key, secret = subscription(providers, f"/wpush/{index}")
        done = push(server, providers, address)
        assert done.returncode == 0, done.stderr
        request = providers.requests[-1]
        # A device names the address, and what it names is never spoken to in HTTP/2 (docs/decisions/0104-outgoing-http.md).
        assert request.version == "1.1" and request.headers["content-encoding"] == "aes128gcm" and len(request.body) <= 4096
        content = json.loads(http_ece.decrypt(request.body, private_key=key, auth_secret=secret, version="aes128gcm"))
        statement(server, content["gh"])
        assert 0 < int(request.headers["ttl"]) <= 40 and request.headers["urgency"] == "high" and len(request.headers["topic"]) <= 32
        # It reads the parameters without the space that RFC 8292 §3 shows between them.
        assert Vapid02.verify(request.headers["authorization"].replace(", ", ","))
        token = request.headers["authorization"].split("t=")[1].split(",")[0]
        claims = json.loads(jws.extract_compact(token.encode()).payload)
        assert claims["aud"] == providers.base and claims["sub"] == "mailto:ops@example.com"
        assert time.time() < claims["exp"] <= time.time() + 86400
        senders.add(request.headers["authorization"].split("k=")[1])
    assert len(senders) == 1, "a realm is the same sender every time"


@pytest.mark.parametrize("status, word", [(404, "Unregistered"), (410, "Unregistered"), (403, "Forbidden"), (301, "BadRequest")])
def test_a_push_service_s_refusals_and_redirects(server, providers, client, status, word):
    providers.answers["/wpush/"] = [Answer(status, headers={"location": f"{providers.base}/elsewhere"})]
    assert word in refusal(push(server, providers, subscription(providers)[0]))
    assert providers.requests_to("/elsewhere") == []


def test_a_device_can_t_name_this_machine_unless_the_settings_say_so(server, providers, client):
    environment = {**providers.environment, "GATEHOUSE_PUSH_LOOPBACK": "false"}
    arguments = ["push", "test", "--client", CLIENT, "--address", json.dumps(subscription(providers)[0])]
    for hosts in [None, f"localhost:{providers.port}"]:
        if hosts:
            server.command("realm", "set", "alpha", f"pushHosts={hosts}")
        done = server.run(*arguments, "--data-directory", str(server.data), environment=environment)
        assert "EndpointNotAllowed" in refusal(done)
    server.command("realm", "set", "alpha", "pushHosts=updates.push.services.mozilla.com")
    assert providers.requests == []


# This server's own push service


@pytest.fixture(scope="module")
def phone(server, tmp_path_factory):
    made = Phone(tmp_path_factory.mktemp("phone"))
    made.pair(server, USER)
    return made


def message_of(phone, subscription: dict) -> str:
    """The first message for a subscription. What a phone that ended at once had not acknowledged comes again before it."""
    listening = phone.begin("messages", "--seconds", "30", "--json")
    try:
        for line in listening.stdout:
            if (message := json.loads(line))["subscription"] == subscription["id"]:
                return message["content"]
        raise AssertionError("nothing came")
    finally:
        listening.kill()
        listening.communicate()


def test_others_send_to_a_phone_by_a_web_push_library(server, phone):
    subscription = json.loads(phone.command("subscribe", "--json"))
    text = "Wetter: \u2600\ufe0f"
    # One waits until the phone listens; the other comes while it does.
    sent = pywebpush.webpush(subscription, text, ttl=60)
    assert sent.status_code == 201 and int(sent.headers["ttl"]) == 60 and "/push/" in sent.headers["location"]
    listening = phone.begin("messages", "--count", "2", "--seconds", "30", "--json")
    first = json.loads(listening.stdout.readline())
    assert first == {"subscription": subscription["id"], "content": text}
    pywebpush.webpush(subscription, "second", ttl=60)
    out, error = listening.communicate(timeout=30)
    assert listening.returncode == 0 and json.loads(out)["content"] == "second", error


def test_a_subscription_for_one_sender_takes_nobody_else_s(server, phone):
    vapid, other = Vapid02(), Vapid02()
    for key in (vapid, other):
        key.generate_keys()
    point = vapid.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    subscription = json.loads(phone.command("subscribe", "--json", "--sender", base64url(point)))
    # The library makes no claims for an http address by itself.
    claims = {"sub": "mailto:ops@example.com", "aud": server.base}
    assert pywebpush.webpush(subscription, "mine", ttl=60, vapid_private_key=vapid, vapid_claims=dict(claims)).status_code == 201
    for key, status in ((other, 403), (None, 401)):
        with pytest.raises(pywebpush.WebPushException) as refused:
            pywebpush.webpush(subscription, "not mine", ttl=60, vapid_private_key=key, vapid_claims=dict(claims) if key else None)
        assert refused.value.response.status_code == status
    assert message_of(phone, subscription) == "mine"


def test_a_phone_s_own_pushes_come_over_the_same_stream(server, phone):
    subscription = json.loads(phone.command("subscribe", "--json"))
    phone.command("push", "test")
    pywebpush.webpush(subscription, "after the test push", ttl=60)
    assert message_of(phone, subscription) == "after the test push"


# Credentials


def test_credentials_are_listed_without_secrets_and_taken_away(server, apple, google):
    listed = server.command("push", "credentials", "list", "--client", CLIENT)
    assert {entry["type"] for entry in listed} == {"APNS", "FCM_HTTP_V1"}
    assert "PRIVATE KEY" not in json.dumps(listed) and {"id", "createdAt", "updatedAt"} <= set(listed[0])
    for entry in listed:
        server.command("push", "credentials", "delete", entry["id"], "--client", CLIENT, "--yes")
    assert server.command("push", "credentials", "list", "--client", CLIENT) == []


@pytest.mark.parametrize("content, word", [("hello", "JSON"), ("{}", "type"), ('{"type":"service_account"}', "project_id"), ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "P-256")])
def test_a_file_that_is_no_credentials_is_refused_in_one_line(server, client, content, word):
    done = server.run(
        "push", "credentials", "add", "-", "--key-id", "A", "--team-id", "B", "--client", CLIENT, "--data-directory", str(server.data), input=content
    )
    assert word in refusal(done)
