"""authlib, an OAuth client by other people, against the OpenID endpoints."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from authlib.oidc.core import CodeIDToken

from support.journey import session_header
from support.oauth import PUBLIC_CLIENT, REDIRECT

DEMONSTRATION_BACKEND = ("sdkConfidentialClient", "ch4ng3-th1s-s3cr3t")

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # the server under test speaks plain HTTP, on loopback


@pytest.fixture(scope="module")
def plain_client(server):
    """A public client as `gatehouse client create` makes it, without what the demonstration's has."""
    name = "interop-plain"
    server.command(
        "client", "create", name, "--realm", "alpha", "--scope", "openid", "--scope", "profile", "--redirect", REDIRECT,
    )  # fmt: skip
    return name


@pytest.fixture
def metadata(server):
    reply = http().get(f"{server.alpha}/.well-known/openid-configuration", timeout=10)
    reply.raise_for_status()
    return reply.json()


def http() -> requests.Session:
    plain = requests.Session()
    plain.trust_env = False
    return plain


def client(
    confidential: tuple[str, str] | None = None, method: str = "client_secret_basic", public: str = PUBLIC_CLIENT, **settings
) -> OAuth2Session:
    identifier, secret = confidential or (public, None)
    made = OAuth2Session(
        identifier, secret, redirect_uri=REDIRECT, scope="openid profile", code_challenge_method="S256",
        token_endpoint_auth_method=method if secret else "none", **settings,
    )  # fmt: skip
    made.trust_env = False
    return made


def authorized(oauth: OAuth2Session, metadata: dict, session: dict, **parameters) -> tuple[str, str]:
    """Where the server sends the browser of somebody with a session, and the code verifier."""
    verifier = generate_token(48)
    url, _ = oauth.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, **parameters)
    reply = http().get(url, headers=session_header(session), allow_redirects=False, timeout=10)
    assert reply.status_code == 302, reply.text
    return reply.headers["Location"], verifier


def signed_in(oauth: OAuth2Session, metadata: dict, session: dict, **parameters) -> dict:
    landing, verifier = authorized(oauth, metadata, session, **parameters)
    return oauth.fetch_token(metadata["token_endpoint"], authorization_response=landing, code_verifier=verifier)


def test_discovery(server, metadata):
    assert metadata["issuer"] == server.alpha
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["response_types_supported"] == ["code", "none", "id_token"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert {"authorization_code", "refresh_token", "client_credentials"} <= set(metadata["grant_types_supported"])


def test_code_flow_with_pkce(metadata, session):
    oauth = client()
    got = signed_in(oauth, metadata, session, nonce="n0nce")
    assert got["access_token"] and got["refresh_token"] and got["id_token"] and got["token_type"] == "Bearer"
    landing, _ = authorized(oauth, metadata, session)
    assert parse_qs(urlsplit(landing).query)["iss"] == [metadata["issuer"]]


def test_userinfo(metadata, session):
    oauth = client()
    signed_in(oauth, metadata, session)
    info = oauth.get(metadata["userinfo_endpoint"], timeout=10)
    assert info.status_code == 200 and info.json()["sub"]


def test_userinfo_without_a_token(metadata):
    reply = http().get(metadata["userinfo_endpoint"], timeout=10)
    assert reply.status_code == 401 and reply.headers["WWW-Authenticate"] == 'Bearer realm="OAuth"' and not reply.content


def test_refresh_rotates(metadata, session):
    oauth = client()
    first = signed_in(oauth, metadata, session)
    second = oauth.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
    assert second["access_token"] != first["access_token"] and second["refresh_token"] != first["refresh_token"]


def test_a_used_refresh_token_ends_its_family(metadata, session, plain_client):
    oauth = client(public=plain_client)
    first = signed_in(oauth, metadata, session)
    second = dict(oauth.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"]))
    for used in (first["refresh_token"], second["refresh_token"]):
        with pytest.raises(OAuthError) as refusal:
            client(public=plain_client).refresh_token(metadata["token_endpoint"], refresh_token=used)
        assert refusal.value.error == "invalid_grant"


def test_two_tabs_that_refresh_at_once_get_one_answer(metadata, session):
    first = dict(signed_in(client(), metadata, session))
    with ThreadPoolExecutor(4) as tabs:
        answers = list(tabs.map(lambda _: dict(client().refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])), range(4)))
    assert len({(answer["access_token"], answer["refresh_token"], answer["id_token"]) for answer in answers}) == 1
    again = client().refresh_token(metadata["token_endpoint"], refresh_token=answers[0]["refresh_token"])
    assert again["refresh_token"] != answers[0]["refresh_token"]


def test_an_id_token_is_rs256_unless_told(server, metadata, session, plain_client):
    for algorithm, changes in (("RS256", []), ("ES256", ["idTokenAlgorithm=ES256"]), ("RS256", ["idTokenAlgorithm="])):
        if changes:
            server.command("client", "set", plain_client, *changes, "--realm", "alpha")
            server.has_seen_changes()
        got = signed_in(client(public=plain_client), metadata, session, nonce="n0nce")
        keys = http().get(metadata["jwks_uri"], timeout=10).json()
        # As a relying party that knows its provider by discovery alone; at_hash is held against the access token.
        claims = JsonWebToken([algorithm]).decode(
            got["id_token"], JsonWebKey.import_key_set(keys), claims_cls=CodeIDToken,
            claims_options={"iss": {"essential": True, "value": metadata["issuer"]}},
            claims_params={"nonce": "n0nce", "client_id": plain_client, "access_token": got["access_token"]},
        )  # fmt: skip
        claims.validate(leeway=5)


def test_response_mode_fragment_as_browser_adapters_use_it(metadata, session):
    """keycloak-js asks so by default: code, state and iss behind the number sign, errors too."""
    oauth = client()
    landing, verifier = authorized(oauth, metadata, session, response_mode="fragment", nonce="n")
    address, _, fragment = landing.partition("#")
    answer = {name: values[0] for name, values in parse_qs(fragment).items()}
    assert address == REDIRECT and answer["iss"] == metadata["issuer"] and answer["session_state"] and answer["state"]
    assert oauth.fetch_token(metadata["token_endpoint"], code=answer["code"], code_verifier=verifier)["id_token"]
    refused, _ = authorized(client(), metadata, session, response_mode="fragment", scope="admin")
    assert parse_qs(refused.partition("#")[2])["error"] == ["invalid_scope"]


def test_a_silent_request_without_a_session(server, metadata):
    answer, _ = authorized(client(), metadata, {"tokenId": "none"}, prompt="none")
    assert parse_qs(urlsplit(answer).query)["error"] == ["interaction_required"]


@pytest.mark.parametrize("name", ["claims", "resource", "authorization_details", "dpop_jkt"])
def test_what_cannot_be_had_is_refused(metadata, session, name):
    landing, _ = authorized(client(), metadata, session, **{name: "{}"})
    assert "error" in parse_qs(urlsplit(landing).query)


def test_metadata_by_rfc_8414(server, metadata):
    issuer = urlsplit(metadata["issuer"])
    url = get_well_known_url(metadata["issuer"], external=True, suffix="oauth-authorization-server")
    assert urlsplit(url).path == "/.well-known/oauth-authorization-server" + issuer.path
    document = http().get(url, timeout=10).json()
    assert document == metadata
    AuthorizationServerMetadata({**document, "issuer": document["issuer"].replace("http:", "https:")}).validate_issuer()


def test_consent_is_asked_and_can_be_withdrawn(server, metadata, session, plain_client):
    """A browser without script: the page's form, allowed, remembered, asked no more, and asked again once it is withdrawn."""
    server.command("client", "set", plain_client, "impliedConsent=false", "--realm", "alpha")
    server.has_seen_changes()
    try:
        oauth, verifier = client(public=plain_client), generate_token(48)
        url, state = oauth.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
        headers = {**session_header(session), "Accept": "text/html"}
        page = http().get(url, headers=headers, allow_redirects=False, timeout=10)
        assert page.status_code == 200 and "Allow access?" in page.text and "script" not in page.headers["Content-Security-Policy"]
        silent, _ = authorized(client(public=plain_client), metadata, session, prompt="none")
        assert parse_qs(urlsplit(silent).query)["error"] == ["consent_required"]
        action = unescape(re.search(r'<form method="post" action="([^"]*)"', page.text)[1])
        fields = {"csrf": re.search(r'name="csrf" value="([^"]*)"', page.text)[1], "decision": "allow", "save_consent": "on"}
        landing = http().post(urljoin(url, action), data=fields, headers=headers, allow_redirects=False, timeout=10)
        answer = landing.headers["Location"]
        assert dict(_query(answer))["state"] == state
        got = dict(oauth.fetch_token(metadata["token_endpoint"], authorization_response=answer, code_verifier=verifier))
        assert authorized(client(public=plain_client), metadata, session, prompt="none")[0].startswith(REDIRECT + "?code=")
        assert [known["client"] for known in server.command("consent", "list", "demo", "--realm", "alpha")] == [plain_client]
        server.command("consent", "withdraw", "demo", plain_client, "--realm", "alpha")
        server.has_seen_changes()
        with pytest.raises(OAuthError) as refusal:
            client(public=plain_client).refresh_token(metadata["token_endpoint"], refresh_token=got["refresh_token"])
        assert refusal.value.error == "invalid_grant"
    finally:
        server.command("client", "set", plain_client, "impliedConsent=", "--realm", "alpha")


def test_a_code_is_good_for_one_exchange(metadata, session):
    oauth = client()
    landing, verifier = authorized(oauth, metadata, session)
    first = dict(oauth.fetch_token(metadata["token_endpoint"], authorization_response=landing, code_verifier=verifier))
    with pytest.raises(OAuthError) as refusal:
        client().fetch_token(metadata["token_endpoint"], authorization_response=landing, code_verifier=verifier)
    assert refusal.value.error == "invalid_grant"
    with pytest.raises(OAuthError):  # what the code had given is taken back (RFC 6749 §4.1.2)
        client().refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])


@pytest.mark.parametrize("verifier", [None, "w" * 64])
def test_pkce_is_not_optional(metadata, session, verifier):
    oauth = client()
    landing, _ = authorized(oauth, metadata, session)
    with pytest.raises(OAuthError):
        oauth.fetch_token(metadata["token_endpoint"], authorization_response=landing, code_verifier=verifier)


def introspected(by: OAuth2Session, metadata: dict, token: str) -> dict:
    reply = by.introspect_token(metadata["introspection_endpoint"], token=token)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_introspection(metadata, session):
    got = dict(signed_in(client(), metadata, session))
    backend = client(DEMONSTRATION_BACKEND)  # its scope lets it look at everybody's tokens
    access = introspected(backend, metadata, got["access_token"])
    assert access["active"] is True and access["client_id"] == PUBLIC_CLIENT
    assert set(access["scope"].split()) == {"openid", "profile"} and access["exp"] > access["iat"]
    assert introspected(backend, metadata, got["refresh_token"])["active"] is True
    assert introspected(backend, metadata, "nonsense") == {"active": False}


def test_introspection_shows_a_client_only_its_own_tokens(metadata, session, confidential):
    other = client(confidential)
    own = other.fetch_token(metadata["token_endpoint"], grant_type="client_credentials", scope="profile")
    assert introspected(other, metadata, own["access_token"])["client_id"] == confidential[0]
    foreign = signed_in(client(), metadata, session)
    assert introspected(other, metadata, foreign["access_token"]) == {"active": False}


def test_introspection_tells_of_a_revocation(metadata, session):
    oauth = client()
    got = dict(signed_in(oauth, metadata, session))
    oauth.revoke_token(metadata["revocation_endpoint"], token=got["refresh_token"])
    assert introspected(client(DEMONSTRATION_BACKEND), metadata, got["refresh_token"]) == {"active": False}


def test_introspection_needs_a_client(metadata):
    reply = http().post(metadata["introspection_endpoint"], data={"token": "x"}, timeout=10)
    assert reply.status_code == 401 and reply.json()["error"] == "invalid_client"
    assert reply.headers["WWW-Authenticate"].startswith("Basic")


def test_revocation(metadata, session):
    oauth = client()
    got = dict(signed_in(oauth, metadata, session))
    reply = oauth.revoke_token(metadata["revocation_endpoint"], token=got["refresh_token"])
    assert reply.status_code == 200
    with pytest.raises(OAuthError):
        client().refresh_token(metadata["token_endpoint"], refresh_token=got["refresh_token"])


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_client_credentials(metadata, confidential, method):
    got = client(confidential, method).fetch_token(metadata["token_endpoint"], grant_type="client_credentials", scope="profile")
    assert got["access_token"] and "refresh_token" not in got and "id_token" not in got


def test_a_wrong_client_secret(metadata, confidential):
    with pytest.raises(OAuthError) as refusal:
        client((confidential[0], "wrong")).fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    assert refusal.value.error == "invalid_client"


def test_pushed_authorization_request(metadata, session):
    verifier = generate_token(48)
    oauth = client()
    url, state = oauth.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    pushed = http().post(metadata["pushed_authorization_request_endpoint"], data=dict(_query(url)), timeout=10)
    assert pushed.status_code == 201, pushed.text
    parameters = {"client_id": PUBLIC_CLIENT, "request_uri": pushed.json()["request_uri"]}
    reply = http().get(
        metadata["authorization_endpoint"], params=parameters, headers=session_header(session), allow_redirects=False, timeout=10
    )
    landing = reply.headers["Location"]
    assert dict(_query(landing))["state"] == state
    assert oauth.fetch_token(metadata["token_endpoint"], authorization_response=landing, code_verifier=verifier)["access_token"]


def test_end_session(server, metadata, session):
    got = signed_in(client(), metadata, session)
    reply = http().get(
        metadata["end_session_endpoint"], params={"id_token_hint": got["id_token"], "client_id": PUBLIC_CLIENT},
        allow_redirects=False, timeout=10,
    )  # fmt: skip
    assert reply.status_code in (200, 204)
    landing, _ = authorized(client(), metadata, session, prompt="none")
    assert "error" in dict(_query(landing))


def _query(url: str):
    return ((name, values[0]) for name, values in parse_qs(urlsplit(url).query).items())
