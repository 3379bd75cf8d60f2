"""One-time passwords beside two others: `oathtool` of the OATH Toolkit, and pyotp. Random secrets, times and parameters, from a seed."""

import base64
import hashlib
import json
import os
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pyotp
import pytest

from support.peer import Peer
from support.server import PROGRAM

CASES = int(os.environ.get("OTP_CASES", "10000"))
HASHES = {"sha1": hashlib.sha1, "sha256": hashlib.sha256, "sha512": hashlib.sha512}


@pytest.fixture(scope="module")
def peer():
    made = Peer("otp")
    yield made
    made.close()


def secret(chance: random.Random, shortest: int = 14) -> str:
    return base64.b32encode(chance.randbytes(chance.randint(shortest, 80))).decode().rstrip("=")


def padded(text: str) -> str:
    return text + "=" * (-len(text) % 8)


def totp_cases(digits: list[int], shortest: int = 14, longest_period: int = 120):
    """Random codes that run with the clock, up to the year 2400. pyotp takes no periods above two minutes."""
    chance = random.Random(6238)
    for _ in range(CASES):
        yield {
            "secret": secret(chance, shortest), "algorithm": chance.choice(list(HASHES)), "digits": chance.choice(digits),
            "period": chance.choice([1, 15, 30, 60, chance.randint(1, longest_period)]), "time": chance.randint(0, 13_569_465_600),
        }  # fmt: skip


def hotp_cases(algorithms: list[str], digits: list[int]):
    chance = random.Random(4226)
    for _ in range(CASES):
        yield {
            "secret": secret(chance), "algorithm": chance.choice(algorithms), "digits": chance.choice(digits),
            "counter": chance.choice([0, chance.randint(0, 1000), chance.randint(0, 2**62)]),
        }  # fmt: skip


def test_totp_with_pyotp(peer):
    """Each says the same code, and each verifies the other's and refuses another one."""
    for case in totp_cases([6, 7, 8, 9, 10]):
        theirs = pyotp.TOTP(padded(case["secret"]), digits=case["digits"], digest=HASHES[case["algorithm"]], interval=case["period"])
        code = theirs.at(case["time"])
        ours = peer.ask(op="code", **case)["code"]
        assert ours == code, case
        assert theirs.verify(ours, for_time=case["time"])
        assert peer.ask(op="verify", code=code, **case)["valid"]
        other = f"{(int(code) + 1) % 10 ** case['digits']:0{case['digits']}}"
        assert not peer.ask(op="verify", code=other, **case)["valid"]


def test_hotp_with_pyotp(peer):
    for case in hotp_cases(list(HASHES), [6, 7, 8, 9, 10]):
        theirs = pyotp.HOTP(padded(case["secret"]), digits=case["digits"], digest=HASHES[case["algorithm"]])
        ours = peer.ask(op="code", **case)["code"]
        assert ours == theirs.at(case["counter"]), case
        assert theirs.verify(ours, case["counter"])
        assert peer.ask(op="verify", code=theirs.at(case["counter"]), **case)["valid"]


def test_uris_with_pyotp(peer):
    """What pyotp writes we read, with the same codes."""
    chance = random.Random(1)
    for case in list(totp_cases([6, 7, 8]))[: CASES // 10]:
        theirs = pyotp.TOTP(padded(case["secret"]), digits=case["digits"], digest=HASHES[case["algorithm"]], interval=case["period"])
        name = "a" + "".join(chance.choice("abc äß@:./ %+&=") for _ in range(chance.randint(1, 20))).strip()
        uri = theirs.provisioning_uri(name=name, issuer_name=chance.choice([None, "Ex & Co", "Bücher: Haus"]))
        assert peer.ask(op="code", uri=uri, time=case["time"])["code"] == theirs.at(case["time"]), uri


def oathtool(*arguments: str) -> str | None:
    """What it says; None when a code isn't good."""
    done = subprocess.run(["oathtool", *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def toolbox(check, cases):
    """Runs the check of each case, some at once: each starts a program."""
    with ThreadPoolExecutor(4) as pool:
        wrong = [case for case, isRight in zip(cases, pool.map(check, cases)) if not isRight]
    assert not wrong, wrong[:3]


def test_totp_with_oathtool(peer):
    # `oathtool` takes its moment as text, and 6, 7 or 8 digits.
    cases = list(totp_cases([6, 7, 8], shortest=1, longest_period=3600))
    for case in cases:
        case["code"] = peer.ask(op="code", **case)["code"]

    def check(case):
        arguments = [
            f"--totp={case['algorithm'].upper()}", "--base32", f"--digits={case['digits']}", f"--time-step-size={case['period']}s",
            f"--now=@{case['time']}", case["secret"],
        ]  # fmt: skip
        # Theirs is ours; and ours is good in their eyes, at the first place of the window.
        return oathtool(*arguments) == case["code"] and oathtool(*arguments, case["code"]) == "0"

    toolbox(check, cases)
    for case in cases:
        assert peer.ask(op="verify", **case)["valid"]


def test_hotp_with_oathtool(peer):
    cases = list(hotp_cases(["sha1"], [6, 7, 8]))
    for case in cases:
        case["code"] = peer.ask(op="code", **case)["code"]

    def check(case):
        arguments = ["--hotp", "--base32", f"--digits={case['digits']}", f"--counter={case['counter']}", case["secret"]]
        return oathtool(*arguments) == case["code"] and oathtool(*arguments, case["code"]) == "0"

    toolbox(check, cases)


def gatehouse(*arguments: str, given: str = "", status: int = 0) -> str:
    done = subprocess.run([PROGRAM, "otp", *arguments], input=given, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr or done.stdout
    return done.stdout.strip()


def test_terminal(tmp_path):
    """`gatehouse otp`: makes an account, its code is pyotp's, the QR image holds it, and it goes through every list format."""
    made = json.loads(gatehouse("uri", "--new", "--issuer", "Example", "--account", "ada", "--algorithm", "SHA256", "--digits", "8", "--json"))
    theirs = pyotp.parse_uri(made["uri"])
    assert (theirs.issuer, theirs.name, theirs.digits, theirs.secret) == ("Example", "ada", 8, made["secret"])
    code = gatehouse("code", "--time", "1767225600", given=made["uri"])
    assert code == theirs.at(1767225600)
    checked = json.loads(gatehouse("verify", code, "--time", "1767225629", "--json", given=made["uri"]))
    assert checked == {"valid": True, "step": 1767225600 // 30}
    gatehouse("verify", code, "--time", "1767225600", "--after", str(1767225600 // 30), given=made["uri"], status=1)
    assert gatehouse("code", "--hotp", "--counter", "9", given="GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") == "520489"
    lines = gatehouse("qr", given=made["uri"]).splitlines()
    assert len(lines) > 15 and set("".join(lines)) <= set("█▀▄ ")
    image = tmp_path / "account.png"
    gatehouse("qr", "--png", str(image), given=made["uri"])
    assert image.read_bytes().startswith(b"\x89PNG") and image.stat().st_mode & 0o777 == 0o600
    for form in ["aegis", "andotp", "2fas", "migration", "uris"]:
        listed = gatehouse("convert", "--to", form, given=made["uri"])
        assert pyotp.parse_uri(gatehouse("convert", given=listed)).secret == made["secret"]
    error = subprocess.run([PROGRAM, "otp", "code"], input="otpauth://totp/x?secret=1", capture_output=True, text=True)
    assert error.returncode == 1 and "Base32" in error.stderr


@pytest.fixture
def phone(tmp_path):
    """The program `phone`, with vaults of its own."""

    def run(*arguments: str, given: str = "", status: int = 0) -> str:
        environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
        done = subprocess.run([PROGRAM.parent / "phone", *arguments], input=given, capture_output=True, text=True, env=environment, timeout=60)
        assert done.returncode == status, done.stderr or done.stdout
        return done.stdout.strip() if status == 0 else done.stderr

    return run


def test_phone_accounts(phone, tmp_path):
    """The phone holds accounts of URIs and QR images; a backup of one phone works on another."""
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    phone("add", f"otpauth://totp/Example:ada?secret={key}")
    image = tmp_path / "hotp.png"
    gatehouse("qr", "--png", str(image), given=f"otpauth://hotp/{quote('Bücher & Co')}:grace?secret={key}")
    added = json.loads(phone("add", "--image", str(image), "--json"))
    assert added["issuer"] == "Bücher & Co" and added["mechanisms"] == ["hotp"]
    assert [phone("code", "grace") for _ in range(3)] == ["755224", "287082", "359152"]
    code = json.loads(phone("code", "ada", "--json"))
    assert code["code"] == pyotp.TOTP(key).at(int(code["validFrom"]))
    assert [row["account"] for row in json.loads(phone("accounts", "--json"))] == ["ada", "grace"]

    backup = tmp_path / "accounts.backup"
    phone("backup", str(backup), given="correct horse battery\n")
    assert backup.stat().st_mode & 0o777 == 0o600 and b"grace" not in backup.read_bytes()
    assert "passphrase" in phone("restore", str(backup), "--name", "B", given="incorrect horse\n", status=1)
    damaged = bytearray(backup.read_bytes())
    damaged[200] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    assert "damaged" in phone("restore", str(tmp_path / "damaged"), "--name", "B", given="correct horse battery\n", status=1)
    assert phone("accounts", "--name", "B") == "no accounts"
    restored = json.loads(phone("restore", str(backup), "--name", "B", "--json", given="correct horse battery\n"))
    assert len(restored["added"]) == 2
    assert phone("code", "grace", "--name", "B") == "969429"

    phone("backup", str(tmp_path / "open.txt"), "--open", "uris", "--name", "B")
    assert {pyotp.parse_uri(line).secret for line in (tmp_path / "open.txt").read_text().split()} == {key}
    phone("remove", "ada")
    assert "there is no account" in phone("code", "ada", status=1)


def test_phone_policies(phone):
    """An account is locked while the phone doesn't meet what its issuer asks."""
    policies = base64.urlsafe_b64encode(b'{"biometricAvailable":{},"deviceTampering":{"score":0.8}}').decode().rstrip("=")
    uri = f"otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&policies={policies}"
    assert "policy" in phone("add", uri, "--tampering", "0.9", status=1)
    phone("add", uri)
    assert "locked" in phone("code", "--sensor", "nobody", status=1)
    assert len(phone("code")) == 6
