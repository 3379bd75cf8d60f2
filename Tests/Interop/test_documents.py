"""Licences and zones beside PyPI's aamva-parser and mrz: a thousand generated documents of each, from a seed.

Each difference must be one of document-differences.tsv, and each row of it must occur.
"""

import csv
import os
import random
from pathlib import Path

import aamva_parser
import pytest
from mrz.checker.mrva import MRVACodeChecker
from mrz.checker.mrvb import MRVBCodeChecker
from mrz.checker.td1 import TD1CodeChecker
from mrz.checker.td2 import TD2CodeChecker
from mrz.checker.td3 import TD3CodeChecker

from support.peer import Peer

CASES = int(os.environ.get("DOCUMENT_CASES", "1000"))
TODAY = {"year": 2026, "month": 11, "day": 28}
TABLE = Path(__file__).parent / "document-differences.tsv"


@pytest.fixture(scope="module")
def peer():
    made = Peer("document")
    yield made
    made.close()


@pytest.fixture(scope="module")
def rows():
    with TABLE.open() as file:
        return {(row["library"], row["difference"]) for row in csv.DictReader(file, delimiter="\t")}


class Differences:
    """The differences that occurred, each by its name in the table."""

    def __init__(self, library, rows):
        self.expected = {name for of, name in rows if of == library}
        self.occurred = set()

    def compare(self, field, ours, theirs, explanations, context):
        if ours == theirs:
            return
        for name, explains in explanations.get(field, {}).items():
            if explains(ours, theirs):
                assert name in self.expected, f"{name} has no row"
                self.occurred.add(name)
                return
        raise AssertionError(f"{field}: {ours!r} here, {theirs!r} there, of {context!r}")

    def close(self):
        assert self.occurred == self.expected


# Licences.

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def word(rng, least, most):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(least, most)))


def day(rng, first, last):
    return rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28)


def licence(rng):
    """The payload of an invented card of version 02 to 10, with what was written into it."""
    version = rng.choice([2, 3, 4, 5, 6, 7, 8, 9, 10])
    canadian = rng.random() < 0.25
    kind = rng.choice(["DL", "ID"])

    def date(parts):
        return "{:04}{:02}{:02}".format(*parts) if canadian else "{1:02}{2:02}{0:04}".format(*parts)

    written = {
        "family": word(rng, 3, 18), "first": word(rng, 2, 12), "middle": rng.choice(["", word(rng, 2, 9)]),
        "birthDate": day(rng, 1930, 2008), "issueDate": day(rng, 2016, 2025), "expiryDate": day(rng, 2027, 2035),
        "number": word(rng, 1, 2) + str(rng.randint(10**5, 10**9)), "city": word(rng, 4, 12), "street": f"{rng.randint(1, 9999)} {word(rng, 3, 9)} ST",
    }  # fmt: skip
    elements = {
        "DAQ": written["number"], "DCS": written["family"], "DBD": date(written["issueDate"]), "DBB": date(written["birthDate"]),
        "DBA": date(written["expiryDate"]), "DBC": rng.choice("129"), "DAY": rng.choice(["BLU", "BRO", "GRN", "HAZ", "DIC", "UNK"]),
        "DAU": f"{rng.randint(140, 210):03} cm" if canadian else f"{rng.randint(54, 84):03} in", "DAG": written["street"], "DAI": written["city"],
        "DAJ": "ON" if canadian else "AZ", "DAK": ("K1A 0B1" if canadian else str(rng.randint(10**8, 10**9 - 1))).ljust(11), "DCF": word(rng, 8, 16),
        "DCG": "CAN" if canadian else "USA", "DCA": "D", "DCB": "NONE", "DCD": "NONE", "DAZ": rng.choice(["BLK", "BLN", "GRY", "RED", "WHI"]),
        "DCK": word(rng, 6, 12), "DCU": rng.choice(["", "JR", "SR", "III"]),
    }  # fmt: skip
    if version < 4:
        elements["DCT"] = ",".join(name for name in (written["first"], written["middle"]) if name)
        elements["DCH"] = "NONE"
    else:
        elements |= {"DAC": written["first"], "DAD": written["middle"] or "NONE", "DDE": rng.choice("TNU"), "DDF": "N", "DDG": "N"}
        elements |= {"DAW": f"{rng.randint(90, 300):03}"}
    order = list(elements)
    rng.shuffle(order)
    body = kind + "".join(f"{name}{elements[name]}\n" for name in order) + "\r"
    issuer = "636012" if canadian else "636026"
    payload = f"@\n\x1e\rANSI {issuer}{version:02}0001{kind}0031{len(body):04}{body}"
    return payload, written, elements


def text(value):
    """A value of theirs as a text: days as ISO 8601, members of enumerations by their value."""
    if value is None:
        return ""
    if hasattr(value, "strftime"):
        return value.strftime("%Y-%m-%d")
    return str(getattr(value, "value", value))


SEXES = {"male": "Male", "female": "Female", "unspecified": "Other", "": "Unknown"}
EYES = {"BLU": "Blue", "BRO": "Brown", "GRN": "Green", "HAZ": "Hazel", "DIC": "Dichromatic", "UNK": "Unknown"}
HAIR = {"BLK": "Black", "BLN": "Blond", "GRY": "Grey", "RED": "Red", "WHI": "White"}
COUNTRIES = {"USA": "United States", "CAN": "Canada"}
SUFFIXES = {"": "Unknown", "JR": "Junior", "SR": "Senior", "III": "Third"}
TRUNCATIONS = {"T": "Truncated", "N": "None", "U": "Unknown", "": "Unknown"}


def inches(height):
    """The inches of a height that is written for readers."""
    if height.endswith(" cm"):
        return round(int(height[:-3]) / 2.54)
    feet, rest = height.split("' ")
    return int(feet) * 12 + int(rest.rstrip('"'))


def holds_identifier(elements):
    """Whether an identifier occurs within a value, or begins in the value's own identifier."""
    others = {*elements, "DDE", "DAC", "DAD", "DCT", "DAH", "DCI", "DCJ"}
    return any(other in (name + value)[1:] for name, value in elements.items() for other in others)


def licence_differences(elements):
    """What explains a difference in a field, by its name in the table."""
    absent = {"canadian date": lambda ours, theirs: theirs == "" and elements["DCG"] == "CAN"}
    explanations = {
        "birthDate": absent, "issueDate": absent, "expiryDate": absent,
        "first": {"given names": lambda ours, theirs: theirs == elements.get("DCT")},
        "middle": {
            "NONE as a name": lambda ours, theirs: ours == "" and theirs == "NONE", "given names": lambda ours, theirs: "DCT" in elements and theirs == "",
        },
    }  # fmt: skip
    if holds_identifier(elements):
        fields = "family first middle birthDate issueDate expiryDate sex eyes hair street city state number discriminator country suffix".split()
        for field in [*fields, "inventoryNumber", "truncation", "postalCode", "height", "weight"]:
            explanations[field] = explanations.get(field, {}) | {"identifier within a value": lambda ours, theirs: True}
    return explanations


def test_licences(peer, rows):
    rng, differences = random.Random(46), Differences("aamva-parser", rows)
    for _ in range(CASES):
        payload, written, elements = licence(rng)
        ours, theirs = peer.ask(payload=payload), aamva_parser.parse(payload)
        data, explanations = ours["data"], licence_differences(elements)
        for name, value in written.items():
            assert data[name] == (value if isinstance(value, str) else "{:04}-{:02}-{:02}".format(*value))
        pairs = {
            "family": (data["family"], theirs.last_name), "first": (data["first"], theirs.first_name), "middle": (data["middle"], theirs.middle_name),
            "birthDate": (data["birthDate"], theirs.date_of_birth), "issueDate": (data["issueDate"], theirs.issue_date),
            "expiryDate": (data["expiryDate"], theirs.expiration_date), "sex": (SEXES[data["sex"]], theirs.gender), "eyes": (EYES[data["eyes"]], theirs.eye_color),
            "hair": (HAIR[data["hair"]], theirs.hair_color), "street": (data["street"], theirs.street_address), "city": (data["city"], theirs.city),
            "state": (data["state"], theirs.state), "number": (data["number"], theirs.drivers_license_id), "discriminator": (data["discriminator"], theirs.document_id),
            "country": (COUNTRIES[data["country"]], theirs.country), "suffix": (SUFFIXES[data["suffix"]], theirs.suffix),
            "inventoryNumber": (data["inventoryNumber"], theirs.inventory_control_number), "truncation": (TRUNCATIONS[data["familyTruncation"]], theirs.last_name_truncation),
            "postalCode": (ours["fields"]["addressZip"], theirs.postal_code),
        }  # fmt: skip
        for field, (mine, other) in pairs.items():
            differences.compare(field, mine, text(other), explanations, payload)
        differences.compare("height", inches(data["height"]), int(theirs.height or 0), explanations, payload)
        if "DAW" in elements:
            differences.compare("weight", ours["fields"]["weight"], text(theirs.weight), explanations, payload)
    differences.close()


# Zones.

CHECKERS = {"TD1": TD1CodeChecker, "TD2": TD2CodeChecker, "TD3": TD3CodeChecker, "MRV-A": MRVACodeChecker, "MRV-B": MRVBCodeChecker}
ALPHABET = "0123456789" + LETTERS


def digit(text):
    return str(sum((7, 3, 1)[i % 3] * (0 if c == "<" else ALPHABET.index(c)) for i, c in enumerate(text)) % 10)


def zone(rng):
    """The lines of an invented document, with what was written into them."""
    kind = rng.choice(list(CHECKERS))
    columns = {"TD1": 30, "TD2": 36, "TD3": 44, "MRV-A": 44, "MRV-B": 36}[kind]
    room = 30 if kind == "TD1" else columns - 5
    primary, secondary = "<".join(word(rng, 3, 8) for _ in range(rng.randint(1, 2))), "<".join(word(rng, 2, 6) for _ in range(rng.randint(0, 2)))
    name = (primary + ("<<" + secondary if secondary else ""))[:room].ljust(room, "<")
    first = {"TD1": "ACI", "TD2": "ACI", "TD3": "P", "MRV-A": "V", "MRV-B": "V"}[kind]
    head = rng.choice(first) + "<" + rng.choice(["UTO", "FRA", "D<<", "SWE", "USA"])
    long_number = kind in ("TD1", "TD2") and rng.random() < 0.2
    number = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(10, 12) if long_number else rng.randint(6, 9)))
    birth = "{:02}{:02}{:02}".format(rng.randint(0, 99), rng.randint(1, 12), rng.randint(1, 28))
    expiry = "{:02}{:02}{:02}".format(rng.randint(27, 60), rng.randint(1, 12), rng.randint(1, 28))
    sex, nationality = rng.choice("MF<"), rng.choice(["UTO", "XXX", "D<<", "GBR"])
    shown, check = (number[:9], "<") if long_number else (number.ljust(9, "<"), digit(number.ljust(9, "<")))
    optional = (number[9:] + digit(number) + "<" if long_number else "") + rng.choice(["", word(rng, 1, 2)])
    dates = birth + digit(birth) + sex + expiry + digit(expiry)
    if kind == "TD1":
        one = head + shown + check + optional.ljust(15, "<")
        second = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(0, 11))).ljust(11, "<")
        composite = digit(one[5:] + dates[:7] + dates[8:] + second)
        lines = [one, dates + nationality + second + composite, name]
    else:
        start = shown + check + nationality + dates
        if kind == "TD2":
            tail = optional.ljust(7, "<")
            lines = [head + name, start + tail + digit(start[:10] + start[13:20] + start[21:] + tail)]
        elif kind == "TD3":
            tail = optional.ljust(14, "<")
            tail += digit(tail) if optional else rng.choice("<0")
            lines = [head + name, start + tail + digit(start[:10] + start[13:20] + start[21:] + tail)]
        else:
            lines = [head + name, start + optional.ljust(columns - 28, "<")]
    assert all(len(line) == columns for line in lines)
    return kind, lines, {"number": number, "isLong": long_number, "primary": primary, "secondary": secondary}


def test_zones(peer, rows):
    rng, differences = random.Random(9303), Differences("mrz", rows)
    for _ in range(CASES):
        kind, lines, written = zone(rng)
        ours = peer.ask(zone="\n".join(lines), **TODAY)
        checker = CHECKERS[kind]("\n".join(lines), check_expiry=False, compute_warnings=False)
        theirs = checker.fields()
        assert ours["format"] == kind and ours["allChecksHold"]
        value = {name: field["value"] for name, field in ours["fields"].items()}
        assert value["documentNumber"] == written["number"]
        explanations = {
            "valid": {"long number": lambda mine, other: written["isLong"]},
            "number": {"long number": lambda mine, other: written["isLong"] and other == written["number"][:9]},
            "optional": {"long number": lambda mine, other: written["isLong"]},
        }
        pairs = {
            "valid": (True, bool(checker)), "number": (value["documentNumber"], theirs.document_number), "primary": (ours["primary"], theirs.surname),
            "secondary": (ours["secondary"], theirs.name), "state": (value["issuingState"], theirs.country), "nationality": (value["nationality"], theirs.nationality),
            "birthDate": (value["birthDate"], theirs.birth_date), "expiryDate": (value["expiryDate"], theirs.expiry_date), "sex": (value["sex"] or "<", theirs.sex or "<"),
            "optional": (value["optionalData"], theirs.optional_data.replace("<", " ").strip()),
        }  # fmt: skip
        for field, (mine, other) in pairs.items():
            differences.compare(field, mine, other, explanations, lines)
    differences.close()
