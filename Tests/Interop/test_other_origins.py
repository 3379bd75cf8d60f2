"""Apps on other origins, in Chromium: of the server's own site, and of another. The page's script (`support/app.js`) is plain fetch code,
written after the reference: browsers decide here what it may send, read and keep."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from support.oauth import pkce
from support.server import PASSWORD, USER, Server
from support.sites import OTHER_SITE, SAME_SITE, SERVER, STRANGER, Certificate, pages, visitor

APP = (Path(__file__).parent / "support/app.js").read_text()
CREDENTIALS = {"NameCallback": USER, "PasswordCallback": PASSWORD}
CODES = """
name: Codes
start: page
mustRun: true
nodes:
  page: { page: [ { username: {} }, { password: {} } ], next: check }
  check: { dataStoreDecision: {}, "true": register, "false": failure }
  register: { oathRegistration: { issuer: Example }, successOutcome: codes, failureOutcome: failure }
  codes: { recoveryCodeDisplay: {}, next: success }
"""
# Settings of the session cookie, and the sites from which browsers that keep third-party cookies bring it back.
COOKIES = {
    "lax": ((), {SAME_SITE}),
    "none": (("--session-cookie-same-site", "none"), {SAME_SITE, OTHER_SITE}),
    "partitioned": (("--session-cookie-same-site", "none", "--session-cookie-partitioned"), {SAME_SITE, OTHER_SITE}),
}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def port(certificate):
    with pages(certificate) as port:
        yield port


@pytest.fixture(scope="module", params=COOKIES)
def server(request, tmp_path_factory, certificate, port):
    options, kept = COOKIES[request.param]
    running = Server(tmp_path_factory.mktemp(request.param), host=SERVER, certificate=certificate, options=options)
    running.start()
    origins = [f"https://{host}:{port}" for host in (SAME_SITE, OTHER_SITE)]
    settings = ["corsOrigins=" + ",".join(origins), "corsHeaders=X-Request-Id", "corsExposedHeaders=X-Content-Type-Options"]
    running.command("realm", "set", "alpha", *settings)
    redirects = [part for origin in origins for part in ("--redirect", f"{origin}/callback")]
    running.command("client", "create", "web", "--realm", "alpha", "--scope", "openid", *redirects)
    imported = running.run("journey", "import", "-", "--realm", "alpha", "--data-directory", str(running.data), input=CODES)
    assert imported.returncode == 0, imported.stderr
    running.kept, running.kind = kept, request.param
    yield running
    assert running.stop() == 0, running.log.read_text()


class App:
    """A page of a site of its own."""

    def __init__(self, browser, server, host: str, port: int):
        self.browser, self.server, self.host = browser, server, host
        self.origin = f"https://{host}:{port}"
        browser.get(f"{self.origin}/")
        self.authenticate = f"{server.base}/am/json/realms/alpha/authenticate?authIndexType=service&authIndexValue="
        self.sessions = f"{server.base}/am/json/realms/alpha/sessions?_action=getSessionInfo"

    def run(self, function: str, *arguments):
        call = f"{APP}; app.{function}(...[...arguments].slice(0, -1)).then(arguments[arguments.length - 1])"
        return self.browser.execute_async_script(call, *arguments)

    def recovery(self, step):
        return self.browser.execute_script(f"{APP}; return app.recovery(arguments[0])", step)

    def journey(self, name: str = "Login"):
        return self.run("journey", self.authenticate + name, CREDENTIALS)

    def sign_in(self) -> str:
        last = self.journey()["last"]
        assert last["status"] == 200 and last["json"]["tokenId"], last
        return last["json"]["tokenId"]

    def session(self, token: str | None = None) -> dict:
        headers = {"accept-api-version": "resource=4.0"} | ({"iPlanetDirectoryPro": token} if token else {})
        return self.run("step", self.sessions, {}, headers)

    def authorize(self, **parameters: str) -> str:
        _, challenge = pkce()
        query = {
            "client_id": "web", "response_type": "code", "scope": "openid", "redirect_uri": f"{self.origin}/callback", "state": "s",
            "nonce": "n", "prompt": "none", "code_challenge": challenge, "code_challenge_method": "S256", **parameters,
        }  # fmt: skip
        return f"{self.server.alpha}/authorize?{urlencode({name: value for name, value in query.items() if value})}"

    def silent(self, **parameters: str) -> dict[str, str]:
        """The parameters of the address that the iframe ends at, in its query or its fragment."""
        seen = self.run("silent", self.authorize(**parameters))
        assert (seen["place"] or "").startswith(f"{self.origin}/callback"), seen
        place = urlsplit(seen["place"])
        return {name: values[0] for name, values in parse_qs(place.query or place.fragment).items()}

    @property
    def keeps_sessions(self) -> bool:
        return self.host in self.server.kept


@pytest.fixture
def browser(certificate):
    with visitor(certificate) as driver:
        yield driver


@pytest.fixture
def guarded_browser(certificate):
    """A browser that refuses third-party cookies."""
    with visitor(certificate, cookies_of_others="refused") as driver:
        yield driver


@pytest.fixture(params=[SAME_SITE, OTHER_SITE])
def app(request, browser, server, port):
    return App(browser, server, request.param, port)


def test_a_journey_by_fetch(app):
    run = app.journey()
    assert run["seen"][0]["authId"]
    last = run["last"]
    assert last["status"] == 200 and last["json"]["tokenId"] and last["json"]["successUrl"], last
    assert app.session()["status"] == (200 if app.keeps_sessions else 401)


def test_the_session_cookie_is_what_was_set(app):
    app.sign_in()
    found = app.browser.execute_cdp_cmd("Network.getCookies", {"urls": [app.server.base]})["cookies"]
    session = [cookie for cookie in found if cookie["name"] == "__Host-iPlanetDirectoryPro"]
    if not app.keeps_sessions:
        assert session == [], "browsers take no Lax cookie from a page of another site"
        return
    assert session and session[0]["secure"] and session[0]["httpOnly"], found
    assert session[0]["sameSite"] == ("Lax" if app.server.kind == "lax" else "None")
    assert ("partitionKey" in session[0]) == (app.server.kind == "partitioned")


def test_a_partition_is_each_sites_own(browser, server, port):
    App(browser, server, SAME_SITE, port).sign_in()
    other = App(browser, server, OTHER_SITE, port)
    assert other.session()["status"] == (200 if server.kind == "none" else 401)


def test_a_browser_that_refuses_third_party_cookies(guarded_browser, server, port):
    app = App(guarded_browser, server, OTHER_SITE, port)
    token = app.sign_in()
    assert app.session()["status"] == (200 if server.kind == "partitioned" else 401)
    assert ("code" in app.silent()) == (server.kind == "partitioned")
    assert app.session(token)["json"]["username"] == USER, "the token in its header"


def test_a_header_brings_the_session_where_no_cookie_does(app):
    token = app.sign_in()
    app.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    assert app.session()["status"] == 401
    assert app.session(token)["json"]["username"] == USER


def test_a_silent_code_in_an_iframe(app):
    assert app.silent()["error"] in ("login_required", "interaction_required")
    app.sign_in()
    answer = app.silent()
    assert answer["state"] == "s" and ("code" in answer) == app.keeps_sessions, answer


def test_a_silent_code_by_fetch(app):
    place = urlsplit(app.authorize(response_mode="pi.flow"))
    realm = next(each["id"] for each in app.server.command("realm", "list") if each["path"] == "/alpha")
    form = {"method": "POST", "body": place.query, "headers": {
        "accept": "application/json", "content-type": "application/x-www-form-urlencoded"}}  # fmt: skip
    address = f"{app.server.base}/{realm}/as/authorize"
    assert app.run("ask", address, form)["json"]["details"][0]["code"] == "LOGIN_REQUIRED"
    app.sign_in()
    answer = app.run("ask", address, form)
    assert ("authorizeResponse" in answer["json"]) == app.keeps_sessions, answer


def test_a_page_watches_the_session(app):
    page = f"{app.server.alpha}/connect/checkSession"
    # Who asks with a state made of none mustn't learn whether a user is signed in.
    empty = urlsafe_b64encode(sha256(f"x {app.origin}  salt".encode()).digest()).decode().rstrip("=") + ".salt"
    assert app.run("watch", page, f"x {empty}") == "changed"
    app.sign_in()
    assert app.run("watch", page, f"x {empty}") == "changed"
    if not app.keeps_sessions:
        assert app.run("watch", page, f"web {'A' * 43}.salt") == "changed"
        return
    state = app.silent()["session_state"]
    assert app.run("watch", page, f"web {state}") == "unchanged"
    assert app.run("watch", page, f"other {state}") == app.run("watch", page, f"web {state}x") == "changed"
    for message in ("web", f"web {'A' * 43}", f"web .{state}.", "", {"client": "web"}):
        assert app.run("watch", page, message) == "error"
    app.run("step", f"{app.server.base}/am/json/realms/alpha/sessions?_action=logout", {})
    assert app.run("watch", page, f"web {state}") == "changed"


def test_session_checks(app):
    bare = app.authorize(response_type="none", redirect_uri="", code_challenge="", code_challenge_method="")
    placed = {"code_challenge": "", "code_challenge_method": ""}
    assert app.run("ask", bare)["json"]["error"] == "interaction_required"
    app.sign_in()
    assert app.run("ask", bare)["status"] == (204 if app.keeps_sessions else 400)
    none, token = app.silent(response_type="none", **placed), app.silent(response_type="id_token", **placed)
    assert ("error" in none) == ("error" in token) == (not app.keeps_sessions), (none, token)
    assert none["state"] == "s" and "code" not in none
    if app.keeps_sessions:
        assert token["id_token"].count(".") == 2


def test_preflights(app):
    allowed = app.run("step", app.authenticate + "Login", {}, {"X-Request-Id": "7"})
    assert allowed["status"] == 200, allowed
    assert "refused" in app.run("step", app.authenticate + "Login", {}, {"X-Stranger": "7"})


def test_answers_show_the_headers_that_are_exposed_and_no_others(app):
    seen = app.run("step", app.authenticate + "Login", {})["headers"]
    assert "application/json" in seen["content-type"]
    assert seen["x-content-type-options"] == "nosniff", "exposed by the realm's setting"
    assert not {"set-cookie", "referrer-policy", "strict-transport-security"} & seen.keys(), seen


def test_an_origin_that_the_realm_does_not_name_is_refused(browser, server, port):
    stranger = App(browser, server, STRANGER, port)
    assert "refused" in stranger.run("step", stranger.authenticate + "Login", {})
    assert "refused" in stranger.run("ask", f"{server.base}/am/json/realms/alpha/serverinfo/*")


def test_a_page_without_an_origin_is_refused(app):
    app.sign_in()
    assert app.run("sandboxed", f"{app.origin}/")["status"] == 200, "the app's own server lets it"
    assert "refused" in app.run("sandboxed", f"{app.server.base}/am/json/realms/alpha/serverinfo/*")
    assert app.run("ask", f"{app.server.base}/am/json/realms/alpha/serverinfo/*")["status"] == 200


def test_what_asks_nothing_has_no_input_and_what_is_untouched_is_confirmed(app):
    run = app.journey("Codes")
    assert run["last"]["status"] == 200 and run["last"]["json"]["tokenId"], run["last"]
    assert len(run["seen"]) == 3, "page, registration, codes: a confirmation with one button asks once"
    silent = [callback for step in run["seen"] for callback in step["callbacks"] if callback["type"] == "TextOutputCallback"]
    assert silent and not [callback for callback in silent if "input" in callback]


def test_recovery_codes_are_found_by_pattern(app):
    found = app.recovery(app.journey("Codes")["seen"][2])
    assert len(found["codes"]) == 10 and len(set(found["codes"])) == 10 and found["device"], found
