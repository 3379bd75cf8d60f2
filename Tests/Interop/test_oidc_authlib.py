"""authlib, an OAuth client by other people, against the OpenID endpoints."""

import os
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session

from support.journey import session_header
from support.oauth import PUBLIC_CLIENT, REDIRECT

DEMONSTRATION_BACKEND = ("sdkConfidentialClient", "ch4ng3-th1s-s3cr3t")

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # the server under test speaks plain HTTP, on loopback


@pytest.fixture
def metadata(server):
    reply = http().get(f"{server.alpha}/.well-known/openid-configuration", timeout=10)
    reply.raise_for_status()
    return reply.json()


def http() -> requests.Session:
    plain = requests.Session()
    plain.trust_env = False
    return plain


def client(confidential: tuple[str, str] | None = None, method: str = "client_secret_basic", **settings) -> OAuth2Session:
    identifier, secret = confidential or (PUBLIC_CLIENT, None)
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
    assert reply.status_code == 401 and reply.headers["WWW-Authenticate"].startswith("Bearer")


def test_refresh_rotates(metadata, session):
    oauth = client()
    first = signed_in(oauth, metadata, session)
    second = oauth.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
    assert second["access_token"] != first["access_token"] and second["refresh_token"] != first["refresh_token"]


def test_a_used_refresh_token_ends_its_family(metadata, session):
    oauth = client()
    first = signed_in(oauth, metadata, session)
    second = dict(oauth.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"]))
    for used in (first["refresh_token"], second["refresh_token"]):
        with pytest.raises(OAuthError) as refusal:
            client().refresh_token(metadata["token_endpoint"], refresh_token=used)
        assert refusal.value.error == "invalid_grant"


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
