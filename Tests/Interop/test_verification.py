"""PingOne Verify over the wire of docs/protocols/verify.md, by an app that was written from that page alone."""

import concurrent.futures
import json
import time
import uuid

import joserfc.jwk
import pytest
from support.pictures import jpeg, plasma
from support.server import REPOSITORY, USER
from support.verification import App, Image, Refused, card

VECTORS = REPOSITORY / "Tests/Support/TestVectors/Files/vision"
BACK = (VECTORS / "licence.png").read_bytes()


@pytest.fixture(scope="module")
def realm(server):
    server.command("realm", "set", "alpha", "verification=true")
    server.has_seen_changes()
    return "alpha"


@pytest.fixture
def begun(server, realm):
    def begin(policy=None):
        options = ["--policy", policy] if policy else []
        made = server.command("verification", "create", USER, "--realm", realm, *options)
        app = App(made["uri"])
        app.start()
        return app

    return begin


def licence():
    return [Image("FRONT", jpeg(plasma(640, 400))), Image("BACK", BACK)]


def refused(code, call, *arguments, **options):
    with pytest.raises(Refused) as error:
        call(*arguments, **options)
    assert error.value.code == code, error.value
    return error.value


def test_from_the_code_to_the_result(server, begun):
    app, images = begun(), licence()
    for image in images:
        app.upload(image)
    report = app.submit([card("DRIVING_LICENSE", *images)])
    assert report["status"] in ("IN_PROGRESS", "SUCCESS")
    report = app.settled()
    assert report["status"] == "SUCCESS" and "token" not in report, report
    assert report["userData"]["idNumber"] and len(report["claims"]) == 1
    listed = server.command("verification", "list", "--user", USER, "--realm", "alpha")
    assert next(line for line in listed if line["id"] == app.transaction)["status"] == "SUCCESS"


def test_a_code_is_good_once_and_wrong_ones_are_alike(begun):
    app = begun()
    other = App(f"{app.base.split('/verify/')[0]}/verify?realm={app.base.rsplit('/', 1)[1]}&code={app.code}")
    used = refused("not_found", other.start)
    other.code = "000000000000"
    assert str(refused("not_found", other.start)) == str(used)
    # The same app begins it again.
    assert app.start()["id"] == app.transaction


def test_what_is_falsified_is_refused(begun):
    app, images = begun(), licence()
    for image in images:
        app.upload(image)
    cards = [card("DRIVING_LICENSE", *images)]
    stranger = joserfc.jwk.ECKey.generate_key("P-256")
    assert refused("invalid_proof", app.send, app.message(cards, key=stranger)).status == 401
    refused("invalid_proof", app.submit, cards, aud=str(uuid.uuid4()))
    refused("invalid_proof", app.submit, cards, iss=stranger.thumbprint())
    refused("expired", app.submit, cards, iat=int(time.time()) - 3600)
    refused("replayed", app.submit, cards, token="x" * 43)
    refused("malformed", app.submit, [])
    wrong = json.loads(json.dumps(cards))
    wrong[0]["images"][0]["digest"] = wrong[0]["images"][1]["digest"]
    refused("conflict", app.submit, wrong)
    missing = json.loads(json.dumps(cards))
    missing[0]["images"][0]["id"] = str(uuid.uuid4())
    refused("not_found", app.submit, missing)
    # Nothing of that has spent the token.
    assert app.submit(cards)["status"] in ("IN_PROGRESS", "SUCCESS")


def test_images_have_lengths_a_token_and_an_end(begun):
    app, images = begun(), licence()
    refused("malformed", app.upload, images[0], sealed=b"x" * 16)
    refused("malformed", app.upload, images[0], sealed=b"x" * (8388624 + 1))
    refused("not_found", app.upload, images[0], token="x" * 43)
    for image in [*images, *(Image("FRONT", b"x") for _ in range(4))]:
        app.upload(image)
    refused("full", app.upload, Image("FRONT", b"x"))
    text = Image("FRONT", b"no picture")
    text.id = images[0].id
    app.upload(text)
    refused("malformed", app.submit, [card("DRIVING_LICENSE", text, images[1])])
    app.upload(images[0])
    app.submit([card("DRIVING_LICENSE", *images)])
    app.token = app.token or "x" * 43
    refused("not_found", app.upload, images[0])


def test_of_two_submissions_at_once_one_counts(begun):
    app, images = begun(), licence()
    for image in images:
        app.upload(image)
    messages = [app.message([card("DRIVING_LICENSE", *images)]) for _ in range(4)]

    def send(message):
        try:
            return app.call("POST", f"/verifications/{app.transaction}/submission", {"message": message}, 202)["status"]
        except Refused as error:
            return error.code

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, messages))
    # One that comes when the first is through finds nothing to be submitted any more.
    assert [answer for answer in answers if answer not in ("replayed", "not_found")] == ["IN_PROGRESS"], answers


def test_another_app_reads_nothing(begun):
    app, thief = begun(), begun()
    thief.transaction = app.transaction
    refused("not_found", thief.report)
    refused("not_found", thief.upload, licence()[0])


def test_a_document_that_cant_be_read_waits_for_a_decision(server, begun):
    app, image = begun(), Image("FRONT", jpeg(plasma(800, 500)))
    app.upload(image)
    app.submit([card("PASSPORT", image)])
    report = app.settled()
    assert report["status"] == "PARTIAL" and report["providerMessages"], report
    waiting = server.command("verification", "list", "--realm", "alpha")
    assert [line["username"] for line in waiting if line["id"] == app.transaction] == [USER]
    server.command("verification", "decide", USER, app.transaction, "APPROVED_MANUALLY", "--reason", "seen in person", "--realm", "alpha")
    assert app.report()["status"] == "APPROVED_MANUALLY"
    server.command("verification", "delete", USER, app.transaction, "--yes", "--realm", "alpha")
    assert app.report()["status"] == "DELETED"


def test_neither_log_nor_audit_log_has_a_word_of_it(server, begun):
    app, images = begun(), licence()
    for image in images:
        app.upload(image)
    token = app.token
    app.submit([card("DRIVING_LICENSE", *images)])
    fields = app.settled()["userData"]
    said = [app.code, token, *(fields[name] for name in ("lastName", "idNumber", "birthDate", "addressStreet"))]
    log = server.log.read_text()
    audit = json.dumps(server.command("audit", "list", "--limit", "1000"))
    assert "verification." in audit
    for word in said:
        assert word not in log and word not in audit, word
