"""The compatibility checklist of the step protocol, replayed by curl with raw bodies.

The numbers are those of the checklist (`docs/protocols/step-protocol.md` 0). The rules on reCAPTCHA (9), WebAuthn (10), device
binding (11), push (18) and one-time passwords (19) concern callbacks that the server does not send yet.
"""

import json
import time
from urllib.parse import urlencode

import pytest

from support.curl import curl
from support.journey import COOKIE, SDK, authenticate_url, fill, output, session_header, sign_in, start, submit
from support.oauth import APP_REDIRECT, PUBLIC_CLIENT, REDIRECT, authorize, code, location, pkce, token, tokens
from support.server import PASSWORD, USER


def succeeded(reply) -> bool:
    return reply.status == 200 and "authId" not in reply.json and bool(reply.json["tokenId"])


# What the server sends


def test_checklist_01_inputs_are_named_by_the_position_of_their_callback(server):
    step = start(server)
    names = [entry["name"] for callback in step["callbacks"] for entry in callback["input"]]
    assert names == ["IDToken1", "IDToken2"]


def test_checklist_01_numbering_runs_over_a_whole_page_and_counts_callbacks_without_input(server):
    step = start(server, "InteropPage")
    named = {callback["type"]: [entry["name"] for entry in callback.get("input", [])] for callback in step["callbacks"]}
    assert named == {"NameCallback": ["IDToken1"], "TextOutputCallback": [], "ConfirmationCallback": ["IDToken3"]}


def test_checklist_02_outputs_and_inputs_are_in_the_documented_order(server):
    name, password = start(server)["callbacks"]
    assert [entry["name"] for entry in name["output"]] == ["prompt"]
    assert [entry["name"] for entry in password["output"]] == ["prompt"]
    choice = start(server, "InteropChoice")["callbacks"][0]
    assert [entry["name"] for entry in choice["output"]] == ["prompt", "choices", "defaultChoice"]
    assert [entry["name"] for entry in choice["input"]] == ["IDToken1"]


def test_checklist_06_numbers_and_strings_are_of_the_type_that_each_client_parses(server):
    _, text, confirmation = start(server, "InteropPage")["callbacks"]
    assert output(text, "messageType") == "0"
    assert [output(confirmation, name) for name in ("messageType", "optionType", "defaultOption")] == [0, -1, 1]
    assert output(start(server, "InteropChoice")["callbacks"][0], "defaultChoice") == 0
    wait = next(callback for callback in start(server, "InteropWait")["callbacks"] if callback["type"] == "PollingWaitCallback")
    assert isinstance(output(wait, "waitTime"), str) and output(wait, "waitTime").isdigit()
    assert output(wait, "message")


@pytest.mark.parametrize("journey", ["Login", "sdkUsernamePasswordJourney", "InteropPage", "InteropChoice", "InteropWait"])
def test_checklist_08_every_callback_is_of_a_type_that_all_clients_know(server, journey):
    known = {"NameCallback", "PasswordCallback", "TextOutputCallback", "ChoiceCallback", "ConfirmationCallback", "PollingWaitCallback"}
    assert {callback["type"] for callback in start(server, journey)["callbacks"]} <= known


def test_checklist_12_step_success_and_failure_are_json(server):
    first = curl("POST", authenticate_url(server), body="{}", headers=SDK)
    failure = submit(server, fill(start(server, "sdkUsernamePasswordJourney"), USER, "wrong"))
    success = submit(server, fill(first.json, USER, PASSWORD))
    for reply in (first, success, failure):
        assert reply.header("Content-Type").split(";")[0] == "application/json"
        json.loads(reply.body)


def test_checklist_20_a_failure_has_code_reason_and_message(server):
    reply = submit(server, fill(start(server, "sdkUsernamePasswordJourney"), USER, "wrong"))
    assert reply.status == 401
    assert reply.json["code"] == 401 and reply.json["reason"] == "Unauthorized"
    assert isinstance(reply.json["message"], str) and reply.json["message"]


def test_checklist_22_success_has_no_authid_and_always_successurl_and_realm(server):
    body = sign_in(server)
    assert "authId" not in body and body["tokenId"] and body["successUrl"]
    assert body["realm"] == "/alpha"


def test_checklist_22_without_a_session_the_success_has_no_token_and_no_cookie(server):
    reply = submit(server, fill(start(server, query="&noSession=true"), USER, PASSWORD))
    assert reply.status == 200 and "tokenId" not in reply.json and "authId" not in reply.json
    assert reply.json["successUrl"] and reply.json["realm"] == "/alpha" and reply.json["message"]
    assert not any(value.startswith(f"{COOKIE}=") for value in reply.all_headers("Set-Cookie"))


# What the clients send


def test_checklist_03_inputs_and_callbacks_may_come_in_another_order(server):
    step = fill(start(server), USER, PASSWORD)
    step["callbacks"].reverse()
    assert succeeded(submit(server, step))


def test_checklist_03_inputs_may_be_left_out(server):
    step = start(server, "InteropPage")
    step["callbacks"] = [{"type": "ConfirmationCallback", "input": [{"name": "IDToken3", "value": 0}]}]
    again = submit(server, step)
    assert again.status == 200, again.body  # the name is unanswered, so the page is asked again
    assert [callback["type"] for callback in again.json["callbacks"]][0] == "NameCallback"


def test_checklist_03_an_input_may_lack_its_value(server):
    step = fill(start(server), USER, None)
    del step["callbacks"][1]["input"][0]["value"]
    reply = submit(server, step)
    assert reply.status in (200, 401) and not reply.json.get("tokenId")


def test_checklist_03_of_one_callback_no_input_at_all(server):
    step = fill(start(server), USER, PASSWORD)
    del step["callbacks"][1]["input"]
    reply = submit(server, step)
    assert reply.status in (200, 401) and not reply.json.get("tokenId")


def test_checklist_04_callbacks_without_input_need_not_be_echoed(server):
    step = start(server, "InteropPage")
    step["callbacks"] = [callback for callback in step["callbacks"] if callback["type"] != "TextOutputCallback"]
    next_step = submit(server, fill(step, USER, 0))
    assert next_step.status == 200, next_step.body
    assert succeeded(submit(server, fill(next_step.json, PASSWORD)))


def test_checklist_04_outputs_need_not_be_echoed(server):
    step = fill(start(server), USER, PASSWORD)
    for callback in step["callbacks"]:
        del callback["output"]
    assert succeeded(submit(server, step))


def test_checklist_05_unknown_members_are_ignored(server):
    step = fill(start(server), USER, PASSWORD)
    step |= {"status": 200, "ok": True, "header": "x", "description": ["y"], "stage": {"z": 1}, "template": ""}
    step["callbacks"][0]["_id"] = "not a number"
    assert succeeded(submit(server, step))


@pytest.mark.parametrize("answer", [1, "1"])
def test_checklist_07_a_choice_is_taken_as_number_or_numeric_string(server, answer):
    step = submit(server, fill(start(server, "InteropChoice"), answer))
    assert step.status == 200, step.body
    assert [callback["type"] for callback in step.json["callbacks"]] == ["NameCallback", "PasswordCallback"]


@pytest.mark.parametrize("answer", [0, "0"])
def test_checklist_07_a_confirmation_is_taken_as_number_or_numeric_string(server, answer):
    step = submit(server, fill(start(server, "InteropPage"), USER, answer))
    assert step.status == 200 and step.json["callbacks"][0]["type"] == "PasswordCallback", step.body


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ("", SDK),
        ("", {**SDK, "Content-Type": ""}),
        ("{}", SDK),
        ("{}", {**SDK, "Content-Type": "application/json; charset=utf-8"}),
        ("{}", {**SDK, "X-Requested-With": "ping-sdk", "X-Requested-Platform": "android"}),
        ("", {**SDK, "X-Requested-With": "", "Accept-API-Version": "protocol=1.0,resource=2.0"}),
    ],
)
def test_a_journey_starts_with_what_each_client_sends(server, body, headers):
    reply = curl("POST", authenticate_url(server), body=body, headers=headers)
    assert reply.status == 200 and reply.json["authId"]


def test_a_start_from_another_site_is_refused(server):
    headers = {"Content-Type": "application/json", "X-Requested-With": "", "Accept-API-Version": ""}
    assert curl("POST", authenticate_url(server), body="{}", headers=headers).status == 403


def test_a_body_that_is_not_json_is_refused(server):
    reply = curl("POST", authenticate_url(server), body="a=b", headers={**SDK, "Content-Type": "text/plain"})
    assert reply.status == 415 and reply.json["code"] == 415


@pytest.mark.parametrize("body", ["{", "[]", '{"authId":1}', '{"authId":"x","authId":"y"}', '{"authId":"not sealed","callbacks":[]}'])
def test_a_broken_step_is_refused_in_the_documented_shape(server, body):
    reply = submit(server, body)
    assert reply.status in (400, 401)
    assert reply.json["code"] == reply.status and reply.json["reason"] and reply.json["message"]


def test_a_state_that_decided_is_not_taken_twice(server):
    answered = fill(start(server), USER, PASSWORD)
    success = submit(server, answered)
    assert succeeded(success)
    # The same bytes by the same client get the same session for some seconds; by another client nothing.
    assert submit(server, answered).json == success.json
    assert submit(server, answered, headers={"User-Agent": "another"}).status == 401


def test_a_wait_goes_on_until_it_is_over_and_ends_early_by_its_button(server):
    step = start(server, "InteropWait")
    early = submit(server, step)
    assert early.status == 200 and early.json["callbacks"][0]["type"] == "PollingWaitCallback"
    time.sleep(1.1)
    late = submit(server, early.json)
    assert late.status == 200 and late.json["callbacks"][0]["type"] == "NameCallback", late.body
    assert submit(server, fill(start(server, "InteropWait"), 0)).status == 401


def test_an_unknown_journey_is_refused(server):
    reply = curl("POST", authenticate_url(server, "NoSuchJourney"), body="{}", headers=SDK)
    assert reply.status == 400 and reply.json["message"] == "No Configuration found"


def test_credentials_and_errors_are_never_cached(server):
    reply = curl("POST", authenticate_url(server), body="{}", headers=SDK)
    assert "no-store" in reply.header("Cache-Control")


# OAuth beneath the step protocol


def test_checklist_13_the_redirect_of_authorize_has_no_body(server, session):
    _, challenge = pkce()
    for reply in (authorize(server, session_header(session), challenge), authorize(server, {}, challenge, prompt="none")):
        assert reply.status == 302
        assert reply.body == "" or isinstance(reply.json, dict)


def test_checklist_14_forms_may_lack_percent_encoding(server, session):
    issued, verifier = code(server, session, redirect_uri=APP_REDIRECT)
    raw = (
        f"client_id={PUBLIC_CLIENT}&grant_type=authorization_code&code={issued}&redirect_uri={APP_REDIRECT}"
        f"&code_verifier={verifier}"
    )
    first = token(server, raw)
    assert first.status == 200, first.body
    raw = (
        f"client_id={PUBLIC_CLIENT}&grant_type=refresh_token&response_type=token&scope=openid profile"
        f"&refresh_token={first.json['refresh_token']}"
    )
    second = token(server, raw)
    assert second.status == 200, second.body
    assert set(second.json["scope"].split()) == {"openid", "profile"}


def test_checklist_15_the_session_token_as_header_on_authorize(server, session):
    _, challenge = pkce()
    assert location(authorize(server, session_header(session), challenge))["code"]
    assert location(authorize(server, {"Cookie": f"{COOKIE}={session['tokenId']}"}, challenge))["code"]
    assert "code" not in location(authorize(server, {}, challenge, prompt="none"))


@pytest.mark.parametrize("carrier", ["header", "cookie"])
def test_checklist_15_the_session_token_as_header_on_sessions(server, session, carrier):
    proof = session_header(session) if carrier == "header" else {"Cookie": f"{COOKIE}={session['tokenId']}"}
    reply = curl(
        "POST", f"{server.base}/am/json/realms/alpha/sessions?_action=getSessionInfo", body="{}", headers={**SDK, **proof}
    )
    assert reply.status == 200 and reply.json["username"] == USER
    assert {
        "username", "universalId", "realm", "latestAccessTime", "maxIdleExpirationTime", "maxSessionExpirationTime", "properties",
    } <= set(reply.json)  # fmt: skip


def test_checklist_15_a_header_with_a_dead_session_is_refused(server, session):
    ended = curl(
        "POST", f"{server.base}/am/json/realms/alpha/sessions?_action=logout", body="{}",
        headers={**SDK, "Accept-API-Version": "resource=3.1, protocol=1.0", **session_header(session)},
    )  # fmt: skip
    assert ended.status == 200 and ended.json["result"]
    reply = curl(
        "POST", f"{server.base}/am/json/realms/alpha/sessions?_action=getSessionInfo", body="{}",
        headers={**SDK, **session_header(session)},
    )  # fmt: skip
    assert reply.status == 401 and reply.json["message"]
    _, challenge = pkce()
    assert "code" not in location(authorize(server, session_header(session), challenge, prompt="none"))


def test_checklist_16_token_responses_have_an_integer_lifetime_and_a_type(server, session):
    first = tokens(server, session)
    again = token(
        server,
        urlencode({"grant_type": "refresh_token", "client_id": PUBLIC_CLIENT, "refresh_token": first["refresh_token"]}),
    )
    for body in (first, again.json):
        assert type(body["expires_in"]) is int and body["expires_in"] > 0
        assert body["token_type"] == "Bearer"


@pytest.mark.parametrize(
    ("realm", "name"),
    [
        ("realms/alpha", "/alpha"),
        ("realms/root/realms/alpha", "/alpha"),
    ],
)
def test_checklist_17_every_spelling_of_a_realm_is_that_realm(server, realm, name):
    reply = submit(server, fill(start(server, realm=realm), USER, PASSWORD), realm=realm)
    assert succeeded(reply) and reply.json["realm"] == name


@pytest.mark.parametrize("path", ["am/json/serverinfo/*", "am/json/realms/root/serverinfo/*"])
def test_checklist_17_no_realm_is_the_root(server, path):
    assert curl("GET", f"{server.base}/{path}").json["realm"] == "/"


def test_checklist_17_the_realm_as_query_parameter(server):
    assert curl("GET", f"{server.base}/am/json/serverinfo/*?realm=/alpha").json["realm"] == "/alpha"


def test_checklist_17_an_unknown_realm_is_not_found(server):
    reply = curl("POST", authenticate_url(server, realm="realms/nowhere"), body="{}", headers=SDK)
    assert reply.status == 404 and reply.json["code"] == 404


def test_checklist_17_a_slash_after_sessions(server, session):
    reply = curl(
        "POST", f"{server.base}/am/json/realms/root/realms/alpha/sessions/?_action=logout", body="{}",
        headers={**SDK, "Cookie": f"{COOKIE}={session['tokenId']}"},
    )  # fmt: skip
    assert reply.status == 200 and reply.json["result"]


def test_checklist_17_oauth_under_every_spelling(server):
    documents = [
        curl("GET", f"{server.base}/am/oauth2/{realm}/.well-known/openid-configuration").json
        for realm in ("realms/alpha", "realms/root/realms/alpha")
    ]
    assert documents[0] == documents[1]


def test_checklist_21_no_client_has_to_follow_a_redirect(server, session):
    # Each answer holds all that a client needs: steps are bodies, the code is in the Location, tokens are a body.
    issued, verifier = code(server, session)
    fields = {
        "grant_type": "authorization_code", "client_id": PUBLIC_CLIENT, "code": issued, "redirect_uri": REDIRECT,
        "code_verifier": verifier,
    }  # fmt: skip
    assert token(server, urlencode(fields)).status == 200
    bearer = {"Authorization": f"Bearer {tokens(server, session)['access_token']}"}
    assert curl("GET", f"{server.alpha}/userinfo", headers=bearer).status == 200
