"""Signing in with an account at another OpenID provider: one from PyPI, and another realm of this server."""

import json
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

import pytest
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from support.curl import curl
from support.journey import SDK, authenticate_url, fill, output, start, submit
from support.browser import chromium
from support.provider import ForeignProvider

JOURNEY = "InteropSocial"
PAGE = "https://app.example.com/signed-in"
PERSON = {"given_name": "Ada", "family_name": "Lovelace", "name": "Ada Lovelace", "preferred_username": "ada", "email": "ada@example.com"}
LOGIN = """
name: Login
start: credentials
nodes:
  credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
  check: { dataStoreDecision: {}, "true": success, "false": failure }
"""


@pytest.fixture(scope="module")
def foreign(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("provider")
    provider = ForeignProvider(folder / "provider.log")
    settings = {
        "name": "foreign", "kind": "oidc", "clientId": "gatehouse", "clientSecret": "s3cret", "issuer": provider.issuer,
        "clientAuthenticationMethod": "CLIENT_SECRET_BASIC", "redirectURI": PAGE, "uiConfig": {"buttonDisplayName": "Somewhere else"},
    }  # fmt: skip
    save(server, folder, settings)
    save(server, folder, {**settings, "name": "stranger", "clientId": "other"})
    yield provider
    provider.stop()
    for name in ("foreign", "stranger"):
        server.command("provider", "delete", name, "--yes", "--realm", "alpha")


def save(server, folder, settings: dict) -> None:
    file = folder / f"{settings['name']}.json"
    file.write_text(json.dumps(settings))
    server.command("provider", "save", str(file), "--realm", "alpha")


def begin(server, provider: str) -> dict:
    """The step that sends the browser to the provider."""
    step = start(server, JOURNEY)
    offered = output(step["callbacks"][0], "providers")
    assert {"foreign", "stranger", "localAuthentication"} <= {entry["provider"] for entry in offered}
    assert next(entry["uiConfig"]["buttonDisplayName"] for entry in offered if entry["provider"] == "foreign") == "Somewhere else"
    reply = curl("POST", authenticate_url(server, JOURNEY), body=json.dumps(fill(step, provider)), headers=SDK)
    assert reply.status == 200, reply.body
    return reply.json


def place(step: dict) -> str:
    callback = step["callbacks"][0]
    assert callback["type"] == "RedirectCallback" and output(callback, "redirectMethod") == "GET"
    return output(callback, "redirectUrl")


def come_back(server, step: dict, location: str, agent: str = "app", **changes):
    """The JavaScript SDK's way back: the parameters of the address, and the stored step as the body."""
    assert location.startswith(PAGE)
    parameters = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
    query = urlencode({name: value for name, value in {**parameters, **changes}.items() if value is not None})
    return curl("POST", f"{authenticate_url(server, JOURNEY)}&{query}", body=json.dumps(step), headers={**SDK, "User-Agent": agent})


def username(server, success: dict) -> str:
    answer = requests.post(
        f"{server.base}/am/json/realms/alpha/sessions?_action=getSessionInfo", json={}, timeout=5,
        headers={"iPlanetDirectoryPro": success["tokenId"], "Accept-API-Version": "resource=4.0", "X-Requested-With": "test"},
    )  # fmt: skip
    return answer.json()["username"]


def test_an_account_is_made_and_found_again(server, foreign):
    foreign.knows("ada-1", **PERSON)
    for _ in range(2):
        step = begin(server, "foreign")
        reply = come_back(server, step, foreign.agree(place(step), "ada-1"))
        assert reply.status == 200 and "tokenId" in reply.json, reply.body
        assert username(server, reply.json) == "ada"
    profile = server.command("user", "get", "ada", "mail", "sn", "aliasList", "--realm", "alpha")
    assert profile == {"mail": "ada@example.com", "sn": "Lovelace", "aliasList": ["foreign-ada-1"]}


def test_the_request_has_what_openid_asks_for(server, foreign):
    query = {name: values[0] for name, values in parse_qs(urlsplit(place(begin(server, "foreign"))).query).items()}
    assert query["response_type"] == "code" and query["code_challenge_method"] == "S256" and query["redirect_uri"] == PAGE
    assert len(query["state"]) > 20 and len(query["nonce"]) > 20 and "openid" in query["scope"].split()


def test_an_answer_counts_once(server, foreign):
    foreign.knows("grace", **{**PERSON, "preferred_username": "grace", "email": "grace@example.com"})
    step = begin(server, "foreign")
    location = foreign.agree(place(step), "grace")
    success = come_back(server, step, location)
    assert success.status == 200
    # The same answer by the same client gets the same session for some seconds; by another client nothing.
    assert come_back(server, step, location).json == success.json
    assert come_back(server, step, location, agent="another").status == 401


@pytest.mark.parametrize(
    "changes", [{"state": "another"}, {"code": "made-up"}, {"iss": "https://evil.example"}], ids=["state", "code", "issuer"]
)
def test_a_falsified_answer_is_refused(server, foreign, changes):
    foreign.knows("ada-1", **PERSON)
    step = begin(server, "foreign")
    assert come_back(server, step, foreign.agree(place(step), "ada-1"), **changes).status == 401


def test_an_answer_to_somebody_elses_request_is_refused(server, foreign):
    """Its nonce is that of another request, though its state was made to fit."""
    foreign.knows("ada-1", **PERSON)
    mine, theirs = begin(server, "foreign"), begin(server, "foreign")
    state = parse_qs(urlsplit(place(mine)).query)["state"][0]
    verifierless = urlsplit(place(theirs))
    query = {name: values[0] for name, values in parse_qs(verifierless.query).items() if not name.startswith("code_challenge")}
    location = foreign.agree(urlunsplit(verifierless._replace(query=urlencode(query))), "ada-1")
    assert come_back(server, mine, location, state=state).status == 401


def test_a_code_for_another_client_is_refused(server, foreign):
    foreign.knows("ada-1", **PERSON)
    mine, theirs = begin(server, "foreign"), begin(server, "stranger")
    state = parse_qs(urlsplit(place(mine)).query)["state"][0]
    assert come_back(server, mine, foreign.agree(place(theirs), "ada-1"), state=state).status == 401


def test_who_turns_back_chooses_again(server, foreign):
    step = begin(server, "foreign")
    state = parse_qs(urlsplit(place(step)).query)["state"][0]
    reply = come_back(server, step, PAGE, error="access_denied", state=state)
    assert reply.status == 200 and reply.json["callbacks"][0]["type"] == "SelectIdPCallback", reply.body


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_browser_goes_there_and_comes_back(server, foreign, tmp_path, results, script):
    save(server, tmp_path, {
        "name": "hosted", "kind": "oidc", "clientId": "gatehouse", "clientSecret": "s3cret", "issuer": foreign.issuer,
        "redirectURI": f"{server.base}/realms/alpha/login/return",
    })  # fmt: skip
    foreign.knows("eda", **{**PERSON, "preferred_username": "eda", "email": "eda@example.com"})
    try:
        with chromium(script) as browser:
            browser.get(f"{server.base}/realms/alpha/login?journey={JOURNEY}")
            browser.save_screenshot(str(results / f"social-{script}-1-choice.png"))
            browser.find_element(By.CSS_SELECTOR, "[value=hosted]").click()
            for button in browser.find_elements(By.CSS_SELECTOR, "main form button[type=submit]:not([value])"):
                button.click()
            WebDriverWait(browser, 10).until(lambda page: page.current_url.startswith(foreign.issuer))
            browser.find_element(By.NAME, "sub").send_keys("eda\n")
            WebDriverWait(browser, 10).until(lambda page: page.current_url.startswith(server.base) and "/login" not in page.current_url)
            browser.save_screenshot(str(results / f"social-{script}-2-signed-in.png"))
            assert any("iPlanetDirectoryPro" == cookie["name"] for cookie in browser.get_cookies())
    finally:
        server.command("provider", "delete", "hosted", "--yes", "--realm", "alpha")


def test_another_realm_is_a_provider_too(server, tmp_path):
    server.command("realm", "create", "partner")
    secret = server.command(
        "client", "create", "relying", "--confidential", "--realm", "partner", "--scope", "openid", "--scope", "profile",
        "--scope", "email", "--grant", "authorization_code", "--redirect", PAGE,
    )["secret"]  # fmt: skip
    issuer = f"{server.base}/am/oauth2/realms/root/realms/partner"
    save(server, tmp_path, {
        "name": "partner", "kind": "oidc", "clientId": "relying", "clientSecret": secret, "redirectURI": PAGE, "issuer": issuer,
    })  # fmt: skip
    foreign_session = partner_session(server)
    try:
        step = start(server, JOURNEY)
        reply = curl("POST", authenticate_url(server, JOURNEY), body=json.dumps(fill(step, "partner")), headers=SDK)
        # Only one provider and the local login: it is asked all the same.
        answer = requests.get(
            place(reply.json), headers={"iPlanetDirectoryPro": foreign_session}, allow_redirects=False, timeout=5)
        assert answer.status_code == 302, answer.text
        success = come_back(server, reply.json, answer.headers["Location"])
        assert success.status == 200 and username(server, success.json) == "partner-bo", success.body
    finally:
        server.command("provider", "delete", "partner", "--yes", "--realm", "alpha")


def partner_session(server) -> str:
    """The session of a user of the other realm."""
    password = "correct horse battery staple"
    server.command(
        "user", "create", "partner-bo", "--realm", "partner", "-a", "givenName=Bo", "-a", "sn=Ek", "-a", "mail=bo@example.com",
        "--password-stdin", input=password + "\n",
    )  # fmt: skip
    server.command("journey", "import", "-", "--replace", "--realm", "partner", input=LOGIN)
    step = fill(start(server, realm="realms/partner"), "partner-bo", password)
    return submit(server, step, realm="realms/partner").json["tokenId"]
