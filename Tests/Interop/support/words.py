"""The server's own texts in a language, from the file that the server has them from."""

import json

from support.server import REPOSITORY

FOLDER = REPOSITORY / "Sources/Server/Translations/Languages"
FILES = {"en": "English", "de": "German", "ar": "Arabic"}


class Words:
    def __init__(self, language: str):
        self.language = language
        source = (FOLDER / f"{FILES[language]}.swift").read_text()
        self.texts = json.loads(source.split('#"""')[1].split('"""#')[0])

    def __getitem__(self, path: str) -> str:
        """The text at a path such as `pages.account.title`."""
        text = self.texts
        for key in path.split("."):
            text = text[key]
        return text

    @property
    def flat(self) -> list[str]:
        """All texts."""
        return list(texts(self.texts))

    @property
    def preferences(self) -> dict:
        """What a browser is told whose reader has this language."""
        return {"intl.accept_languages": self.language, "intl.selected_languages": self.language}


def texts(part):
    """The texts of a part, from wherever they are in it."""
    if isinstance(part, str):
        yield part
    else:
        for each in part.values() if isinstance(part, dict) else part:
            yield from texts(each)
