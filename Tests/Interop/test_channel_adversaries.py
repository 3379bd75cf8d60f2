"""Whoever has the keys and keeps no rule: a server that sends our phone odd commands, and an activated device that sends them to our server."""

import json
import struct
import time

import pytest
import requests
from support import channel
from support.channel import Command, Flow, Pair, members, pairs, refusal, sha
from support.customer import Customer, relay
from support.phone import Phone

PIN = "193758"
LATE = 253_402_300_799


@pytest.fixture(scope="module")
def customer(server):
    return Customer(server, "hostile-app")


# A server, against our phone


class World:
    """A server in Python, a customer's server before it that may say anything, and our phone."""

    def __init__(self, folder):
        self.server, self.phone, self.said = channel.Server("tom"), Phone(folder), None
        self.relay = relay(lambda command: self.said(command) if self.said else {"command": self.server.answer(command)})
        self.app("activate", "tom", "--customer", f"http://127.0.0.1:{self.relay.server_port}", lines=[self.server.password, PIN, PIN])

    def app(self, *arguments: str, lines=(), json_lines: bool = True):
        done = self.phone.run("--as", "orchestration", *arguments, *(["--json"] if json_lines else []), input="".join(f"{line}\n" for line in lines))
        assert done.returncode == 0, f"{arguments}: {done.returncode} {done.stderr}"
        return [json.loads(line) for line in done.stdout.splitlines()] if json_lines else done.stdout

    def refuses(self, *arguments: str, lines=()) -> str:
        """Runs a command that has to fail with a sentence and a number, without showing anything or falling over."""
        done = self.phone.run("--as", "orchestration", *arguments, input="".join(f"{line}\n" for line in lines))
        assert done.returncode == 1, f"{arguments}: {done.returncode} {done.stdout} {done.stderr}"
        assert done.stderr.startswith("error: ") and len(done.stderr) < 4_000 and done.stdout == "", done.stderr
        assert not any(ord(character) < 32 and character != "\n" or 0x7F <= ord(character) < 0xA0 for character in done.stderr)
        return done.stderr


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = World(tmp_path_factory.mktemp("world"))
    yield made
    made.relay.shutdown()


def lengths(*texts: bytes) -> bytes:
    return b"".join(struct.pack(">H", len(text)) + text for text in texts)


def request(number: int, display: bytes = b"", additional: bytes = b"", **other) -> bytes:
    values = {"session": b"s", "id": b"r", "method": b"\x00", "deadline": struct.pack(">Q", int(time.time()) + 60), **other}
    return members(number, values["session"], values["id"], values["method"], values["deadline"], display, additional)


ODD = {
    "33 pairs": lambda n: request(n, lengths(*[b"a", b"b"] * 33)),
    "hundreds of pairs": lambda n: request(n, lengths(*[b"", b""] * 4_000)),
    "a long name": lambda n: request(n, lengths(b"a" * 129, b"b")),
    "a long value": lambda n: request(n, lengths(b"a", b"b" * 1_025)),
    "a name alone": lambda n: request(n, lengths(b"a")),
    "a length beyond the end": lambda n: request(n, b"\xff\xffa"),
    "half a length": lambda n: request(n, lengths(b"a", b"b") + b"\x00"),
    "a terminal's orders": lambda n: request(n, lengths(b"a", b"\x1b[2J\x1b[1;1HPay nothing")),
    "a terminal's orders in one byte": lambda n: request(n, lengths(b"a", "\u009b2J".encode())),
    "a line feed": lambda n: request(n, lengths(b"a", b"1\nb: 2")),
    "a carriage return": lambda n: request(n, lengths(b"a", b"1000\r1")),
    "a zero": lambda n: request(n, lengths(b"a\x00", b"b")),
    "text from right to left": lambda n: request(n, lengths(b"a", "\u202e0001".encode())),
    "an isolate": lambda n: request(n, lengths(b"a", "\u2067x".encode())),
    "a separator of lines": lambda n: request(n, lengths(b"a", "\u2028x".encode())),
    "a tag character": lambda n: request(n, lengths(b"a", "\U000e0041".encode())),
    "no UTF-8": lambda n: request(n, lengths(b"a", b"\xc0\xaf")),
    "a surrogate": lambda n: request(n, lengths(b"a", b"\xed\xa0\x80")),
    "a method that there isn't": lambda n: request(n, method=b"\x04"),
    "a method of no byte": lambda n: request(n, method=b""),
    "a method of two": lambda n: request(n, method=b"\x00\x00"),
    "a deadline after all time": lambda n: request(n, deadline=struct.pack(">Q", LATE + 1)),
    "a deadline of all bits": lambda n: request(n, deadline=b"\xff" * 8),
    "a deadline of seven bytes": lambda n: request(n, deadline=b"\x00" * 7),
    "a long session": lambda n: request(n, session=b"s" * 129),
    "a long id": lambda n: request(n, id=b"r" * 129),
    "17 additions": lambda n: request(n, additional=lengths(*[b"%d" % i if not j else b"" for i in range(17) for j in range(2)])),
    "a long name of an addition": lambda n: request(n, additional=lengths(b"a" * 65, b"b")),
    "a long addition": lambda n: request(n, additional=lengths(b"a", b"b" * 2_049)),
    "no member": lambda n: b"",
    "one member less": lambda n: request(n)[:-3],
    "an unknown member": lambda n: request(n) + members(b"x", tags=[8]),
    "members the other way round": lambda n: members(b"", b"", tags=[7, 6]),
    "a member twice": lambda n: members(n, n, tags=[1, 1]),
    "a number of seven bytes": lambda n: members(b"\x00" * 7) + request(n)[11:],
    "the number zero": lambda n: request(0),
}


@pytest.mark.parametrize("kind", [0x20, 0x30])
def test_odd_requests(world, kind):
    """None is shown, none asks for a PIN, and none keeps the next one from counting."""
    for name, make in ODD.items():
        world.server.number += 1
        said = world.refuses("approve", "--command", world.server.send(kind, make(world.server.number)), "--yes", lines=[PIN])
        assert "-80" in said, f"{name}: {said}"
    world.server.ask(kind, ("To", "ACME"))
    sent = list(world.server.requests.values())[-1][3].text
    shown, outcome = world.app("approve", "--command", sent, "--yes", lines=[PIN])
    assert shown["shown"] == "To: ACME" and outcome["outcome"] == "accepted"


def test_great_requests(world):
    """What is as great as may be is shown as it is."""
    lines = [(f"{number:03}".ljust(120, "n"), "é" * 430) for number in range(32)]
    shown, outcome = world.app("approve", "--command", world.server.ask(0x30, *lines), "--yes", lines=[PIN])
    assert shown["shown"].split("\n") == [f"{name}: {value}" for name, value in lines] and outcome["outcome"] == "accepted"
    world.server.number += 1
    late = request(world.server.number, lengths(b"", b"x"), method=b"\x01", deadline=struct.pack(">Q", LATE))
    assert world.app("approve", "--command", world.server.send(0x20, late), "--yes", lines=[PIN])[-1]["outcome"] == "accepted"


def test_endless(world):
    """A server that finds a wrong PIN in an answer that has none isn't answered again and again."""
    world.server.number += 1
    assert "-8005" in world.refuses("approve", "--command", world.server.send(0x20, request(world.server.number)), "--yes")


def test_odd_commands(world):
    """Commands of the wrong shape, kind, direction, key or place."""
    good = Command.parse(world.server.ask(0x20, ("To", "ACME")))

    def changed(**other) -> str:
        values = {name: getattr(good, name) for name in ("kind", "flags", "flow", "step", "hint", "body")}
        return Command(**{**values, **other}).text

    odd = [
        "4f", "4f4", "zz", good.text[:-2], good.text + "00", good.text.replace("4f4301", "4f4302", 1), "00" * 32_000, "4f43" * 16_000,
        *[changed(kind=kind) for kind in (0, 1, 4, 0x10, 0x28, 0x30, 0x40, 0x50, 0x7F, 0xFF)],
        *[changed(flags=flags) for flags in (0, 1, 2, 3, 4, 5, 6, 8, 0x87, 0xFF)],
        *[changed(step=step) for step in (1, 2, 255)], changed(flow=bytes(16)), changed(hint=bytes(8)), changed(hint=b"\xff" * 8),
        changed(body=b""), changed(body=good.body[:65]), changed(body=good.body[:80]), changed(body=bytes(len(good.body))),
        *[changed(body=point + good.body[65:]) for point in (bytes(65), b"\x04" + bytes(64), b"\x04" + b"\xff" * 64, b"\x02" + good.body[1:65])],
        changed(body=Pair().public + good.body[65:]),
    ]
    for text in odd:
        said = world.refuses("approve", f"--command={text}", "--yes", lines=[PIN])
        assert "-80" in said, f"{text[:80]}: {said}"
    assert world.app("approve", "--command", good.text, "--yes", lines=[PIN])[-1]["outcome"] == "accepted"


def test_odd_answers(world):
    """Answers that no server gives: outcomes, lists, and refusals with orders for a terminal."""
    try:
        for outcome in (b"", b"\x01", b"\x00\x00", b"\x09\x00", b"\xff\xff", b"\x01\x00\x00", bytes(30_000)):
            world.server.outcome = outcome
            assert "-80" in world.refuses("notify", "tom", "fcm:1")
        for outcome in (b"\x00", b"\xff\xff", lengths(b"x"), lengths(*[b""] * 9), lengths(b"OC\x01" * 10_000), b"\x00\x00" * 12_000):
            world.server.outcome = outcome
            assert "-80" in world.refuses("approve", "tom", "--yes", lines=[PIN])
        world.server.outcome = None

        def refused(text: bytes):
            def said(command: str) -> dict:
                told = Command.parse(command)
                return {"command": Command(0x7F, 4, told.flow, told.step + 1, told.hint, members(2**32 - 1, text, b"p")).text}

            return said

        for text in (b"\x1b]0;owned\x07\x1b[2J", "\u009b2J\u202eno".encode(), b"a\rb", b"x" * 1_024):
            world.said = refused(text)
            world.refuses("notify", "tom", "fcm:1")
        world.said = refused(b"x" * 1_025)
        world.refuses("notify", "tom", "fcm:1")
        for answer in ({}, {"message": "\x1b[2J"}, {"command": 7}, {"command": ""}, {"command": "zz"}, [], {"command": "00" * 40_000}):
            world.said = lambda command, answer=answer: answer
            world.refuses("notify", "tom", "fcm:1")
    finally:
        world.server.outcome = world.said = None
    assert world.app("notify", "tom", "fcm:1")[-1]["identifier"] == "fcm:1"


# A device, against our server


class Hostile:
    """An activated device, which sends what it likes."""

    def __init__(self, customer, name: str):
        self.customer, self.device = customer, customer.activated(name)
        self.name = name

    def post(self, text: str) -> tuple[int, Command | None]:
        """Brings a command to the server: 0 and the answer, or the number of the error."""
        headers = {"Authorization": f"Bearer {self.customer.key}"}
        answer = requests.post(self.customer.base + "orchestration-commands-v2", json={"command": text}, headers=headers, timeout=20)
        body = answer.json()
        assert answer.status_code < 500, f"{text[:80]}: {answer.status_code} {answer.text}"
        return (0, Command.parse(body["command"])) if answer.status_code == 200 else (body["errorCode"], None)

    def side(self, flow: bytes | None = None) -> Flow:
        return Flow(flow or bytes([1]) * 15 + bytes([self.device.number & 255]), self.device.instance[:8], self.device.root)

    def begin(self, kind: int, plaintext: bytes, moment: Pair | None = None, key: bytes | None = None, side: Flow | None = None) -> tuple[int, bytes]:
        """Begins a flow by a plaintext; the number of the error, or 0 and the opened answer."""
        side, moment = side or self.side(), moment or Pair()
        command = side.seal(kind, plaintext, key or moment.public, moment.agree(self.device.server))
        number, answer = self.post(command.text)
        return (number, b"") if answer is None else (0, side.open(answer, kind))

    def next(self) -> int:
        self.device.number += 1
        return self.device.number

    def tries(self) -> int:
        """The tries that are left, as the customer's server is told."""
        serial = self.customer.ask("GET", f"users/{self.name}")["serialNumber"]
        return self.customer.ask("GET", f"authenticators/{serial}-1")["instances"][0]["attemptsLeft"]

    def still_works(self) -> None:
        assert self.device.waiting() == []
        assert self.customer.code(self.name, self.device.pin.password(time.time()))["sessionStatus"] == "accepted"


def test_odd_flows(customer):
    """Numbers, members, kinds and keys that no device sends: each is refused, changes nothing, and costs no try."""
    hostile = Hostile(customer, "py-odd")
    for number in (0, 2**63, 2**64 - 1):
        assert hostile.begin(0x28, members(number))[0] != 0
    for kind, make in [
        (0x10, lambda n: members(n)), (0x10, lambda n: members(n, b"x" * 4_097)), (0x10, lambda n: members(n, b"\xff")),
        (0x10, lambda n: members(n, b"x", b"y")), (0x28, lambda n: b""), (0x28, lambda n: members(b"\x01")),
        (0x50, lambda n: members(n, b"e" * 257, b"{}", b"{}")), (0x50, lambda n: members(n, b"e", b"x" * 8_193, b"{}")),
        (0x50, lambda n: members(n, b"e", b"{}")), (0x40, lambda n: members(n, b"\x02", b"a" * 65)),
        (0x40, lambda n: members(n, b"", b"a" * 64)), (0x40, lambda n: members(n, b"\x02\x02", b"a" * 64)),
        (0x40, lambda n: members(n, b"\x00", b"a" * 64)), (0x40, lambda n: members(n, b"\x01", b"a" * 64)),
        (0x40, lambda n: members(n, b"\xff", b"a" * 64)), (0x40, lambda n: members(n, b"\x02")),
        (0x20, lambda n: members(n)), (0x30, lambda n: members(n)),
    ]:
        number, _ = hostile.begin(kind, make(hostile.next()))
        assert number in (-1001, -1002, -1300, -1304, -1400), f"{kind:02x}: {number}"
    for point in (bytes(65), b"\x04" + bytes(64), b"\x04" + b"\xff" * 64, b"\x03" + Pair().public[1:], hostile.device.server):
        assert hostile.begin(0x28, members(hostile.next()), key=point)[0] in (-1300, -1002), point[:2]
    assert hostile.tries() == 5
    hostile.still_works()


def test_used_flows(customer):
    """A flow's name that was used: by oneself, by another device, for another kind."""
    one, other = Hostile(customer, "py-flow-one"), Hostile(customer, "py-flow-other")
    name = bytes(range(16))
    assert one.begin(0x10, members(one.next(), "fcm:1"), side=one.side(name))[0] == 0
    for kind, values in ((0x10, ["fcm:2"]), (0x28, []), (0x50, ["e", "{}", "{}"]), (0x40, [bytes([2]), "a" * 64])):
        assert one.begin(kind, members(one.next(), *values), side=one.side(name))[0] in (-1300, -1303, -1304)
        assert other.begin(kind, members(other.next(), *values), side=other.side(name))[0] in (-1003, -1303, -1304)
    # Another's hint under one's own keys, and the other way round.
    mixed = Flow(secrets_flow(), other.device.instance[:8], one.device.root)
    assert one.begin(0x28, members(one.next()), side=mixed)[0] == -1300
    one.still_works()
    other.still_works()


def secrets_flow() -> bytes:
    return bytes(reversed(range(16)))


def asked(customer, name: str, method: str = "PIN") -> tuple[str, Command]:
    body = {"orchestrationDelivery": ["requestMessage"], "credentials": {"passKey": method}, "loginMessage": {"title": {"text": "Sign in?"}}}
    told = customer.ask("POST", f"users/{name}/login", body)
    return told["requestID"], Command.parse(told["requestMessage"])


def answered(hostile: Hostile, command: Command, decision=1, method=1, pin=None, moment=None, **other) -> tuple[int, int]:
    """Answers a request as it likes; the number of the error, or 0 and the status."""
    device, side = hostile.device, Flow(command.flow, hostile.device.instance[:8], hostile.device.root)
    body = side.open(command, command.kind, device.agreement.agree(command.key))
    now = other.get("time", int(time.time()))
    digest = other.get("digest", sha(body))
    instance = other.get("instance", device.instance)
    statement = b"OC1 answer" + bytes([other.get("kind", command.kind), decision, method]) + instance + digest + struct.pack(">Q", now)
    proof = other.get("proof", (pin or device.pin).proof(statement))
    signature = other.get("signature", (other.get("signing") or device.signing).sign(statement))
    plaintext = members(bytes([decision]), bytes([method]), digest, now, proof, signature)
    moment = moment or Pair()
    number, answer = hostile.post(side.seal(command.kind, plaintext, moment.public, moment.agree(command.key)).text)
    return (number, 0) if answer is None else (0, side.open(answer, command.kind)[0])


def test_odd_decisions(customer):
    """Decisions that the user didn't make, or not so: none ends the request, and the right one counts afterwards."""
    hostile, other = Hostile(customer, "py-decisions"), Hostile(customer, "py-bystander")
    device = hostile.device
    id, command = asked(customer, hostile.name)
    _, second = asked(customer, hostile.name)
    body = Flow(second.flow, device.instance[:8], device.root).open(second, second.kind, device.agreement.agree(second.key))
    for odd in [
        {"decision": 0}, {"decision": 3}, {"method": 4}, {"method": 255}, {"digest": sha(body)}, {"digest": bytes(32)}, {"digest": b""},
        {"signature": bytes(64)}, {"signature": b"\xff" * 64}, {"signature": b""}, {"signing": other.device.signing},
        {"instance": other.device.instance}, {"kind": 0x30}, {"proof": "a" * 65}, {"time": LATE + 1}, {"time": 2**64 - 1},
        {"method": 0, "pin": device.plain}, {"method": 2, "pin": device.plain}, {"method": 3, "pin": device.plain},
        {"decision": 2, "method": 0, "pin": device.pin},
    ]:
        number, _ = answered(hostile, command, **odd)
        assert number in (-1002, -1300, -1304), f"{odd}: {number}"
        assert customer.ask("GET", f"sessions/{id}")["sessionStatus"] == "pending", odd
    # Another's request: its flow is of another device.
    theirs, wanted = asked(customer, other.name)
    stolen = Flow(wanted.flow, device.instance[:8], device.root)
    number, _ = hostile.post(stolen.seal(wanted.kind, b"x", Pair().public, bytes(32)).text)
    assert number in (-1400, -1300, -1304) and customer.ask("GET", f"sessions/{theirs}")["sessionStatus"] == "pending"
    # No try was lost by any of them; a wrong proof costs one.
    assert hostile.tries() == 5
    assert answered(hostile, second, proof="0" * 64) == (0, 3) and hostile.tries() == 4
    assert answered(hostile, command, time=0) == (0, 1)
    assert customer.ask("GET", f"sessions/{id}")["sessionStatus"] == "accepted"


def test_odd_changes(customer):
    """A change of the PIN without the first proof, twice, or with the old secret: the PIN stays what the last right change made it."""
    hostile = Hostile(customer, "py-changes")
    device = hostile.device
    flow = bytes([9]) * 16
    finish = b"OC1 password changed" + flow + device.instance
    # The second command of a change that never began, and of one whose first proof was wrong.
    side = hostile.side(flow)
    side.step = 2
    assert hostile.post(side.seal(0x40, members(device.pin.proof(finish))).text)[0] in (-1300, -1304)
    side = hostile.side(flow)
    assert hostile.begin(0x40, members(hostile.next(), bytes([2]), "0" * 64), side=side)[1] == bytes([3, 4])
    renewed = device.pin.renewed(side.export("password renewal"))
    number, answer = hostile.post(side.seal(0x40, members(renewed.proof(finish))).text)
    assert number == 0 and side.open(answer, 0x40)[0] == 8
    hostile.still_works()
    # A right beginning, and an end by the old secret; then the right end, twice.
    flow = bytes([8]) * 16
    begin, finish = (b"OC1 password change" + flow + device.instance + bytes([2])), b"OC1 password changed" + flow + device.instance
    side = hostile.side(flow)
    assert hostile.begin(0x40, members(hostile.next(), bytes([2]), device.pin.proof(begin)), side=side)[1][0] == 1
    renewed = device.pin.renewed(side.export("password renewal"))
    wrong = side.seal(0x40, members(device.pin.proof(finish)))
    number, answer = hostile.post(wrong.text)
    assert number == 0 and side.open(answer, 0x40)[0] == 8
    right = side.seal(0x40, members(renewed.proof(finish)))
    number, answer = hostile.post(right.text)
    assert number in (0, -1304)
    again, same = hostile.post(right.text)
    assert (again, same and same.text) == (number, answer and answer.text)
    assert customer.code(hostile.name, renewed.password(time.time()), status=400)["errorCode"] == -1600


def test_locked(customer):
    """Wrong PINs lock the authenticator at the fifth: from then on nothing that wants the PIN counts, whatever way it comes."""
    hostile = Hostile(customer, "py-locked")
    device = hostile.device
    waiting, command = asked(customer, hostile.name)
    unasked, silent = asked(customer, hostile.name, "NoPIN")
    for tries in (4, 3, 2, 1, 0):
        number, told = hostile.begin(0x40, members(hostile.next(), bytes([2]), "0" * 64))
        assert (number, told) == (0, bytes([3, tries]) if tries else bytes([4, 0]))
    now = time.time()
    assert customer.code(hostile.name, device.pin.password(now), status=403)["errorCode"] == -1302
    flow = bytes([7]) * 16
    proof = device.pin.proof(b"OC1 password change" + flow + device.instance + bytes([2]))
    assert hostile.begin(0x40, members(hostile.next(), bytes([2]), proof), side=hostile.side(flow)) == (0, bytes([4, 0]))
    assert answered(hostile, command) == (0, 4) and customer.ask("GET", f"sessions/{waiting}")["sessionStatus"] == "failed"
    assert answered(hostile, silent, method=0, pin=device.plain) == (0, 4)
    assert customer.ask("GET", f"sessions/{unasked}")["sessionStatus"] == "failed"
    serial = customer.ask("GET", f"users/{hostile.name}")["serialNumber"]
    customer.ask("POST", f"authenticators/{serial}-1/applications/2/unlock", {})
    hostile.still_works()


def test_odd_calls(customer):
    """What a customer's server may send wrong: each is a mistake of its own in the documented form, and no device is asked."""
    hostile = Hostile(customer, "py-calls")

    def lines(*pairs) -> dict:
        fields = [{"key": {"text": key}, "value": {"text": value}} for key, value in pairs]
        return {"data": {"transactionMessage": {"dataFields": fields}}, "orchestrationDelivery": ["requestMessage"]}

    def message(text: str) -> dict:
        return {"loginMessage": {"title": {"text": text}}, "orchestrationDelivery": ["requestMessage"]}

    deep: object = 1
    for _ in range(600):
        deep = [deep]
    odd = ["\x1b[2J", "a\nb", "a\rb", "\x00", "\u202e0001", "\u2067", "\u2028", "\U000e0041", "\u009b2J", "x" * 1_025, "é" * 513]
    account = f"users/{hostile.name}"
    for path, body in [
        *[(f"{account}/login", message(text)) for text in odd],
        *[(f"{account}/transactions/validate", lines(("to", text))) for text in odd],
        *[(f"{account}/transactions/validate", lines((text[:200], "x"))) for text in odd],
        (f"{account}/transactions/validate", lines(*[("a", "b")] * 33)), (f"{account}/transactions/validate", lines(*[("a", "b" * 1_024)] * 32)),
        (f"{account}/login", {"cddc": {"a": deep}, **message("x")}), (f"{account}/login", []), (f"{account}/login", {"timeout": 10**30}),
        (f"{account}/login", {**message("x"), "timeout": -1}), (f"{account}/login", {"credentials": {"passKey": "pin"}, **message("x")}),
        (f"{account}/generate-challenge", {"length": 17}), (f"{account}/generate-challenge", {"length": 3.5}),
        (f"{account}/transactions/validate", {"data": {"standard": {"dataFields": ["a" * 17], "signature": "1"}}}),
        (f"{account}/transactions/validate", {"data": {"standard": {"dataFields": ["a"] * 9, "signature": "1"}}}),
        *[("users/register", {"userID": name}) for name in ("", "x" * 257, "a\nb", "\x7f", "@bank", "\x00")],
        *[("orchestration-commands-v2", {"command": text}) for text in ("", "4f", "é", "00" * 40_000)],
    ]:
        answer = requests.post(customer.base + path, json=body, headers={"Authorization": f"Bearer {customer.key}"}, timeout=20)
        told = answer.json()
        assert 400 <= answer.status_code < 500 and told["errorCode"] != -1000, f"{path} {str(body)[:90]}: {answer.status_code} {told}"
        assert len(answer.text) < 8_000 and not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in told["message"]), told
    assert hostile.tries() == 5
    hostile.still_works()


def test_refusals_are_told():
    """What a refusal says is read, as the page has it."""
    told = Command(0x7F, 4, bytes(16), 1, bytes(8), members((-1300) % 2**32, b"no", b""))
    assert refusal(told) == (-1300, "no")
