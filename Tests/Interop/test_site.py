"""The documentation site: it builds without a warning, leads nowhere that isn't there, asks no other host, and is searched from files."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from support.browser import chromium
from support.server import REPOSITORY

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.links, self.loaded, self.ids = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.add(values.get("id") or values.get("name"))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADED and values.get(LOADED[tag]):
            self.loaded.append(values[LOADED[tag]])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preconnect", "preload"):
            self.loaded.append(values["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(REPOSITORY / "mkdocs.yml"), "--site-dir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}


def test_no_page_asks_another_host(pages):
    assert {(path.name, address) for path, page in pages.items() for address in page.loaded if urlsplit(address).netloc} == set()


def test_links_lead_somewhere(site, pages):
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or (site / "api") in (path.parent / parts.path).resolve().parents:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.exists() or (parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].ids):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []


def test_the_modules_reference_is_of_modules_that_are_documented(pages):
    modules = {path.name.lower() for layer in ("Kernel", "Client", "Compatibility") for path in (REPOSITORY / "Sources" / layer).iterdir()}
    named = {link.split("api/documentation/")[1].split("/")[0] for page in pages.values() for link in page.links if "api/documentation/" in link}
    assert named and named <= modules


def test_the_commands_are_there(site):
    text = (site / "commands/gatehouse.html").read_text()
    assert "gatehouse realm trust load" in text and "--dry-run" in text


def test_a_search_from_files(site):
    with chromium() as browser:
        browser.get((site / "index.html").as_uri())
        browser.find_element(By.CSS_SELECTOR, "[name=query]").send_keys("sessionLifetime")
        found = WebDriverWait(browser, 30).until(lambda seen: [
            each.get_attribute("href") for each in seen.find_elements(By.CSS_SELECTOR, ".md-search-result__link")])  # fmt: skip
        assert any("realm-settings.html" in address for address in found), found
