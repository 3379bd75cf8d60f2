"""The checker of histories (Tests/Faults/cluster), held to histories of which it is known whether they can have been."""

import sys

import pytest

from support.server import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "Tests/Faults"))
from cluster.history import UNKNOWN, Call, is_linearizable, once, rising, session  # noqa: E402


def calls(*lines) -> list[Call]:
    return [Call(*line) for line in lines]


GOOD, BAD = True, False
ONCE = [
    ("accepted, then refused", GOOD, [(0, 1, "use", True), (2, 3, "use", False)]),
    ("accepted twice, one after another", BAD, [(0, 1, "use", True), (2, 3, "use", True)]),
    ("accepted twice at the same time", BAD, [(0, 3, "use", True), (1, 2, "use", True)]),
    ("refused though it was never used: what was acknowledged is lost", BAD, [(0, 1, "use", False)]),
    ("refused before it was accepted", BAD, [(0, 1, "use", False), (2, 3, "use", True)]),
    ("refused while it was accepted", GOOD, [(0, 3, "use", True), (1, 2, "use", False)]),
    ("cut off, then accepted", GOOD, [(0, 1, "use", UNKNOWN), (2, 3, "use", True)]),
    ("cut off, then refused", GOOD, [(0, 1, "use", UNKNOWN), (2, 3, "use", False)]),
    ("cut off, then accepted, then refused", GOOD, [(0, 1, "use", UNKNOWN), (2, 3, "use", True), (4, 5, "use", False)]),
    ("cut off, then refused, then accepted", BAD, [(0, 1, "use", UNKNOWN), (2, 3, "use", False), (4, 5, "use", True)]),
    ("refused before one that was cut off began", BAD, [(0, 1, "use", False), (2, 3, "use", UNKNOWN)]),
    ("refused while one was cut off", GOOD, [(0, 2, "use", False), (1, 3, "use", UNKNOWN)]),
    ("cut off twice, then accepted", GOOD, [(0, 1, "use", UNKNOWN), (0, 1, "use", UNKNOWN), (2, 3, "use", True)]),
    ("never used", GOOD, []),
]
SESSION = [
    ("seen, ended, gone", GOOD, [(0, 1, "look", True), (2, 3, "end", True), (4, 5, "look", False)]),
    ("ended at one node and seen by another", BAD, [(0, 1, "end", True), (2, 3, "look", True)]),
    ("gone without an end", BAD, [(0, 1, "look", False)]),
    ("seen while it is ended", GOOD, [(0, 3, "end", True), (1, 2, "look", True)]),
    ("gone and seen again while it is ended", BAD, [(0, 5, "end", True), (1, 2, "look", False), (3, 4, "look", True)]),
    ("an end that was cut off, seen and then gone", GOOD, [(0, 1, "end", UNKNOWN), (2, 3, "look", True), (4, 5, "look", False)]),
]
RISING = [
    ("each higher one", GOOD, [(0, 1, "5", True), (2, 3, "6", True), (4, 5, "9", True)]),
    ("the same again", BAD, [(0, 1, "5", True), (2, 3, "5", True)]),
    ("a lower one", BAD, [(0, 1, "6", True), (2, 3, "5", True)]),
    ("a lower one at the same time", GOOD, [(0, 3, "6", True), (1, 2, "5", True)]),
    ("the same at the same time, one refused", GOOD, [(0, 3, "6", True), (1, 2, "6", False)]),
    ("a higher one refused: a value that was given back", BAD, [(0, 1, "5", True), (2, 3, "6", False)]),
    ("cut off, then refused", GOOD, [(0, 1, "6", UNKNOWN), (2, 3, "6", False)]),
    ("a higher one cut off, then a lower one accepted and the higher one again", GOOD,
     [(0, 1, "6", UNKNOWN), (2, 3, "5", True), (4, 5, "6", True), (6, 7, "6", False)]),
    ("a higher one cut off and refused, then a lower one accepted", BAD,
     [(0, 1, "6", UNKNOWN), (2, 3, "6", False), (4, 5, "5", True)]),
]


@pytest.mark.parametrize("name, can_be, lines", ONCE, ids=[case[0] for case in ONCE])
def test_a_thing_that_is_accepted_once(name, can_be, lines):
    assert is_linearizable(calls(*lines), once, "fresh") == can_be


@pytest.mark.parametrize("name, can_be, lines", SESSION, ids=[case[0] for case in SESSION])
def test_a_session(name, can_be, lines):
    assert is_linearizable(calls(*lines), session, "live") == can_be


@pytest.mark.parametrize("name, can_be, lines", RISING, ids=[case[0] for case in RISING])
def test_a_counter_that_rises(name, can_be, lines):
    assert is_linearizable(calls(*lines), rising, 0) == can_be
