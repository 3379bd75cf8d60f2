"""The wallet on the phone's page, in Chromium: cards, requests, revoked marks and history. The services are those of examples/individuals-service.py."""

import uuid

import pytest
from selenium.webdriver.common.by import By

from support.browser import DARK, LIGHT, barriers, chromium, violations
from support.phone import Phone
from test_individuals import individuals
from test_phone import press, text, until

Instance = individuals.Instance

# A picture that would like to run, to load and to look out of its frame.
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" onload="window.hacked=1"><style>text{font:700 14px sans-serif;fill:#fff}</style>
<rect width="160" height="100" rx="8" fill="#28536b"/><circle cx="130" cy="26" r="14" fill="#c2948a"/><text x="12" y="82">Library Card</text>
<script>window.hacked = 1; parent.hacked = 1; fetch('https://evil.example/')</script><image href="https://evil.example/x.png" width="5" height="5"/></svg>"""
HOSTILE = "\"><img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>' & \u202etxet"
DATA = {"CardType": "Library Card", "name": "Zo\u00eb Ashdown", "number": "4711", "note": HOSTILE, "<i>key</i>": "angle brackets", "CardImage": CARD}


@pytest.fixture
def base(server):
    return f"{server.base}/wallets/alpha/v1/"


@pytest.fixture
def new(base):
    def made():
        instance = Instance(base)
        instance.register()
        return instance

    return made


@pytest.fixture
def phone(tmp_path):
    made = Phone(tmp_path)
    made.show()
    yield made
    made.stop()


@pytest.fixture
def device():
    with chromium() as browser:
        yield browser


@pytest.fixture
def look(device, results):
    """Saves pictures of the page, narrow and wide, light and dark."""

    def saved(name: str) -> None:
        for width in (390, 1280):
            for shade, media in (("light", LIGHT), ("dark", DARK)):
                device.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [media]})
                height = device.execute_script("return Math.max(900, document.documentElement.scrollHeight)")
                device.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
                device.save_screenshot(str(results / f"wallet-{name}-{width}-{shade}.png"))
        device.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        device.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    return saved


def joined(device, phone, base) -> str:
    """Joins by the page, and gives the wallet's id."""
    device.get(phone.page)
    press(device, "p.wallet a")
    until(lambda: device.find_elements(By.NAME, "address"))[0].send_keys(base)
    press(device, "form[action='/wallet/join'] button")
    return until(lambda: [element.text for element in device.find_elements(By.CSS_SELECTOR, ".id code")])[0]


def ask(service, wallet: str, keys, why) -> None:
    service.send(service.envelope("claim-request+jwt", wallet, {} if keys is None else {"keys": keys}, why), wallet)


def answers(service):
    """The shares that have come to a service, and what isn't believed of them."""
    for kind, content, _ in service.mail():
        if kind == "claim-share+jwt":
            shares, errors = service.shared(content)
            return [data for data, _ in shares], errors
    return None


def test_cards_are_shown_chosen_shared_and_revoked(new, phone, device, look, base):
    library, shop = new(), new()
    wallet = joined(device, phone, base)
    claim = library.issue(wallet, DATA, HOSTILE)
    ask(library, wallet, ["Library Card->number"], HOSTILE)
    ask(shop, wallet, ["Library Card->name", "number", "size"], "A discount for readers")
    until(lambda: len(device.find_elements(By.CSS_SELECTOR, "form.request")) == 2)
    picture = device.find_element(By.CSS_SELECTOR, ".card img")
    until(lambda: device.execute_script("return arguments[0].complete && arguments[0].naturalWidth > 0", picture))
    look("1-asked")
    # All of it is text: from the claim, from its keys, and from the request.
    assert HOSTILE in device.execute_script("return document.querySelector('.card dl').textContent")
    assert "<i>key</i>" in text(device) and "It has issued your claim Library Card" in text(device)
    assert device.execute_script("return document.querySelectorAll('#live svg, #live script, #live q *, #live i').length") == 0
    assert device.execute_script("return window.hacked === undefined")
    # The shop gets what stays chosen, and the user's own words.
    form = next(each for each in device.find_elements(By.CSS_SELECTOR, "form.request") if "discount" in each.text)
    chosen = {label.text.split(":")[0]: label.find_element(By.TAG_NAME, "input") for label in form.find_elements(By.CSS_SELECTOR, "label.check")}
    assert {name for name, box in chosen.items() if box.is_selected()} == {"name", "number"}
    chosen["number"].click()
    form.find_element(By.NAME, "word-0").send_keys("44")
    form.find_element(By.CSS_SELECTOR, "button.approve").click()
    assert until(lambda: answers(shop)) == ([{"name": "Zo\u00eb Ashdown"}, {"size": "44"}], [])
    # The other request is taken away, and its sender gets nothing.
    until(lambda: len(device.find_elements(By.CSS_SELECTOR, "form.request")) == 1)
    press(device, "form.request button.deny")
    until(lambda: not device.find_elements(By.CSS_SELECTOR, "form.request"))
    assert answers(library) is None
    history = device.find_element(By.CSS_SELECTOR, ".history").text
    assert "name, size" in history and shop.id in history and "A discount for readers" in history and library.id not in history
    assert barriers(device) == []
    # Revoked: marked here by itself, and not offered any more.
    library.expire(claim, individuals.now() - 1)
    until(lambda: device.find_elements(By.CSS_SELECTOR, ".card[data-state=expired]"))
    assert "Not good since" in text(device)
    ask(shop, wallet, None, None)
    until(lambda: "no claim to share" in text(device))
    look("2-revoked")
    assert barriers(device) == [] and violations(device) == []


def test_a_picture_that_is_opened_by_itself_runs_nothing(new, phone, device, base):
    library = new()
    wallet = joined(device, phone, base)
    library.issue(wallet, DATA)
    library.issue(wallet, {"CardType": "No picture", "CardImage": "<html><script>window.hacked=1</script>"})
    until(lambda: len(device.find_elements(By.CSS_SELECTOR, ".card")) == 2)
    pictures = device.find_elements(By.CSS_SELECTOR, ".card img")
    assert len(pictures) == 1, "only SVG is shown"
    device.get(pictures[0].get_attribute("src"))
    assert device.execute_script("return document.documentElement.tagName + window.hacked") == "svgundefined"


def test_a_request_by_its_address_and_without_script(new, phone, base):
    library, shop = new(), new()
    with chromium(script=False) as device:
        wallet = joined(device, phone, base)
        library.issue(wallet, {"CardType": "Library Card", "number": "4711"})
        until(lambda: device.refresh() or "4711" in text(device))
        request = {"shocardid": shop.id, "ss_id": str(uuid.uuid4()), "message": "For your order", "action": "request_share", "requested_keys": ["number"]}
        kept = shop.ask("POST", "/requests", {"request": {"shocard": request}, "expires": individuals.now() + 600})[1]
        device.find_element(By.NAME, "request").send_keys(kept["url"])
        press(device, "form[action='/wallet/scan'] button")
        press(device, "form.request button.approve")
        assert until(lambda: answers(shop)) == ([{"number": "4711"}], [])
