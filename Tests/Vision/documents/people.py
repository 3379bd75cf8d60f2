"""Invented people: names from syllables, dates, numbers."""

from dataclasses import dataclass
from datetime import date, timedelta

ONSETS = "B C D F G H J K L M N P Q R S T V W X Z BR CH CL DR FL GR KR PH PL SCH SH ST TH TR VL ZH".split()
VOWELS = "A E I O U Y AI AU EA EI IE OU UE".split()
CODAS = ["", "", "", "L", "M", "N", "R", "S", "T", "X", "CK", "NG", "RD", "SKI", "ST"]
COUNTRIES = """AFG ARG AUS AUT BEL BRA CAN CHE CHN CZE D DNK EGY ESP EST FIN FRA GBR GRC HRV HUN IND IRL ISL ITA JPN KEN LVA MEX
NLD NOR NZL POL PRT ROU SWE TUR USA UTO""".split()


@dataclass(frozen=True)
class Person:
    """What documents say about a person; texts hold the letters A to Z and blanks alone."""

    family: str
    given: str
    sex: str
    born: date
    expires: date
    country: str
    nationality: str


def word(random, least=2, most=3):
    """A name of some syllables."""
    parts = []
    for _ in range(random.integers(least, most + 1)):
        parts.append(str(random.choice(ONSETS)) + str(random.choice(VOWELS)) + str(random.choice(CODAS)))
    return "".join(parts)[:18]


def person(random):
    """A person; some have two family names, and most a second given name."""
    family = word(random) + (" " + word(random, 1, 2) if random.random() < 0.2 else "")
    given = word(random, 1, 3) + (" " + word(random, 1, 3) if random.random() < 0.6 else "")
    country = str(random.choice(COUNTRIES))
    return Person(
        family=family,
        given=given,
        sex=str(random.choice(["M", "F", "<"], p=[0.48, 0.48, 0.04])),
        born=date(1930, 1, 1) + timedelta(days=int(random.integers(0, 33000))),
        expires=date(2020, 1, 1) + timedelta(days=int(random.integers(0, 5400))),
        country=country,
        nationality=country if random.random() < 0.8 else str(random.choice(COUNTRIES)),
    )


def number(random):
    """A document's number of seven to nine characters, in one of three forms."""
    form, length = random.random(), int(random.choice([7, 8, 9], p=[0.1, 0.2, 0.7]))
    if form < 0.35:
        return letters(random, 1) + digits(random, length - 1)
    return digits(random, length) if form < 0.6 else mixed(random, length)


def digits(random, length):
    return "".join(str(d) for d in random.integers(0, 10, length))


def letters(random, length):
    return "".join(chr(65 + int(d)) for d in random.integers(0, 26, length))


def mixed(random, length):
    return "".join("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[int(d)] for d in random.integers(0, 36, length))
