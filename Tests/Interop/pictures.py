"""Takes the pictures of the README from the programs: the sign-in page, the phone that asks, and the command line. `python Tests/Interop/pictures.py`."""

import base64
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from selenium.webdriver.common.by import By  # noqa: E402

from support.browser import chromium, sign_in  # noqa: E402
from support.phone import Phone  # noqa: E402
from support.server import PASSWORD, PROGRAM, REPOSITORY, USER, Server  # noqa: E402

FOLDER = REPOSITORY / "docs/screenshots"
SIZE = {"width": 400, "height": 640, "deviceScaleFactor": 1, "mobile": False}


def shoot(browser, name: str) -> None:
    shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    (FOLDER / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


def terminal(name: str, *runs: tuple[str, str]) -> None:
    """Commands and what they printed, as an SVG."""
    lines = [line for command, output in runs for line in (f"$ {command}", *output.rstrip("\n").split("\n"), "")][:-1]
    width, height = max(map(len, lines)) * 8.4 + 32, len(lines) * 20 + 28
    rows = "".join(f'<text x="16" y="{30 + 20 * at}" xml:space="preserve">{escape(line)}</text>' for at, line in enumerate(lines))
    (FOLDER / f"{name}.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-family="DejaVu Sans Mono, monospace" font-size="14" fill="#e6e6e6">'
        f'<rect width="100%" height="100%" rx="8" fill="#1c2128"/>{rows}</svg>\n')


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server, phone = Server(Path(folder)), Phone(folder)
        server.start()
        try:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZE)
            browser.get(f"{server.base}/realms/alpha/login?journey=Login")
            shoot(browser, "sign-in")
            phone.pair(server, USER)
            phone.show()
            browser.get(f"{server.base}/realms/alpha/login?journey=PhoneLogin")
            sign_in(browser)
            asking = browser.current_window_handle
            browser.switch_to.new_window("window")
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZE)
            browser.get(phone.page)
            for _ in range(50):
                if "Approve" in browser.find_element(By.TAG_NAME, "body").text:
                    break
                time.sleep(0.2)  # the page follows the phone
            shoot(browser, "phone")
            browser.switch_to.window(asking)
            data = ["--data-directory", str(server.data)]
            login = subprocess.run([*map(str, (PROGRAM, "login", "--server", f"{server.base}/am"))], input=f"{USER}\n{PASSWORD}\n", text=True, capture_output=True,
                                   env={"HOME": folder, "XDG_STATE_HOME": folder, "PATH": "/usr/bin:/bin"})  # fmt: skip
            terminal("command-line", ("gatehouse login", login.stdout.replace("User Name:   Password: ", f"User Name: {USER}\n  Password:\n")),
                     ("gatehouse client create shop --redirect https://shop.example.com/callback --scope openid",
                      server.run("client", "create", "shop", "--redirect", "https://shop.example.com/callback", "--scope", "openid", *data).stdout),
                     ("gatehouse user lock demo --dry-run", server.run("user", "lock", USER, "--dry-run", *data).stdout))  # fmt: skip
        finally:
            phone.stop()
            server.stop()


if __name__ == "__main__":
    main()
