"""Signs what schemathesis sends to the customers' API, with the organisation key that the environment names."""

import json
import os
from urllib.parse import urlsplit

import schemathesis
from requests import PreparedRequest
from requests.auth import AuthBase
from support.pingid import Customer


class Signature(AuthBase):
    """Signs a request as it goes out."""

    def __init__(self):
        self.customer = Customer(**json.loads(os.environ["PINGID_CUSTOMER"]))

    def __call__(self, request: PreparedRequest) -> PreparedRequest:
        parts = urlsplit(request.url)
        body = request.body or b""
        data = body.encode() if isinstance(body, str) else body
        request.headers["Authorization"] = self.customer.sign(self.customer.canonical(request.method, parts.path, parts.query, data))
        return request


schemathesis.auth.set_from_requests(Signature())
