"""A walk past every hosted page and the phone's, in a language. Whoever walks is called at each page, with its name."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.wait import WebDriverWait

from support.browser import chromium, sign_in
from support.documents import film, photograph
from support.phone import Phone
from support.server import PASSWORD, USER, Server
from support.words import Words

Visit = Callable[[object, str], None]
VERIFICATION = "pages.verification"


def press(browser) -> None:
    browser.find_element(By.CSS_SELECTOR, "main form button[type=submit]:not([aria-hidden])").click()


def comes(browser, title: str) -> None:
    """Waits for the page with a heading; the page may be replaced meanwhile."""
    wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: seen.find_element(By.TAG_NAME, "h1").text == title)


def shows(browser, selector: str) -> None:
    wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: seen.find_elements(By.CSS_SELECTOR, selector))


def choose(browser, text: str) -> None:
    """Presses the button or link that shows a text."""
    path = f"//*[self::button or self::a][normalize-space()='{text}']"
    wait = WebDriverWait(browser, 30, ignored_exceptions=[WebDriverException])
    wait.until(lambda seen: next(each for each in seen.find_elements(By.XPATH, path) if each.is_displayed()).click() or True)


class Tour:
    def __init__(self, server: Server, directory: Path, words: Words, visit: Visit):
        self.server, self.directory, self.words, self.visit = server, directory, words, visit

    def prepare(self) -> None:
        self.server.command("client", "create", "shop", "--realm", "alpha", "--redirect", "https://shop.example/callback", "--scope", "openid", "--scope", "profile")
        self.server.command("client", "set", "shop", "impliedConsent=false", "name=The Shop", "--realm", "alpha")
        self.server.has_seen_changes()

    def walk(self) -> None:
        with self.browser() as browser:
            self.strangers(browser)
            self.users(browser)
            browser.delete_all_cookies()
            self.phones(browser)
        self.verified()
        self.rejected()

    def browser(self, arguments: tuple[str, ...] = ()):
        return chromium(arguments=arguments, preferences=self.words.preferences)

    def authorize(self, redirect: str) -> str:
        query = {
            "client_id": "shop", "redirect_uri": redirect, "response_type": "code", "scope": "openid profile",
            "code_challenge": "A" * 43, "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{self.server.base}/realms/alpha/authorize?{urlencode(query)}"

    def strangers(self, browser) -> None:
        login = f"{self.server.base}/realms/alpha/login"
        browser.get(self.server.base)
        self.visit(browser, "welcome")
        browser.get(login)
        self.visit(browser, "sign-in")
        sign_in(browser, USER, "wrong")
        self.visit(browser, "sign-in-wrong")
        for name, journey in [("registration", "Registration"), ("reset", "ResetPassword"), ("passkey", "PasskeyLogin"), ("qr-code", "CodeLogin")]:
            browser.get(f"{login}?journey={journey}")
            self.visit(browser, name)
        self.refused(browser)
        browser.get(f"{self.server.base}/nothing")
        self.visit(browser, "not-found")
        browser.get(self.authorize("https://wrong.example/callback"))
        self.visit(browser, "redirect-error")
        browser.get(f"{self.server.base}/signed-out")
        self.visit(browser, "signed-out")

    def refused(self, browser) -> None:
        """A registration with a password that breaks the rules."""
        browser.get(f"{self.server.base}/realms/alpha/login?journey=Registration")
        for element in browser.find_elements(By.CSS_SELECTOR, "main input:not([type=hidden]):not([type=checkbox])"):
            element.send_keys({"password": "abc", "email": "x@example.com"}.get(element.get_attribute("type"), "ab"))
        press(browser)
        self.visit(browser, "registration-refused")

    def users(self, browser) -> None:
        browser.get(f"{self.server.base}/welcome/sign-in")
        sign_in(browser, USER, PASSWORD)
        self.visit(browser, "signed-in")
        browser.get(f"{self.server.base}/realms/alpha/account")
        self.visit(browser, "account")
        browser.execute_script("document.querySelectorAll('main details').forEach(each => each.open = true)")
        self.visit(browser, "account-open")
        self.passkeys(browser)
        browser.get(self.authorize("https://shop.example/callback"))
        self.visit(browser, "consent")
        browser.get(f"{self.server.alpha}/connect/endSession")
        self.visit(browser, "sign-out")

    def passkeys(self, browser) -> None:
        options = VirtualAuthenticatorOptions()
        options.protocol, options.transport = "ctap2", "internal"
        options.has_resident_key = options.has_user_verification = options.is_user_verified = True
        options.is_user_consenting = False  # the page stays while it waits for the user
        browser.add_virtual_authenticator(options)
        choose(browser, self.words["pages.passkeys.add"])
        self.visit(browser, "password-again")
        browser.find_element(By.CSS_SELECTOR, "main input[type=password]").send_keys(PASSWORD)
        press(browser)
        shows(browser, "[data-passkey]")
        self.visit(browser, "passkey-registration")
        browser.remove_virtual_authenticator()

    def phones(self, browser) -> None:
        phone = Phone(self.directory)
        try:
            phone.pair(self.server, USER)
            phone.show()
            browser.get(f"{self.server.base}/realms/alpha/login?journey=PhoneLogin")
            sign_in(browser)
            asking = browser.current_window_handle
            self.visit(browser, "sign-in-by-phone")
            browser.switch_to.new_window("window")
            browser.get(phone.page)
            shows(browser, ".request .approve")
            self.visit(browser, "phone")
            browser.get(phone.page + "verify")
            self.visit(browser, "phone-verify")
            browser.find_element(By.NAME, "code").send_keys(self.server.command("verification", "create", USER, "--realm", "alpha")["uri"])
            browser.find_element(By.NAME, "trust").click()
            browser.find_element(By.CSS_SELECTOR, "form[action='/verify/begin'] button").click()
            shows(browser, "form[action='/verify/submit']")
            self.visit(browser, "phone-verify-begun")
            browser.get(phone.page + "wallet")
            self.visit(browser, "phone-wallet")
            browser.close()
            browser.switch_to.window(asking)
        finally:
            phone.stop()

    def begin(self, browser, document: str) -> str:
        """Begins a verification on its page, as far as the first picture; its id."""
        made = self.server.command("verification", "create", USER, "--realm", "alpha")
        browser.get(made["uri"])
        comes(browser, self.words[f"{VERIFICATION}.title"])
        self.visit(browser, "verify-1-consent")
        self.press(browser, "agree")
        comes(browser, self.words[f"{VERIFICATION}.chooseTitle"])
        self.visit(browser, "verify-2-document")
        browser.find_element(By.CSS_SELECTOR, f"input[value={document}]").click()
        choose(browser, self.words["pages.proceed"])
        return made["id"]

    def press(self, browser, name: str) -> None:
        """Presses a button of the verification's pages."""
        choose(browser, self.words[f"{VERIFICATION}.{name}"])

    def advance(self, browser, title: str) -> None:
        """Goes to the next page, past the faults that a drawn picture has."""
        wait = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
        wait.until(lambda seen: seen.find_elements(By.ID, "faults") or seen.find_element(By.TAG_NAME, "h1").text == title)
        if browser.find_elements(By.ID, "faults"):
            self.press(browser, "keep")
        comes(browser, title)

    def shoot(self, browser) -> None:
        wait = WebDriverWait(browser, 30, ignored_exceptions=[WebDriverException])
        wait.until(lambda seen: seen.execute_script("return document.querySelector('video').videoWidth > 0"))

    def verified(self) -> None:
        """A driving licence before the camera, whose holder is approved."""
        says = self.words[VERIFICATION]
        played = film(self.directory / "licence.mjpeg")
        with self.browser(("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={played}")) as browser:
            self.begin(browser, "DRIVING_LICENSE")
            comes(browser, says["fronts"]["DRIVING_LICENSE"])
            self.shoot(browser)
            self.visit(browser, "verify-3-camera")
            self.press(browser, "shoot")
            self.visit(browser, "verify-4-taken")
            self.press(browser, "use")
            self.advance(browser, says["backs"]["DRIVING_LICENSE"])
            self.shoot(browser)
            self.press(browser, "shoot")
            self.press(browser, "use")
            self.advance(browser, says["reviewTitle"])
            self.visit(browser, "verify-6-review")
            self.press(browser, "submit")
            comes(browser, says["outcomes"]["approved"]["title"])
            self.visit(browser, "verify-8-verified")

    def rejected(self) -> None:
        """A passport from a file, whose holder is rejected."""
        says = self.words[VERIFICATION]
        with self.browser() as browser:
            transaction = self.begin(browser, "PASSPORT")
            shows(browser, "input[type=file]")
            self.visit(browser, "verify-3-upload")
            browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(photograph(self.directory / "front.jpg", symbol=False))
            self.press(browser, "send")
            WebDriverWait(browser, 60).until(lambda seen: seen.find_elements(By.ID, "faults") or says["reviewTitle"] in seen.page_source)
            if browser.find_elements(By.ID, "faults"):
                self.visit(browser, "verify-5-faults")
            self.advance(browser, says["reviewTitle"])
            self.press(browser, "submit")
            comes(browser, says["outcomes"]["waiting"]["title"])
            self.visit(browser, "verify-7-waiting")
            self.server.command("verification", "decide", USER, transaction, "FAIL", "--reason", "unreadable", "--realm", "alpha")
            browser.refresh()
            comes(browser, says["outcomes"]["failed"]["title"])
            self.visit(browser, "verify-8-failed")
