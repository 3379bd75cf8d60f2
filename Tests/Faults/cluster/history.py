"""Histories of calls, and whether there is an order in which all of them can have taken effect one at a time (linearisability)."""

import math
from dataclasses import dataclass
from typing import Callable, Hashable

UNKNOWN = None
"""The answer of a call that was cut off: it took effect at any time after it began, or not at all."""

Step = Callable[[Hashable, str, object], list[Hashable]]
"""The states in which a thing can be after a call with this answer, from a state; none when it can't have given the answer."""


@dataclass(frozen=True)
class Call:
    """A call, with the times at which the client began it and had its answer."""

    began: float
    ended: float
    action: str
    answer: object


def is_linearizable(calls: list[Call], step: Step, state: Hashable) -> bool:
    """Whether the calls of one thing can have taken effect in an order in which each comes between its beginning and its end."""
    calls = [Call(call.began, math.inf, call.action, UNKNOWN) if call.answer is UNKNOWN else call for call in calls]
    tried: set[tuple[frozenset[int], Hashable]] = set()

    def goes_on(left: frozenset[int], state: Hashable) -> bool:
        if all(calls[index].answer is UNKNOWN for index in left):
            return True
        if (left, state) in tried:
            return False
        tried.add((left, state))
        # The next one begins before any other has ended.
        earliest = min(calls[index].ended for index in left)
        for index in sorted(left):
            if calls[index].began > earliest:
                continue
            for after in step(state, calls[index].action, calls[index].answer):
                if goes_on(left - {index}, after):
                    return True
        return False

    return goes_on(frozenset(range(len(calls))), state)


def once(state: Hashable, action: str, answer: object) -> list[Hashable]:
    """A thing that is accepted once: a code, a refresh token, an approved transaction. States: "fresh" and "spent"."""
    if answer is UNKNOWN:
        return ["spent", state]
    if answer:
        return ["spent"] if state == "fresh" else []
    return ["spent"] if state == "spent" else []


def session(state: Hashable, action: str, answer: object) -> list[Hashable]:
    """A session that is looked at and ended. States: "live" and "over"."""
    if action == "look":
        return [state] if answer is UNKNOWN or answer == (state == "live") else []
    return ["over"] if answer is not UNKNOWN else ["over", state]


def rising(state: Hashable, action: str, answer: object) -> list[Hashable]:
    """A counter of which each value is accepted that is higher than the last one accepted, as the steps of passcodes. The action is the value."""
    value = int(action)
    if answer is UNKNOWN:
        return [value, state] if value > state else [state]
    if answer:
        return [value] if value > state else []
    return [state] if value <= state else []
