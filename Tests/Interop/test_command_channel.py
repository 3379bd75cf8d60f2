"""An independent implementation of the command channel against the server: what docs/protocols/command-channel.md says is enough."""

import json
import time

import pytest
from support import channel, oprf
from support.channel import Command, Device
from support.customer import Customer, relay
from support.phone import Phone


@pytest.fixture(scope="module")
def customer(server):
    return Customer(server, "channel-app")


def test_function():
    """Both parts of the password's function are the same function."""
    private = 0x1234567890ABCDEF
    scalar, blinded = oprf.blind(b"12345678Q")
    key = oprf.encode(oprf.multiply(private, oprf.G))
    value = oprf.finish(b"12345678Q", scalar, blinded, oprf.evaluate(private, blinded), key)
    assert value == oprf.output(b"12345678Q", oprf.multiply(private, oprf.hash_to_group(b"12345678Q")))


def test_activation_and_codes(customer):
    device = customer.activated("py-codes")
    assert device.terms[1].startswith(b"GTH")
    now = time.time()
    assert customer.code("py-codes", device.pin.password(now))["sessionStatus"] == "accepted"
    assert customer.code("py-codes", device.pin.password(now), status=400)["errorCode"] == -1600
    made = customer.ask("POST", "users/py-codes/generate-challenge", {"length": 8})
    code, host = device.pin.answer(made["challenge"], time.time())
    assert customer.code("py-codes", code, requestID=made["requestID"])["hostCode"] == host
    fields = ["GB33BUKB20201555", "12.50", "", "E\u0301"]
    code, host = device.pin.signature(fields, time.time())
    signed = {"data": {"standard": {"dataFields": fields, "signature": code}}}
    assert customer.ask("POST", "users/py-codes/transactions/validate", signed)["hostCode"] == host


@pytest.mark.parametrize("approves", [True, False])
def test_requests(customer, approves):
    name = f"py-requests-{approves}".lower()
    device = customer.activated(name)
    data = {"transactionMessage": {"dataFields": [{"key": {"text": "To"}, "value": {"text": "ACME"}}]}}
    asked = customer.ask(
        "POST", f"users/{name}/transactions/validate", {"data": data, "orchestrationDelivery": ["requestMessage"]}
    )
    assert [command.text for command in device.waiting()] == [asked["requestMessage"]]
    shown, status = device.answer(Command.parse(asked["requestMessage"]), approves)
    assert shown == ["To", "ACME"] and status == (1 if approves else 2)
    assert customer.ask("GET", f"sessions/{asked['requestID']}")["sessionStatus"] == ("accepted" if approves else "refused")
    assert device.waiting() == []


def test_new_pin(customer):
    device = customer.activated("py-pin")
    former = device.pin
    device.change_pin()
    assert customer.code("py-pin", former.password(time.time()), status=400)["errorCode"] == -1600
    assert customer.code("py-pin", device.pin.password(time.time()))["sessionStatus"] == "accepted"


def test_numbers(customer):
    """A device that begins with a number that was taken is refused, and may begin with a higher one."""
    device = customer.activated("py-numbers")
    _, told = device.begin(0x10, "fcm:1")
    assert told[0] == 1
    device.number = 0
    with pytest.raises(AssertionError, match="-1303"):
        device.begin(0x10, "fcm:2")
    device.number = 7
    _, told = device.begin(0x50, "login", json.dumps({"a": 1}), "{}")
    assert told[0] == 1


def test_wrong_passwords(customer):
    customer.ask("POST", "users/register", {"userID": "py-wrong"})
    other = customer.ask("POST", "users/register", {"userID": "py-other"})["activationPassword"]
    for name in ("py-wrong", "py-nobody"):
        with pytest.raises(AssertionError, match="the password is wrong"):
            Device(customer.carry, name, "bank", other)
    assert channel.canonical(other.lower().replace("0", "o")) == channel.canonical(other)


# The same page's server, with our client


@pytest.fixture
def theirs(tmp_path):
    """A server in Python, a customer's server before it, and our phone."""
    server = channel.Server("tom")
    carrier = relay(lambda command: {"command": server.answer(command)})
    phone = Phone(tmp_path / "phone")

    def app(*arguments, lines=()):
        done = phone.run("--as", "orchestration", *arguments, "--json", input="".join(f"{line}\n" for line in lines))
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        return [json.loads(line) for line in done.stdout.splitlines()]

    app("activate", "tom", "--customer", f"http://127.0.0.1:{carrier.server_port}", lines=[server.password, "193758", "193758"])
    yield server, app
    carrier.shutdown()


def test_our_client(theirs):
    server, app = theirs
    assert json.loads(server.described)["platform"] == "Linux"
    assert app("users")[0]["users"][0]["serialNumber"] == "PYT0000001"
    # The phone's clock may pass into the next step while it starts.
    code = app("otp", "tom", lines=["193758"])[-1]["code"]
    assert code in [server.pin.password(time.time() - back) for back in (0, 30)]
    made = app("sign", "tom", "GB33", "12.50", lines=["193758"])[-1]
    assert (made["code"], made["hostCode"]) in [server.pin.signature(["GB33", "12.50"], time.time() - back) for back in (0, 30)]
    server.ask(0x30, ("To", "ACME"), ("Amount", "12.50"))
    shown, outcome = app("approve", "tom", "--yes", lines=["000001", "193758"])
    assert shown["shown"] == "To: ACME\nAmount: 12.50" and outcome["outcome"] == "accepted"
    assert server.outcomes == [3, 1]
    rejected = server.ask(0x20)
    assert app("approve", "--command", rejected, "--yes", lines=["193758"])[-1]["kind"] == "authentication"
    app("notify", "tom", "fcm:1")
    app("tell", "tom", "login", '{"screen": 1}', "--feed", '{"wifi": "home"}')
    event, own, device = server.data
    assert event == "login" and json.loads(own) == {"screen": 1} and json.loads(device)["wifi"] == "home"
