"""What clients have seen: the history of each thing, what was acknowledged, and every error with its time."""

import math
import threading
import time
from collections import Counter, defaultdict

from .history import UNKNOWN, Call, Step, is_linearizable

NEAR = 5.0
"""Seconds after the kill of a node within which its clients may see their connections cut."""


class Ledger:
    def __init__(self):
        self.lock = threading.Lock()
        self.histories: dict[tuple[str, str], list[Call]] = defaultdict(list)
        self.done, self.errors, self.violations = Counter(), Counter(), []
        self.writes: list[tuple[float, float]] = []
        """When each acknowledged write began and ended."""
        self.node_kills: list[float] = []
        self.cuts: list[tuple[float, float, str]] = []
        """When each call began and ended whose connection was cut."""

    def violation(self, text: str) -> None:
        with self.lock:
            self.violations.append(text)
        print("VIOLATION:", text, flush=True)

    def record(self, kind: str, thing: str, call: Call) -> None:
        with self.lock:
            self.histories[kind, thing].append(call)

    def count(self, what: str) -> None:
        with self.lock:
            self.done[what] += 1

    def wrote(self, began: float) -> None:
        """A write was acknowledged just now."""
        with self.lock:
            self.writes.append((began, time.monotonic()))

    def unavailable(self, since: float) -> float:
        """How many seconds after a moment the first write was acknowledged that was begun after it."""
        with self.lock:
            return min((ended for began, ended in self.writes if began >= since), default=math.inf) - since

    def check_errors(self) -> list[str]:
        """The connections that were cut while no node was killed."""
        with self.lock:
            return [
                f"cut without a kill: {what}" for began, ended, what in self.cuts
                if not any(began - 0.5 <= kill <= ended + 0.5 or kill <= began <= kill + NEAR for kill in self.node_kills)
            ]

    def check_histories(self, models: dict[str, tuple[Step, object]]) -> list[str]:
        found = []
        for (kind, thing), calls in self.histories.items():
            step, state = models[kind]
            if not is_linearizable(calls, step, state):
                start = min(call.began for call in calls)
                lines = [(round(call.began - start, 3), round(call.ended - start, 3), call.action, call.answer) for call in sorted(calls, key=lambda c: c.began)]
                found.append(f"{kind} {thing[:24]}: no order explains {lines}")
        return found

    def calls(self) -> Counter:
        """How many calls of each kind the histories have, and how many were cut off."""
        counted = Counter()
        for (kind, _), calls in self.histories.items():
            counted[kind] += len(calls)
            counted[kind + ", outcome unknown"] += sum(call.answer is UNKNOWN for call in calls)
        return counted
