"""How many assertions a second PyPI's fido2 verifies: an assertion as JSON on standard input, the seconds as argument."""

import base64
import json
import sys
import time

import fido2.cbor
import fido2.client
import fido2.cose
import fido2.ctap2
import fido2.server
import fido2.webauthn


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


sample = json.load(sys.stdin)
response = {name: decode(value) for name, value in sample["response"]["response"].items()}
key = fido2.cose.CoseKey.parse(fido2.cbor.decode(decode(sample["publicKey"])))
credential = fido2.ctap2.AttestedCredentialData.create(b"\0" * 16, decode(sample["id"]), key)
server = fido2.server.Fido2Server(fido2.webauthn.PublicKeyCredentialRpEntity("example.com", "Example"))
state = {"challenge": sample["challenge"], "user_verification": "required"}


def verify():
    client = fido2.client.ClientData(response["clientDataJSON"])
    data = fido2.ctap2.AuthenticatorData(response["authenticatorData"])
    server.authenticate_complete(state, [credential], credential.credential_id, client, data, response["signature"])


count, end, begun = 0, time.perf_counter() + float(sys.argv[1]), time.perf_counter()
while time.perf_counter() < end:
    verify()
    count += 1
print(count / (time.perf_counter() - begun))
