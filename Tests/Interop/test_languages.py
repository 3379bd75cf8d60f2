"""Every hosted page and the phone's, as a German and an Arabic reader get them: nothing keeps people out, no text is in another language without a
mark (WCAG 3.1.2), none is cut off, codes and addresses are read from left to right, and no page is heavy."""

import json

import pytest

from support.browser import barriers, violations
from support.server import Server
from support.tour import Tour
from support.words import Words

# Names, and words that are the same in all languages.
NAMES = {"Gatehouse", "The", "Shop", "demo", "Demo", "User", "phone", "localhost", "Chrome", "Linux", "OpenID", "Connect", "JPEG", "PNG", "MB", "QR"}
PROBE = """
const own = document.documentElement.lang, seen = [];
const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (nodes.nextNode()) {
  const parent = nodes.currentNode.parentElement, text = nodes.currentNode.data.trim();
  // Programs' words, values and marked texts are not the page's.
  if (!text || parent.closest('script, style, noscript, code, td, bdi, time') || parent.closest('[lang]').lang !== own) continue;
  if (parent.closest('button[aria-hidden]') === null) seen.push(text);
}
return seen.concat([...document.querySelectorAll('[aria-label], [alt], [placeholder]')]
  .filter(each => each.closest('[lang]').lang === own)
  .map(each => each.getAttribute('aria-label') || each.alt || '').filter(text => text));
"""
CUT = """
return [...document.querySelectorAll('button, .button, h1, h2, h3, label, legend, li, p, dt, dd, th, td, summary, small')]
  .filter(each => !each.matches('[aria-hidden]') && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.outerHTML.slice(0, 160));
"""
TURNED = """
const plain = 'input:is([type=email], [type=tel], [type=url], [type=number], [type=password], [inputmode=numeric], [autocomplete=username]), output[dir], code';
return [...document.querySelectorAll(plain)].filter(each => getComputedStyle(each).direction !== 'ltr').map(each => each.outerHTML.slice(0, 160));
"""
WEIGHT = """
const page = performance.getEntriesByType('navigation')[0];
const needed = performance.getEntriesByType('resource').filter(each => ['link', 'script', 'css'].includes(each.initiatorType) && !/icon|svg/.test(each.name));
return [page.decodedBodySize, 1 + needed.length];
"""


def untranslated(shown: list[str], words: Words, english: Words) -> list[str]:
    """The texts that are our English ones, and in another script those with words of Latin letters."""
    own = set(words.flat)
    found = [text for text in shown if text in set(english.flat) - own - NAMES]
    if words.language == "ar":
        # Codes and names may stand in a sentence.
        found += [text for text in shown if text.isascii() and "://" not in text and set(latin(text)) - NAMES - own]
    return found


def latin(text: str) -> list[str]:
    kept = "".join(letter if letter.isascii() and letter.isalpha() else " " for letter in text)
    return [word for word in kept.split() if len(word) > 2]


@pytest.mark.parametrize("language", ["de", "ar"])
def test_every_page_is_in_the_readers_language(tmp_path, language):
    words, english, found, visited = Words(language), Words("en"), [], []

    def look(browser, name: str) -> None:
        visited.append(name)
        seen = browser.execute_script("return [document.documentElement.lang, document.documentElement.dir]")
        faults = [] if seen == [language, "rtl" if language == "ar" else "ltr"] else [f"the page is marked {seen}"]
        faults += [f"not translated: {text}" for text in untranslated(browser.execute_script(PROBE), words, english)]
        faults += [f"cut off: {element}" for element in browser.execute_script(CUT)]
        faults += [f"not from left to right: {element}" for element in browser.execute_script(TURNED)]
        size, requests = browser.execute_script(WEIGHT)
        if size > 20_000 or requests > 3:
            faults.append(f"{size} bytes, {requests} requests")
        faults += barriers(browser, ("light", "320 pixels")) + violations(browser)
        found.extend(f"{name}: {fault}" for fault in faults)

    server = Server(tmp_path, host="localhost")
    tour = Tour(server, tmp_path, words, look)
    server.start()
    try:
        tour.prepare()
        tour.walk()
    finally:
        server.stop()
    assert found == [] and len(visited) >= 30, json.dumps(found, indent=1, ensure_ascii=False)
