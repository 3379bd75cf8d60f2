"""joserfc and jwcrypto, two JOSE implementations by other people, judge the tokens that the server issues."""

import base64
import hashlib
import json
import time

import pytest
from joserfc import jwt as joserfc_jwt
from joserfc.jwk import KeySet
from jwcrypto.jwk import JWKSet
from jwcrypto.jwt import JWT

from support.curl import curl
from support.oauth import PUBLIC_CLIENT, tokens

ALGORITHMS = ["ES256", "RS256"]
PRIVATE_MEMBERS = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}


@pytest.fixture(scope="module")
def key_set(server):
    document = curl("GET", f"{server.alpha}/.well-known/openid-configuration").json
    return curl("GET", document["jwks_uri"]).body


@pytest.fixture
def issued(server, session):
    return tokens(server, session)


def with_joserfc(token: str, key_set: str) -> dict:
    return joserfc_jwt.decode(token, KeySet.import_key_set(json.loads(key_set)), algorithms=ALGORITHMS).claims


def with_jwcrypto(token: str, key_set: str) -> dict:
    return json.loads(JWT(jwt=token, key=JWKSet.from_json(key_set), algs=ALGORITHMS).claims)


READERS = [with_joserfc, with_jwcrypto]


def header(token: str) -> dict:
    return json.loads(base64.urlsafe_b64decode(token.split(".")[0] + "=="))


def test_the_published_keys_are_public(key_set):
    keys = json.loads(key_set)["keys"]
    assert {key["kty"] for key in keys} >= {"EC", "RSA"}
    for key in keys:
        assert key["kid"] and key["alg"] and key["use"] == "sig"
        assert not PRIVATE_MEMBERS & set(key)


@pytest.mark.parametrize("read", READERS)
def test_id_token(server, issued, key_set, read):
    claims = read(issued["id_token"], key_set)
    assert claims["iss"] == server.alpha
    assert claims["aud"] in (PUBLIC_CLIENT, [PUBLIC_CLIENT])
    assert claims["sub"] and claims["iat"] <= time.time() + 5 < claims["exp"]


@pytest.mark.parametrize("read", READERS)
def test_access_token(server, issued, key_set, read):
    claims = read(issued["access_token"], key_set)
    assert claims["iss"] == server.alpha and claims["client_id"] == PUBLIC_CLIENT
    assert set(claims["scope"].split()) == {"openid", "profile"}
    assert header(issued["access_token"])["typ"].lower() == "at+jwt"


def test_the_hash_in_the_id_token_is_that_of_the_access_token(issued, key_set):
    claims = with_joserfc(issued["id_token"], key_set)
    digest = hashlib.sha256(issued["access_token"].encode()).digest()
    assert claims["at_hash"] == base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_foreign_verifiers_see_a_change(issued, key_set, read, part):
    parts = issued["id_token"].split(".")
    changed = "B" if parts[part][10] != "B" else "C"
    parts[part] = parts[part][:10] + changed + parts[part][11:]
    with pytest.raises(Exception):  # noqa: B017  each library has a type of its own
        read(".".join(parts), key_set)
