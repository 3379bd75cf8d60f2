"""The program `phone` signs in by journeys, with keys that are bound to users and with passkeys. Each command is a run of its own."""

import json
import urllib.request

import pytest

from support.phone import Phone
from support.server import PASSWORD, REPOSITORY, Server
from test_authenticator import new_user

CREDENTIALS = """
  who: { page: [ { username: {} }, { password: {} } ], next: check }
  check: { dataStoreDecision: {}, "true": act, "false": failure }"""
NAME = """
  who: { username: {}, next: act }"""
BINDING = ["failure", "Unsupported", "Abort", "Timeout"]
SIGNING = [*BINDING, "noDeviceRegistered", "keyNotFound", "ClientNotRegistered"]
REGISTRATION = ["failure", "error", "unsupported"]
AUTHENTICATION = [*REGISTRATION, "noDevice"]
PARTY = "userVerificationRequirement: REQUIRED, requiresResidentKey"

JOURNEYS = {
    "BindFace": (CREDENTIALS, "deviceBinding: { authenticationType: BIOMETRIC_ONLY }", BINDING),
    "BindPIN": (CREDENTIALS, "deviceBinding: { authenticationType: APPLICATION_PIN }", BINDING),
    "BindFreely": (CREDENTIALS, "deviceBinding: { authenticationType: NONE }", BINDING),
    "Sign": (NAME, "deviceSigningVerifier: {}", SIGNING),
    "SignNameless": ("", "deviceSigningVerifier: {}", SIGNING),
    "Register": (CREDENTIALS, f"webAuthnRegistration: {{ {PARTY}: true, generateRecoveryCodes: false }}", REGISTRATION),
    "Use": (NAME, f"webAuthnAuthentication: {{ {PARTY}: false }}", AUTHENTICATION),
    "UseNameless": ("", f"webAuthnAuthentication: {{ {PARTY}: true }}", AUTHENTICATION),
}


def journey(name: str, before: str, act: str, outcomes: list[str]) -> str:
    """A journey that acts once; each outcome but success is said, and ends it."""
    ways = "".join(f", {outcome}: said{outcome}" for outcome in outcomes)
    said = "".join(
        f'\n  said{outcome}: {{ message: {{ message: outcome {outcome} }}, "true": failure, "false": failure }}'
        for outcome in outcomes
    )
    start = "who" if before else "act"
    return f"name: {name}\nstart: {start}\nmustRun: true\nnodes:{before}\n  act: {{ {act}, success: success{ways} }}{said}\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("phone-keys"), host="localhost")
    running.start()
    for name, parts in JOURNEYS.items():
        text = journey(name, *parts)
        done = running.run("journey", "import", "-", "--realm", "alpha", "--data-directory", str(running.data), input=text)
        assert done.returncode == 0, done.stderr
    yield running
    assert running.stop() == 0, running.log.read_text()


@pytest.fixture
def phone(server, tmp_path):
    made = Phone(tmp_path)
    made.trust(server)
    yield made
    made.stop()


def play(phone: Phone, name: str, *lines: str, sensor: str = "face", options: tuple[str, ...] = ()):
    return phone.run("journey", name, *options, "--sensor", sensor, "--json", input="".join(f"{line}\n" for line in lines))


def signed_in(phone: Phone, name: str, *lines: str, sensor: str = "face") -> str:
    """Plays a journey; whose session the server says that came of it."""
    done = play(phone, name, *lines, sensor=sensor)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["username"]


def refused(phone: Phone, name: str, *lines: str, sensor: str = "face") -> tuple[str, str]:
    """Plays a journey that fails; the outcome of its node, and all that was said."""
    done = play(phone, name, *lines, "1", sensor=sensor)
    assert done.returncode == 1 and not done.stdout, done.stdout
    outcome = next((line.removeprefix("  outcome ") for line in done.stderr.splitlines() if line.startswith("  outcome ")), "")
    return outcome, done.stderr


def keys(phone: Phone) -> list[dict]:
    return json.loads(phone.command("keys", "--json"))


def test_a_key_behind_the_face(server, phone):
    user = new_user(server, "keys-face")
    outcome, said = refused(phone, "BindFace", user, PASSWORD, sensor="nobody")
    assert outcome == "Unsupported" and "the user was not recognised" in said and keys(phone) == []
    assert signed_in(phone, "BindFace", user, PASSWORD) == user
    (key,) = keys(phone)
    assert (key["kind"], key["user"], key["authentication"]) == ("bound", user, "BIOMETRIC_ONLY")
    assert signed_in(phone, "Sign", user) == user
    assert signed_in(phone, "SignNameless", sensor="fpt") == user
    assert refused(phone, "Sign", user, sensor="nobody")[0] == "Unsupported"
    outcome, said = refused(phone, "Sign", user, sensor="pin")
    assert outcome == "Unsupported" and "isn't face or finger" in said
    assert "behind face or finger" in phone.command("keys")


def test_a_key_behind_a_pin(server, phone):
    user = new_user(server, "keys-pin")
    assert signed_in(phone, "BindPIN", user, PASSWORD, "1234") == user
    assert signed_in(phone, "Sign", user, "1234", sensor="nobody") == user
    for left in range(4, 0, -1):
        outcome, said = refused(phone, "Sign", user, "0000")
        assert outcome == "Unsupported" and f"the PIN is wrong; {left} tries are left" in said
    outcome, said = refused(phone, "Sign", user, "0000")
    assert outcome == "Unsupported" and "the last of 5 wrong PINs" in said
    assert keys(phone) == []
    outcome, said = refused(phone, "Sign", user)
    assert outcome == "ClientNotRegistered" and "PIN:" not in said
    assert signed_in(phone, "BindPIN", user, PASSWORD, "4321") == user
    assert signed_in(phone, "Sign", user, "4321") == user


def test_who_gives_no_pin_aborts(server, phone):
    user = new_user(server, "keys-abort")
    outcome, said = refused(phone, "BindPIN", user, PASSWORD, "")
    assert outcome == "Abort" and "no PIN was given" in said and keys(phone) == []


def test_the_example(server, phone):
    """The journey under examples/, from the password to the PIN alone."""
    example = str(REPOSITORY / "examples/bound-key.yaml")
    done = server.run("journey", "import", example, "--realm", "alpha", "--data-directory", str(server.data))
    assert done.returncode == 0, done.stderr
    user = new_user(server, "keys-example")
    assert signed_in(phone, "BoundKey", user, PASSWORD, "1234") == user
    assert signed_in(phone, "BoundKey", "1234") == user
    assert signed_in(phone, "BoundKey", "0000", user, PASSWORD, "4321") == user, "the password helps who forgot the PIN"
    assert signed_in(phone, "BoundKey", "4321") == user


def test_one_of_two_users_is_chosen(server, phone):
    first, second = new_user(server, "keys-first"), new_user(server, "keys-second")
    for user in (first, second):
        assert signed_in(phone, "BindFreely", user, PASSWORD) == user
    assert [key["user"] for key in keys(phone)] == [second, first]
    assert signed_in(phone, "SignNameless", "1") == second
    assert signed_in(phone, "SignNameless", "2") == first


def test_a_passkey(server, phone):
    user = new_user(server, "keys-passkey")
    for lines, sensor in (([user, PASSWORD, "n"], "face"), ([user, PASSWORD, "y"], "nobody")):
        outcome, said = refused(phone, "Register", *lines, sensor=sensor)
        assert outcome == "error" and "NotAllowedError" in said and keys(phone) == []
    assert signed_in(phone, "Register", user, PASSWORD, "y") == user
    (passkey,) = keys(phone)
    assert (passkey["kind"], passkey["user"], passkey["relyingParty"]) == ("passkey", user, "localhost")
    assert passkey["discoverable"] and passkey["signCount"] == 0
    assert signed_in(phone, "Use", user) == user
    assert signed_in(phone, "UseNameless", "1", sensor="fpt") == user
    assert keys(phone)[0]["signCount"] == 2
    for lines, sensor in ((["1"], "nobody"), (["2"], "face")):
        outcome, said = refused(phone, "UseNameless", *lines, sensor=sensor)
        assert outcome == "error" and "NotAllowedError" in said


def test_the_demonstrations_journey(server, phone):
    user = new_user(server, "keys-demonstration")
    assert signed_in(phone, "PasskeyLogin", user, user, PASSWORD, "1", "y") == user
    assert signed_in(phone, "PasskeyLogin", "", "1") == user
    assert signed_in(phone, "PasskeyLogin", user) == user


def test_a_passkey_of_somebody_who_is_signed_in(server, phone):
    user = new_user(server, "keys-signed-in")
    done = play(phone, "PasskeyRegistration", options=("--signed-in",))
    assert done.returncode == 1 and "no user is signed in" in done.stderr
    signed_in(phone, "BindFreely", user, PASSWORD)
    done = play(phone, "PasskeyRegistration", PASSWORD, "y", options=("--signed-in",))
    assert done.returncode == 0 and json.loads(done.stdout)["username"] == user, done.stderr
    assert [key["kind"] for key in keys(phone)] == ["bound", "passkey"]
    assert signed_in(phone, "UseNameless", "1") == user


def test_a_lost_phone_has_no_keys(server, phone):
    user = new_user(server, "keys-lost")
    signed_in(phone, "BindFreely", user, PASSWORD)
    signed_in(phone, "Register", user, PASSWORD, "y")
    assert [key["kind"] for key in keys(phone)] == ["bound", "passkey"]
    phone.command("reinstall")
    assert signed_in(phone, "Sign", user) == user, "the phone's own key store outlives the app"
    phone.command("lose")
    phone.trust(server)
    assert keys(phone) == []
    assert refused(phone, "Sign", user)[0] == "ClientNotRegistered"
    assert refused(phone, "Use", user)[0] == "error"


@pytest.mark.parametrize("kind, name, lines", [("bound", "BindFreely", []), ("passkey", "Register", ["y"])])
def test_a_key_is_deleted_on_both_sides(server, phone, kind, name, lines):
    user, other = new_user(server, f"keys-owner-{kind}"), new_user(server, f"keys-other-{kind}")
    signed_in(phone, name, user, PASSWORD, *lines)
    (key,) = keys(phone)
    use = "Sign" if kind == "bound" else "Use"
    # Of another user's key the server knows nothing.
    signed_in(phone, "Login", other, PASSWORD)
    done = phone.run("keys", "delete", key["id"])
    assert done.returncode == 1 and f"sign in as {user} with phone journey" in done.stderr and keys(phone) == [key]
    signed_in(phone, use, user)
    gone = json.loads(phone.command("keys", "delete", key["id"], "--json"))
    assert gone["deletedAtServer"] and keys(phone) == []
    assert refused(phone, use, user)[0] == ("noDeviceRegistered" if kind == "bound" else "noDevice")
    done = phone.run("keys", "delete", key["id"])
    assert done.returncode == 1 and "there is no key" in done.stderr

    signed_in(phone, name, user, PASSWORD, *lines)
    (key,) = keys(phone)
    signed_in(phone, "Login", other, PASSWORD)
    forced = phone.run("keys", "delete", key["id"], "--force", "--json")
    assert forced.returncode == 0 and not json.loads(forced.stdout)["deletedAtServer"], forced.stderr
    assert "the server still has it" in forced.stderr and keys(phone) == []
    assert refused(phone, use, user)[0] == ("ClientNotRegistered" if kind == "bound" else "error")


def test_only_trusted_servers(server, phone, tmp_path):
    port = server.base.rsplit(":", 1)[1]
    done = phone.run("journey", "Login", "--server", f"http://127.0.0.1:{port}")
    assert done.returncode == 1 and f"doesn't trust http://127.0.0.1:{port}" in done.stderr
    stranger = Phone(tmp_path / "stranger")
    done = stranger.run("journey", "Login", "--server", server.base)
    assert done.returncode == 1 and "knows no server yet" in done.stderr
    assert phone.run("journey", "Login", "--server", server.base, input=f"demo\n{PASSWORD}\n").returncode == 0


def test_the_page_shows_them(server, phone):
    user = new_user(server, "keys-page")
    signed_in(phone, "BindPIN", user, PASSWORD, "1234")
    signed_in(phone, "Register", user, PASSWORD, "y")
    phone.show()
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(phone.page + "live", timeout=10) as page:
        text = page.read().decode()
    assert text.count(user) == 2 and "bound key, behind a PIN" in text and "passkey for localhost" in text
