"""PingOne for Individuals over the wire of docs/protocols/claims.md, as examples/individuals-service.py has it: written from that page alone."""

import importlib.util
import json
import os
import subprocess
import sys
import uuid

import pytest
import requests
from support.server import REPOSITORY, free_port

PROGRAM = REPOSITORY / "examples/individuals-service.py"
specification = importlib.util.spec_from_file_location("individuals", PROGRAM)
individuals = importlib.util.module_from_spec(specification)
specification.loader.exec_module(individuals)
Claim, Instance, Refused = individuals.Claim, individuals.Instance, individuals.Refused

ACCOUNT = {"bankName": "bxFinance", "accountNumber": "123456789", "accountType": "checking", "holderName": "Zo\u00eb \u4e9a"}


@pytest.fixture(scope="module")
def base(server):
    return f"{server.base}/wallets/alpha/v1/"


@pytest.fixture
def new(base):
    def made():
        instance = Instance(base)
        instance.register()
        return instance

    return made


def only(instance):
    messages = list(instance.mail())
    assert len(messages) == 1 and messages[0][2] == []
    return messages[0][:2]


def shared(content, recipient):
    found, errors = recipient.shared(content)
    return [data for data, _ in found], errors


def test_two_services_and_two_wallets_both_ways(new):
    bank, shop, tom, eva = new(), new(), new(), new()
    # A claim by a wallet of itself is the reference of the bank's.
    own = tom.issue(tom.id, {"name": "Tom"})
    kind, content = only(tom)
    assert kind == "claim-issue+jwt" and tom.verify(content["body"]["claim"]).data == {"name": "Tom"}
    challenge = {"id": str(uuid.uuid4()), "expiresAt": individuals.now() + 600}
    tom.share(bank.id, [(own, None)], "as asked", challenge)
    kind, content = only(bank)
    assert kind == "claim-share+jwt" and content["challenge"] == challenge and shared(content, bank) == ([{"name": "Tom"}], [])
    bank.issue(tom.id, ACCOUNT, "your account", challenge, reference=own.id)
    kind, content = only(tom)
    claim = tom.verify(content["body"]["claim"])
    assert claim.data == ACCOUNT and claim.members["issuer"] == bank.id and claim.members["reference"] == own.id
    entry = tom.log.verify({"index": int(content["body"]["registration"].split("index ")[1].split()[0]), "proof": content["body"]["registration"],
                            "entry": individuals.compact({"v": 1, "t": "cred", "h": claim.hash, "iss": bank.id, "iat": claim.payload["iat"]})})  # fmt: skip
    assert entry["h"] == claim.hash
    # Single pairs, whole claims and data without a proof, to a service and to another wallet.
    tom.share(shop.id, [(claim, ["bankName"]), {"size": "44"}])
    kind, content = only(shop)
    assert shared(content, shop) == ([{"bankName": "bxFinance"}, {"size": "44"}], [])
    assert "123456789" not in json.dumps(content)
    tom.share(eva.id, [(claim, None)])
    assert shared(only(eva)[1], eva) == ([ACCOUNT], [])
    # A request, and its answer of another wallet.
    eva.send(eva.envelope("claim-request+jwt", tom.id, {"keys": ["accountType"]}, "who are you?"), tom.id)
    assert only(tom)[1]["body"] == {"keys": ["accountType"]}
    # Expired later, then at once: what is shown afterwards isn't verified.
    bank.expire(claim, individuals.now() + 3600)
    assert only(tom)[0] == "claim-expire+jwt"
    tom.share(shop.id, [(claim, ["bankName"])])
    assert shared(only(shop)[1], shop) == ([{"bankName": "bxFinance"}], [])
    bank.expire(claim, individuals.now() - 1)
    only(tom)
    tom.share(shop.id, [(claim, ["bankName"])])
    assert shared(only(shop)[1], shop) == ([], ["the claim was revoked"])


@pytest.mark.parametrize("field", ["value", "salt", "key", "signature", "issuer", "holder", "audience", "nonce", "digest", "proof"])
def test_what_is_falsified_is_refused(new, field):
    bank, tom, shop, thief = new(), new(), new(), new()
    bank.issue(tom.id, ACCOUNT)
    text = only(tom)[1]["body"]["claim"]
    claim = Claim(text)
    nonce = str(uuid.uuid4())
    parts = claim.shown(tom.state["sig"], shop.id, nonce).split("~")
    pair = next(n for n, part in enumerate(parts) if part in claim.disclosures and len(individuals.decode(json.loads(individuals.decode(part))[0])) == 32)
    salts, key, value = json.loads(individuals.decode(parts[pair]))
    if field == "value":
        parts[pair] = individuals.disclosure(salts, key, value + "0")
    elif field == "salt":
        parts[pair] = individuals.disclosure(individuals.b64u(os.urandom(32)), key, value)
    elif field == "key":
        parts[pair] = individuals.disclosure(salts, key + "2", value)
    elif field == "signature":
        parts[0] = parts[0][:-8] + ("A" * 8 if parts[0][-8:] != "A" * 8 else "B" * 8)
    elif field == "digest":
        head, payload, signature = parts[0].split(".")
        parts[0] = ".".join([head, individuals.b64u(individuals.decode(payload).replace(b'"iat":1', b'"iat":2')), signature])
    elif field == "issuer":
        forged = individuals.make_claim(thief.state["sig"], bank.id, tom.id, tom.id, tom.state["sig"], ACCOUNT, bank.log.origin)
        parts = Claim(forged).shown(tom.state["sig"], shop.id, nonce).split("~")
    elif field == "holder":
        parts = claim.shown(thief.state["sig"], shop.id, nonce).split("~")
    elif field == "audience":
        parts = claim.shown(tom.state["sig"], thief.id, nonce).split("~")
    elif field == "nonce":
        parts = claim.shown(tom.state["sig"], shop.id, str(uuid.uuid4())).split("~")
    elif field == "proof":
        parts.remove(claim.disclosures[-1])
    with pytest.raises(Refused):
        shop.verify("~".join(parts), shop.id, nonce)
    assert shop.verify(claim.shown(tom.state["sig"], shop.id, nonce), shop.id, nonce).data == ACCOUNT


def test_who_shows_anothers_claim_is_told_apart(new):
    bank, tom, shop, thief = new(), new(), new(), new()
    bank.issue(tom.id, ACCOUNT)
    claim = Claim(only(tom)[1]["body"]["claim"])
    nonce = str(uuid.uuid4())
    presentation = claim.shown(tom.state["sig"], shop.id, nonce)
    thief.send(thief.envelope("claim-share+jwt", shop.id, {"shares": [{"claim": presentation}]}, challenge={"id": nonce}), shop.id)
    assert shared(only(shop)[1], shop) == ([], ["the claim is another holder's"])


def test_the_route_sees_recipient_and_size_alone(new):
    tom, eva = new(), new()
    envelope = tom.envelope("claim-share+jwt", eva.id, {"shares": [{"data": {"name": "Tom"}}]})
    header = json.loads(individuals.decode(envelope.split(".")[0]))
    assert set(header) == {"alg", "enc", "epk", "cty", "apv"} and tom.id not in envelope
    assert tom.send(envelope, eva.id)[0] == 202
    listed = eva.ask("GET", "/mailbox")[1]["envelopes"]
    assert len(listed) == 1 and set(listed[0]) == {"id", "size", "received"} and listed[0]["size"] == len(envelope)


def test_unknown_and_known_recipients_are_answered_alike(new):
    tom, eva = new(), new()
    envelope = tom.envelope("claim-request+jwt", eva.id, {})
    answers = [tom.send(envelope, recipient) for recipient in (eva.id, str(uuid.uuid4()))]
    assert answers[0] == answers[1] and answers[0][0] == 202


def test_a_stamp_is_spent_once_and_none_is_made_up(new):
    tom, eva = new(), new()
    envelope = tom.envelope("claim-request+jwt", eva.id, {}).encode()
    (stamp,) = tom.stamps(1)

    def put(identifier, *stamps):
        return tom.ask("PUT", f"/mailboxes/{eva.id}/envelopes/{identifier}", envelope, proof=None, fields=[("Stamp", ",".join(stamps))])

    first = uuid.uuid4()
    assert put(first, stamp)[0] == put(first, stamp)[0] == 202
    with pytest.raises(Refused, match="replayed"):
        put(uuid.uuid4(), stamp)
    forged = individuals.b64u(individuals.decode(stamp)[:2] + os.urandom(32) + individuals.decode(stamp)[34:])
    with pytest.raises(Refused, match="stamps"):
        put(uuid.uuid4(), forged)
    with pytest.raises(Refused, match="stamps"):
        tom.ask("PUT", f"/mailboxes/{eva.id}/envelopes/{uuid.uuid4()}", envelope, proof=None)
    assert len(list(eva.mail())) == 1


def test_mail_of_others_is_nobodys(new):
    tom, eva, thief = new(), new(), new()
    tom.send(tom.envelope("claim-request+jwt", eva.id, {}), eva.id)
    (one,) = eva.ask("GET", "/mailbox")[1]["envelopes"]
    with pytest.raises(Refused, match="not_found"):
        thief.ask("GET", f"/mailbox/envelopes/{one['id']}")
    thief.ask("DELETE", f"/mailbox/envelopes/{one['id']}")
    assert len(list(eva.mail())) == 1


def test_doubled_and_foreign_envelopes(new):
    tom, eva, shop = new(), new(), new()
    envelope = tom.envelope("claim-request+jwt", eva.id, {"keys": ["name"]})
    for _ in range(3):
        tom.send(envelope, eva.id)
    foreign = tom.envelope("claim-request+jwt", shop.id, {})
    tom.send(foreign, eva.id)
    kinds = [kind for kind, _, _ in eva.mail()]
    assert sorted(kinds) == ["claim-request+jwt", "unreadable"]
    assert eva.ask("GET", "/mailbox")[1]["envelopes"] == []


def test_no_registration_in_anothers_name(new):
    bank, thief, tom = new(), new(), new()
    claim = bank.issue(tom.id, ACCOUNT)
    with pytest.raises(Refused, match="conflict"):
        thief.ask("POST", "/log/entries", {"dataHash": claim.hash, "iat": claim.payload["iat"]})
    statement = individuals.sign(thief.state["sig"], {"typ": "claim-expiry+jwt"}, individuals.compact(
        {"iss": bank.id, "iat": individuals.now(), "claim": claim.hash, "expires": 1}))
    with pytest.raises(Refused):
        thief.ask("POST", "/log/entries", {"statement": statement})
    with pytest.raises(Refused, match="policy"):
        bank.ask("POST", "/log/entries", {"dataHash": individuals.b64u(os.urandom(32)), "iat": individuals.now() - 3600})
    assert only(tom) and bank.verify(bank.state["claims"][0])


def test_the_log_is_its_tiles(new, base):
    bank, tom = new(), new()
    claim = bank.issue(tom.id, ACCOUNT)
    text = requests.get(f"{base}distributedid/log/checkpoint", timeout=10).text
    size, root = bank.log.checkpoint(text)
    entries = []
    for number in range(-(-size // 256)):
        width = min(size - 256 * number, 256)
        name = f"{number:03}" + (f".p/{width}" if width < 256 else "")
        data = requests.get(f"{base}distributedid/log/tile/entries/{name}", timeout=10).content
        while data:
            length = int.from_bytes(data[:2], "big")
            entries.append(data[2 : 2 + length])
            data = data[2 + length :]

    def top(hashes):
        if len(hashes) == 1:
            return hashes[0]
        split = 1 << (len(hashes) - 1).bit_length() - 1
        return individuals.sha(b"\1" + top(hashes[:split]) + top(hashes[split:]))

    assert len(entries) == size and top([individuals.sha(b"\0" + entry) for entry in entries]) == root
    assert any(json.loads(entry).get("h") == claim.hash for entry in entries)
    assert not any(value in entry.decode() for value in ACCOUNT.values() for entry in entries)


def test_an_id_is_bound_to_its_keys(new, base):
    tom = new()
    other = Instance(base)
    other.id = other.state["id"] = tom.id
    with pytest.raises(Refused, match="conflict"):
        other.register()
    assert tom.register()[0] == 201


@pytest.fixture(scope="module")
def bank(base, tmp_path_factory):
    address = f"http://127.0.0.1:{free_port()}"
    state = tmp_path_factory.mktemp("bank") / "bank.json"
    process = subprocess.Popen([sys.executable, PROGRAM, base, "--state", state, "--port", address.rsplit(":", 1)[1]], stdout=subprocess.PIPE, text=True)
    assert "is open" in process.stdout.readline()
    yield address
    process.terminate()
    process.wait(timeout=10)


def test_the_example_bank(bank, new):
    tom = new()
    asked = requests.post(f"{bank}/requests", json={"message": "For your account", "keys": ["name"]}, timeout=10).json()
    request = requests.get(asked["url"], timeout=10).json()["shocard"]
    assert request == asked["request"]["shocard"] and request["requested_keys"] == ["name"]
    own = tom.issue(tom.id, {"name": "Tom"})
    only(tom)
    tom.share(request["shocardid"], [(own, request["requested_keys"])], challenge={"id": request["ss_id"]})
    assert requests.post(f"{bank}/mail", timeout=10).status_code == 204
    customer = requests.get(f"{bank}/customers", timeout=10).json()[tom.id]
    assert customer == {"data": {"name": "Tom"}, "proved": ["name"], "reference": own.id, "errors": []}
    issued = requests.post(f"{bank}/customers/{tom.id}/claims", json={"data": {"accountNumber": "42"}}, timeout=10).json()
    claim = tom.verify(only(tom)[1]["body"]["claim"])
    assert claim.hash == issued["dataHash"] and claim.data["bankName"] == "bxFinance" and claim.members["reference"] == own.id
    assert requests.post(f"{bank}/claims/{issued['dataHash']}/expiry", timeout=10).status_code == 204
    assert only(tom)[0] == "claim-expire+jwt"
    with pytest.raises(Refused, match="revoked"):
        tom.verify("~".join([claim.token, *claim.disclosures, ""]))
