"""Zones of ICAO Doc 9303 as text, written independently of the package's own formatter."""

from . import people

# The lines and columns of each kind, and the size of its page in millimetres (Doc 9303-4 to -7).
SHAPES = {"TD1": (3, 30), "TD2": (2, 36), "TD3": (2, 44), "MRV-A": (2, 44), "MRV-B": (2, 36)}
PAGES = {"TD1": (85.6, 54.0), "TD2": (105.0, 74.0), "TD3": (125.0, 88.0), "MRV-A": (120.0, 80.0), "MRV-B": (105.0, 74.0)}
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"


def check(text):
    """The check digit of a text (Doc 9303-3, 4.9)."""
    values = (0 if c == "<" else ALPHABET.index(c) for c in text)
    return str(sum(v * (7, 3, 1)[i % 3] for i, v in enumerate(values)) % 10)


def checked(text):
    return text + check(text)


def fill(text, length):
    return text[:length].ljust(length, "<")


def name(person, length):
    parts = [part.replace(" ", "<") for part in (person.family, person.given)]
    return fill("<<".join(parts), length)


def optional(random, length):
    """Optional data, empty for most documents."""
    if random.random() < 0.55:
        return "<" * length
    kind = random.random()
    some = people.digits if kind < 0.5 else people.mixed
    return fill(some(random, int(random.integers(4, length + 1))), length)


def day(value):
    return value.strftime("%y%m%d")


def zone(random, person, kind):
    """The lines of a zone of a kind for a person."""
    number = checked(fill(people.number(random), 9))
    nationality, state = fill(person.nationality, 3), fill(person.country, 3)
    born, expires = checked(day(person.born)), checked(day(person.expires))
    dates = born + person.sex + expires
    second = "<" if random.random() < 0.7 else people.letters(random, 1)
    if kind == "TD1":
        first = "ACI"[random.integers(0, 3)] + second + state + number + optional(random, 15)
        extra = optional(random, 11)
        composite = check(first[5:30] + born + expires + extra)
        return [first, dates + nationality + extra + composite, name(person, 30)]
    lines, columns = SHAPES[kind]
    letter = {"TD2": "ACI"[random.integers(0, 3)], "TD3": "P"}.get(kind, "V")
    top = letter + second + state + name(person, columns - 5)
    middle = number + nationality + dates
    if kind == "TD2":
        extra = optional(random, 7)
        return [top, middle + extra + check(number + born + expires + extra)]
    if kind == "TD3":
        extra = optional(random, 14)
        extra += "<" if extra == "<" * 14 and random.random() < 0.5 else check(extra)
        return [top, middle + extra + check(number + born + expires + extra)]
    return [top, middle + optional(random, columns - 28)]


def kind(random):
    """A kind as often as the rates have it."""
    return str(random.choice(["TD3", "TD1", "TD2", "MRV-A", "MRV-B"], p=[0.45, 0.25, 0.2, 0.05, 0.05]))
