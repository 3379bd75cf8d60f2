"""The phone's page that verifies identity, in Chromium without JavaScript: the demonstration's documents, from the code to the result."""

import pytest
from selenium.webdriver.common.by import By

from support.browser import DARK, LIGHT, barriers, chromium, violations
from support.phone import Phone
from support.server import REPOSITORY, USER
from test_phone import press, text, until

DOCUMENTS = REPOSITORY / "examples/documents"


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
def code(server):
    server.command("realm", "set", "alpha", "verification=true")
    server.has_seen_changes()
    return server.command("verification", "create", USER, "--realm", "alpha")["uri"]


def look(device, results, name: str) -> None:
    """Saves pictures of the page, narrow and wide, light and dark."""
    for width in (390, 1280):
        for shade, media in (("light", LIGHT), ("dark", DARK)):
            device.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [media]})
            device.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            device.save_screenshot(str(results / f"verify-{name}-{width}-{shade}.png"))
    device.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    device.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_from_the_code_to_the_result_without_script(phone, device, code, results):
    device.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    device.get(phone.page + "verify")
    assert "No verification was begun yet" in text(device)
    device.find_element(By.NAME, "code").send_keys(code)
    device.find_element(By.NAME, "trust").click()
    press(device, "form[action='/verify/begin'] button")
    until(lambda: "INITIATED" in text(device))
    look(device, results, "1-begun")
    device.find_element(By.NAME, "front").send_keys(str(DOCUMENTS / "license-front.jpg"))
    device.find_element(By.NAME, "back").send_keys(str(DOCUMENTS / "license-back.jpg"))
    press(device, "form[action='/verify/submit'] button")
    until(lambda: "SUCCESS" in text(device))
    assert "1990-04-12" in text(device) and "1 claim of earlier verifications is kept" in text(device)
    look(device, results, "2-verified")
    device.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert barriers(device) == [] and violations(device) == []
