"""Mail by a real mail server (aiosmtpd: TLS, login), and journeys whose link is opened on another device."""

import email
import email.policy
import json
import os
import re
import subprocess
import uuid
from email.header import decode_header, make_header

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from support.browser import barriers, chromium, violations
from support.curl import curl
from support.journey import SDK, fill, start, submit
from support.mail import SECRET, SENDER, body, link, post_office
from support.server import PROGRAM, Server

QUESTIONS = [("What is the name of your first pet?", "Byron"), ("Who was your first employer?", "Babbage")]
NEW_PASSWORD = "analytical engine"


@pytest.fixture(scope="module")
def office(server, tmp_path_factory):
    """A mail server that the demonstration's realm uses."""
    with post_office(tmp_path_factory.mktemp("mail")) as office:
        office.serve(server)
        yield office
        server.command("mail", "unset", "--realm", "alpha", "--yes")


@pytest.fixture
def somebody():
    return f"ada{uuid.uuid4().hex[:8]}"


def address_of(name: str) -> str:
    return f"{name}@example.org"


def form(name: str) -> list:
    answers = [value for question in QUESTIONS for value in question]
    return [name, False, "Ada", False, "Lovelace", False, address_of(name), False, True, False, False, False, NEW_PASSWORD, False, *answers, True]


def register(server: Server, name: str):
    """A registration by the step protocol, up to the mail."""
    return submit(server, fill(start(server, "VerifiedRegistration"), *form(name)))


def suspended_id(address: str) -> str:
    return re.search(r"suspendedId=([^&]+)", address).group(1)


def resume(server: Server, address: str, realm: str = "realms/alpha"):
    return curl("POST", f"{server.base}/am/json/{realm}/authenticate?suspendedId={suspended_id(address)}", body="", headers=SDK)


# The mail server


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_message_goes_over_tls_with_a_login(server, tmp_path, security):
    with post_office(tmp_path, security) as office:
        office.serve(server, realm="root")
        done = server.command("mail", "test", "you@example.org", "--realm", "root")
        message = office.wait_for(1)
        assert done["to"] == "you@example.org" == message["To"]
        assert message["From"] == SENDER and message["Message-ID"].endswith("@example.com>") and message["Date"].datetime
        session = office.sessions[0]
        # With TLS from the first byte the server's socket speaks nothing else, and the session doesn't know.
        assert session.authenticated and (security == "tls" or session.ssl["cipher"])
        assert session.host_name == "example.com"
        shown = server.command("mail", "show", "--realm", "root")
        assert shown["password"] is True and SECRET not in str(shown)
        server.command("mail", "unset", "--realm", "root", "--yes")


def refusal(server: Server) -> str:
    done = server.run("mail", "test", "you@example.org", "--realm", "root", "--data-directory", str(server.data))
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_a_wrong_password_an_unknown_authority_and_no_server_are_told_in_one_line(server, tmp_path):
    with post_office(tmp_path) as office, post_office(tmp_path) as other:
        office.serve(server, realm="root", password="wrong")
        assert "login denied" in refusal(server).lower()
        office.authorities = other.authorities
        office.serve(server, realm="root")
        assert "certificate" in refusal(server).lower()
        assert office.messages == []
    assert "127.0.0.1" in refusal(server)
    server.command("mail", "unset", "--realm", "root", "--yes")
    assert "gatehouse mail set" in refusal(server)


def test_a_message_is_read_by_others_as_it_was_meant(server, office, somebody):
    count = len(office.messages)
    step = start(server, "VerifiedRegistration")
    curl_headers = {**SDK, "Accept-Language": "de"}
    reply = submit(server, fill(step, *form(somebody)), headers=curl_headers)
    assert reply.json["callbacks"][0]["type"] == "SuspendedTextOutputCallback"
    message = office.wait_for(count + 1)
    assert message["Subject"] == "Bestätigen Sie Ihre E-Mail-Adresse" and message["To"] == address_of(somebody)
    assert message.get_content_type() == "multipart/alternative" and message["Auto-Submitted"] == "auto-generated"
    assert "Öffnen Sie diesen Link" in body(message, "plain") and "Öffnen Sie diesen Link" in body(message, "html")
    assert link(message).replace("&", "&amp;") in body(message, "html")
    assert message.defects == [] and all(part.defects == [] for part in message.walk())


def test_long_names_and_subjects_are_folded_and_read_as_they_were_meant(server, office):
    """By the mail server's own library: no line over 78 characters, no encoded word over 75, and the words as they were."""
    subject, name = "Grüße aus Zürich, liebe Ada Lovelace, und eine schöne Fahrt über die Brücke 👩‍💻 morgen", "Die Poststelle für Bücher & größere Sachen der Universität"
    template = {
        "subject": {"en": subject}, "message": {"en": "<p>{{object.resumeURI}}</p>"}, "from": f"{name} <no-reply@example.com>",
        "enabled": True, "mimeType": "text/html", "defaultLocale": "en",
    }  # fmt: skip
    count, address = len(office.messages), address_of(f"fold{uuid.uuid4().hex[:6]}")
    kept = server.command("template", "show", "registration", "--realm", "alpha")
    server.command("template", "save", "registration", "-", "--realm", "alpha", input=json.dumps({**kept, **{k: template[k] for k in ("subject", "from")}}))
    server.has_seen_changes()
    try:
        assert register(server, address.split("@")[0]).status == 200
        message = office.wait_for(count + 1)
    finally:
        server.command("template", "save", "registration", "-", "--realm", "alpha", input=json.dumps(kept))
    head = office.sources[-1].split(b"\r\n\r\n")[0].split(b"\r\n")
    assert all(len(line) <= 78 for line in head), head
    assert all(len(word) <= 75 for line in head for word in line.split() if word.startswith(b"=?")), head
    assert message["Subject"] == subject and message.defects == []
    # Read by the older of the library's two parsers: the newer one of Python 3.11 puts a space between the encoded words of a name.
    source = email.message_from_bytes(office.sources[-1], policy=email.policy.compat32)
    assert str(make_header(decode_header(source["From"]))) == f"{name} <no-reply@example.com>" and message["From"].defects == ()


# Registration: the step protocol, the terminal, the browser


def test_a_link_works_once_and_only_in_its_realm(server, office, somebody):
    assert register(server, somebody).status == 200
    address = office.link_to(address_of(somebody))
    assert resume(server, address, realm="realms/root").status == 401
    done = resume(server, address)
    assert done.status == 200 and done.json["tokenId"]
    used = resume(server, address)
    assert used.status == 401 and "detail" not in used.json and "SuspendedAuthSessionException: No result found" in used.json["message"]


def test_a_suspended_registration_survives_a_crash_of_the_server(tmp_path, somebody):
    server = Server(tmp_path)
    server.start()
    try:
        with post_office(tmp_path) as office:
            office.serve(server)
            assert register(server, somebody).status == 200
            address = link(office.wait_for(1))
            server.kill()
            server.start()
            assert resume(server, address).json["tokenId"]
            server.kill()
            server.start()
            assert resume(server, address).status == 401, "and that it was used survives too"
    finally:
        server.stop()


def test_a_registration_in_the_terminal(server, office, somebody, tmp_path):
    questions = ["1", QUESTIONS[0][1], "2", QUESTIONS[1][1]]
    typed = [somebody, "Ada", "Lovelace", address_of(somebody), "y", "n", NEW_PASSWORD, *questions, "y"]
    arguments = ["login", "--server", f"{server.base}/am"]
    first = server.run(
        *arguments, "--journey", "VerifiedRegistration", input="\n".join(typed) + "\n",
        environment={"XDG_STATE_HOME": str(tmp_path / "one")},
    )  # fmt: skip
    assert first.returncode == 1 and "--resume" in first.stderr, first.stderr
    address = office.link_to(address_of(somebody))
    other = {"XDG_STATE_HOME": str(tmp_path / "another device")}
    second = server.run(*arguments, "--resume", address, environment=other)
    assert second.returncode == 0 and f"signed in as {somebody}" in second.stdout, second.stderr
    third = server.run(*arguments, "--resume", address, environment=other)
    assert third.returncode == 1 and "used before" in third.stderr


def fill_in(browser, name: str) -> None:
    inputs = {"IDToken1": name, "IDToken2": "Ada", "IDToken3": "Lovelace", "IDToken4": address_of(name), "IDToken7": NEW_PASSWORD}
    for field, value in inputs.items():
        browser.find_element(By.ID, field).send_keys(value)
    for index, (question, answer) in enumerate(QUESTIONS, start=8):
        Select(browser.find_element(By.ID, f"IDToken{index}question")).select_by_visible_text(question)
        browser.find_element(By.ID, f"IDToken{index}answer").send_keys(answer)
    browser.find_element(By.ID, "IDToken10").click()
    press(browser)


def press(browser) -> None:
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]").click()


def wait_for_text(browser, text: str) -> None:
    # The page may change between finding an element and reading it.
    wait = WebDriverWait(browser, 10, ignored_exceptions=[StaleElementReferenceException])
    wait.until(lambda page: text in page.find_element(By.TAG_NAME, "main").text)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_registration_in_the_browser_and_its_link_in_another(server, office, somebody, script, results):
    with chromium(script) as browser:
        browser.get(f"{server.base}/realms/alpha/login?journey=VerifiedRegistration")
        fill_in(browser, somebody)
        wait_for_text(browser, "An email has been sent")
        browser.save_screenshot(str(results / f"mail-{script}-1-sent.png"))
        assert violations(browser) == [] and (not script or barriers(browser) == [])
        assert not browser.find_elements(By.CSS_SELECTOR, "main form")
    address = office.link_to(address_of(somebody))
    assert curl("GET", address).status == 200, "a program that looks into the mail spends nothing"
    with chromium(script) as another:
        another.get(address)
        another.save_screenshot(str(results / f"mail-{script}-2-link.png"))
        assert violations(another) == [] and (not script or barriers(another) == [])
        press(another)
        WebDriverWait(another, 10).until(lambda page: page.current_url == f"{server.base}/")
        assert any(cookie["name"] == "iPlanetDirectoryPro" for cookie in another.get_cookies())
    # In the browser that used it, the link would get the same result for some seconds more.
    with chromium(script) as third:
        third.get(address)
        press(third)
        wait_for_text(third, "used already")
        third.save_screenshot(str(results / f"mail-{script}-3-used.png"))
    user = server.command("user", "get", somebody, "--realm", "alpha")
    assert user["mail"] == address_of(somebody)


def test_a_registration_by_an_app_with_the_documented_sdk(server, office, somebody, tmp_path):
    def app(device: str, *arguments: str) -> subprocess.CompletedProcess:
        state = {**os.environ, "XDG_STATE_HOME": str(tmp_path / device)}
        return subprocess.run([PROGRAM.parent / "register-peer", *arguments], capture_output=True, text=True, timeout=60, env=state)

    told = app("one", "register", server.base, somebody)
    assert told.returncode == 0 and "An email has been sent" in told.stdout, told.stderr
    address = office.link_to(address_of(somebody))
    resumed = app("another", "resume", server.base, address)
    assert resumed.returncode == 0 and resumed.stdout.strip(), resumed.stderr
    assert app("another", "resume", server.base, address).returncode != 0
    assert server.command("user", "get", somebody, "--realm", "alpha")["mail"] == address_of(somebody)


# A forgotten password


def test_a_forgotten_password_is_chosen_anew_in_the_browser(server, office, somebody):
    assert register(server, somebody).status == 200
    assert resume(server, office.link_to(address_of(somebody))).status == 200
    with chromium() as browser:
        browser.get(f"{server.base}/realms/alpha/login?journey=ResetPassword")
        browser.find_element(By.ID, "IDToken1").send_keys(address_of(somebody))
        press(browser)
        address = office.link_to(address_of(somebody), 2)
        browser.get(address)
        press(browser)
        browser.find_element(By.ID, "IDToken1").send_keys("difference engine")
        press(browser)
        wait_for_text(browser, "Your password is changed")
        browser.find_element(By.CSS_SELECTOR, "main a.button").click()
        WebDriverWait(browser, 10).until(lambda page: page.current_url == f"{server.base}/")
    old = submit(server, fill(start(server, "sdkUsernamePasswordJourney"), somebody, NEW_PASSWORD))
    new = submit(server, fill(start(server, "sdkUsernamePasswordJourney"), somebody, "difference engine"))
    assert (old.status, new.status) == (401, 200)


@pytest.mark.parametrize("journey", ["ResetPassword", "ForgottenUsername"])
def test_who_has_an_account_does_not_show(server, office, journey):
    count = len(office.messages)
    answers = []
    asked = ["demo.user@example.com", "nobody@example.com"]
    for address in asked:
        step = start(server, journey)
        step["callbacks"][0]["input"][0]["value"] = address
        reply = submit(server, step)
        assert reply.status == 200
        answers.append(reply.json["callbacks"])
    assert answers[0] == answers[1]
    office.wait_for_one_to("demo.user@example.com", after=count)
    assert [message["To"] for message in office.messages[count:] if message["To"] in asked] == ["demo.user@example.com"]
