"""An app with a server of its own, which signs its users in by OpenID Connect. docs/openid-connect.md says how to run it."""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for
from markupsafe import escape

ISSUER = os.environ.get("ISSUER", "http://localhost:8080/realms/alpha")

app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_KEY") or os.urandom(32)
gatehouse = OAuth(app).register(
    "gatehouse", client_id="shop", client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)  # fmt: skip


@app.get("/")
def home():
    if "user" not in session:
        return '<a href="/login">Sign in</a>'
    return f'Hello, {escape(session["user"])}. <a href="/logout">Sign out</a>'


@app.get("/login")
def login():
    return gatehouse.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    token = gatehouse.authorize_access_token()  # checks state, nonce, issuer, audience and signature
    user = gatehouse.userinfo(token=token)  # the ID token says who the user is, and not what they are called
    session["user"], session["id_token"] = user["preferred_username"], token["id_token"]
    return redirect("/")


@app.get("/logout")
def logout():
    hint = session.pop("id_token", None)
    session.clear()
    end = gatehouse.load_server_metadata()["end_session_endpoint"]
    return redirect(f"{end}?id_token_hint={hint}&post_logout_redirect_uri={url_for('home', _external=True)}")
