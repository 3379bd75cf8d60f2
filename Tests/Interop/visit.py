"""Signs in to an app as its user does: `visit.py URL USER PASSWORD`. It ends well when the app greets the user."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

from support.browser import chromium, sign_in  # noqa: E402

if __name__ == "__main__":
    address, user, password = sys.argv[1:]
    with chromium() as browser:
        browser.get(address)
        browser.find_element(By.XPATH, "//a[text()='Sign in'] | //button[text()='Sign in']").click()
        sign_in(browser, user, password)
        # The page may be replaced while it is read.
        WebDriverWait(browser, 30, ignored_exceptions=[WebDriverException]).until(lambda seen: f"Hello, {user}." in seen.find_element(By.TAG_NAME, "body").text)
        print(f"{address}: Hello, {user}.")
