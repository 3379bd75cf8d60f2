"""The risk predictors beside a second implementation, written after docs/risk.md: generated histories, from a seed, for each type."""

import ipaddress
import json
import math
import os
import random
import subprocess

import pytest

from support.peer import Peer
from support.server import PROGRAM

CASES = int(os.environ.get("RISK_CASES", "10000"))
NOW = 1_767_225_600
LEVELS = {"LOW": 0, "MEDIUM": 500, "HIGH": 1000}


@pytest.fixture(scope="module")
def peer():
    made = Peer("risk")
    yield made
    made.close()


# The second implementation: each predictor returns a score or a status.


def level(score):
    return "HIGH" if score >= 700 else "MEDIUM" if score >= 400 else "LOW"


def scale(count, medium, high):
    medium = max(1, medium)
    high = max(medium + 1, high)
    if count < medium:
        return count * 400 // medium
    if count < high:
        return 400 + (count - medium) * 300 // (high - medium)
    return min(1000, 700 + (min(count, 2 * high) - high) * 300 // high)


SINES = [round(math.sin(math.radians(d)) * 10**6) for d in range(91)]


def sine(x):
    x %= 360 * 10**6
    if x > 180 * 10**6:
        return -sine(x - 180 * 10**6)
    if x > 90 * 10**6:
        x = 180 * 10**6 - x
    whole, rest = divmod(x, 10**6)
    return SINES[whole] + ((SINES[whole + 1] - SINES[whole]) * rest // 10**6 if rest else 0)


def truncated(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


def vector(place):
    phi, lam = place["latitude"], place["longitude"]
    ground = sine(phi + 90 * 10**6)
    return truncated(ground * sine(lam + 90 * 10**6), 10**6), truncated(ground * sine(lam), 10**6), sine(phi)


def distance(one, two):
    chord = math.isqrt(sum((a - b) ** 2 for a, b in zip(vector(one), vector(two))))
    low, high = 0, 90 * 10**6
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if 2 * sine(middle) >= chord else (middle + 1, high)
    return 2 * low * 111195 // 10**6


def allowed(settings, addresses):
    ranges = [ipaddress.ip_network(text, strict=False) for text in settings.get("whiteList", [])]
    return any(ipaddress.ip_address(address) in network for address in addresses if address for network in ranges)


def listed(settings, facts, source, score):
    ip = facts["event"].get("ip")
    if ip is None:
        return "MISSING_INPUT"
    if allowed(settings, [ip]):
        return 0
    if source not in facts:
        return "UNLICENSED"
    return score(facts[source]["value"]) if "value" in facts[source] else 0


def anonymous_network(settings, facts):
    return listed(settings, facts, "anonymousNetwork", lambda found: 1000 if found else 0)


def ip_reputation(settings, facts):
    return listed(settings, facts, "addressReputation", lambda standing: standing * 10)


def email_reputation(settings, facts):
    if "user.emailDomain" not in facts["event"]:
        return "MISSING_INPUT"
    if "emailReputation" not in facts:
        return "UNLICENSED"
    return facts["emailReputation"]["value"] * 10 if "value" in facts["emailReputation"] else "UNKNOWN_DOMAIN"


def adversary(settings, facts):
    domains = [domain.lower() for domain in settings.get("domainWhiteList", [])]
    if not domains:
        return "NOT_CONFIGURED"
    if "originDomain" not in facts:
        return "MISSING_INPUT"
    seen = facts["originDomain"].lower()
    return 0 if any(seen == domain or seen.endswith("." + domain) for domain in domains) else 1000


def geo_velocity(settings, facts):
    ip, previous = facts["event"].get("ip"), facts.get("previous")
    if ip is None:
        return "MISSING_INPUT"
    if allowed(settings, [ip, (previous or {}).get("ip")]):
        return 0
    if "place" not in facts:
        return "UNLICENSED"
    if "value" not in facts["place"]:
        return "UNKNOWN_PLACE"
    if not previous:
        return "IN_TRAINING_PERIOD"
    if "place" not in previous:
        return "UNKNOWN_PLACE"
    seconds = max(1, facts["now"] - previous["time"])
    return min(1000, max(0, distance(facts["place"]["value"], previous["place"]) - 50000) * 36 // (seconds * 10))


def location_anomaly(settings, facts):
    if "ip" not in facts["event"]:
        return "MISSING_INPUT"
    if "place" not in facts:
        return "UNLICENSED"
    if "value" not in facts["place"]:
        return "UNKNOWN_PLACE"
    days = settings.get("days", 50)
    past = [s for s in facts["successes"] if "place" in s and 0 <= facts["now"] - s["time"] <= days * 86400]
    if len(past) < 3:
        return "IN_TRAINING_PERIOD"
    radius = settings.get("radius", {"distance": 50, "unit": "kilometers"})
    reach = radius["distance"] * (1000 if radius["unit"] == "kilometers" else 1609)
    nearest = min(distance(facts["place"]["value"], s["place"]) for s in past)
    return 0 if nearest <= reach else min(1000, 400 + (nearest - reach) // 1000)


def device(settings, facts):
    if facts["now"] < settings.get("activationAt", 0):
        return "NOT_ACTIVE"
    if "device" not in facts:
        return "MISSING_INPUT"
    seen = facts["device"]
    if settings.get("shouldValidatePayloadSignature") and seen["signature"] != "valid":
        return 1000
    if settings.get("detect", "NEW_DEVICE") == "SUSPICIOUS_DEVICE":
        return 1000 if seen["signature"] == "invalid" else seen["tampering"]
    return 0 if seen["known"] else 300 if seen["knownCount"] == 0 else 400 + seen["distance"] * 6


def traffic_anomaly(settings, facts):
    rules = [rule for rule in settings.get("rules", []) if rule["enabled"]]
    if not rules:
        return "NOT_CONFIGURED"
    if "device" not in facts:
        return "MISSING_INPUT"
    counts = {window["seconds"]: window["count"] for window in facts["device"]["users"]}
    scores = []
    for rule in rules:
        seconds = rule["interval"]["quantity"] * (3600 if rule["interval"]["unit"] == "HOUR" else 86400)
        if seconds in counts:
            scores.append(scale(counts[seconds], rule["threshold"]["medium"], rule["threshold"]["high"]))
    return max(scores) if scores else "IN_TRAINING_PERIOD"


def bot(settings, facts):
    if "bot" not in facts:
        count = facts["eventsWithoutSignals"]
        return 400 + (min(count, 9) - 3) * 100 if settings.get("includeRepeatedEventsWithoutSdk") and count >= 3 else "MISSING_INPUT"
    seen, score = facts["bot"], 0
    score += 1000 if seen["automated"] else 0
    if "fastestAnswer" in seen:
        score += 700 if seen["fastestAnswer"] < 50 else 400 if seen["fastestAnswer"] < 300 else 0
        score += 300 if seen["strokes"] + seen["touches"] + seen["motions"] == 0 else 0
    if seen["strokes"] >= 5:
        score += 600 if seen["interval"] < 15 else 0
        score += 500 if seen["deviation"] * 20 < seen["interval"] else 0
    return min(1000, score)


def user_behavior(settings, facts):
    organization = settings.get("predictionModel", {}).get("name") == "login_anomaly_statistic"
    counts = facts.get("organizationBehavior" if organization else "userBehavior")
    if counts is None:
        return "MISSING_INPUT"
    alike = [count for name, count in counts.items() if name != "total"]
    if counts["total"] < (100 if organization else 10) or not alike:
        return "IN_TRAINING_PERIOD"
    usual = 20 if organization else 200
    return sum(max(0, usual - count * 1000 // counts["total"]) * 1000 // usual for count in alike) // len(alike)


def velocity(settings, facts):
    if settings["compactName"] not in facts["velocities"]:
        return "MISSING_INPUT"
    counts = facts["velocities"][settings["compactName"]]
    least = settings.get("every", {}).get("minSample", 5)
    samples = next((s for s in (counts["samples"], counts["environment"]) if len(s) >= least), None)
    if samples is not None:
        mean = sum(samples) * 1000 // len(samples)
        deviation = math.isqrt(mean * 1000)
        use = settings.get("use", {})
        multiples = [round(use.get("medium", 2.0) * 1000), round(use.get("high", 4.0) * 1000)]
        medium, high = [max(max(samples), (mean + k * deviation // 1000 + 999) // 1000) for k in multiples]
    else:
        fallback = settings.get("fallback", {"medium": 20, "high": 30})
        medium, high = fallback["medium"], fallback["high"]
    return scale(counts["count"], medium, high)


def value(name, facts, details):
    if name.startswith("event."):
        return facts["event"].get(name.removeprefix("event."))
    _, predictor, member = name.split(".")
    result = details.get(predictor, "MISSING_INPUT")
    if isinstance(result, str):
        return result if member == "status" else None
    return {"level": level(result), "score": result}.get(member)


def number(found):
    if isinstance(found, bool) or found is None or isinstance(found, list):
        return None
    try:
        return int(found)
    except ValueError:
        return None


def text(found):
    return None if found is None or isinstance(found, list) else str(found).lower() if isinstance(found, bool) else str(found)


def address(found):
    try:
        return ipaddress.ip_address(text(found))
    except ValueError:
        return None


COMPARISONS = {
    "equals": lambda a, b: a == b, "notEquals": lambda a, b: a != b, "startsWith": lambda a, b: a.startswith(b),
    "endsWith": lambda a, b: a.endswith(b), "containsIgnoreCase": lambda a, b: b.lower() in a.lower(),
}  # fmt: skip
ORDERS = {
    "greater": lambda a, b: a > b, "greaterEquals": lambda a, b: a >= b, "lower": lambda a, b: a < b, "lowerEquals": lambda a, b: a <= b,
}  # fmt: skip


def holds(condition, facts, details):
    kind = condition["type"]
    if kind == "AND":
        return all(holds(inner, facts, details) for inner in condition["and"])
    if kind == "OR":
        return any(holds(inner, facts, details) for inner in condition["or"])
    if kind == "NOT":
        return not holds(condition["not"], facts, details)
    found = value((condition.get("value") or condition.get("contains"))[2:-1], facts, details)
    if kind == "VALUE_COMPARISON":
        return compare(condition, found)
    if kind in ("STRING_LIST", "GROUPS_INTERSECTION"):
        texts = found if isinstance(found, list) else [text(found)] if found is not None else []
        return bool(set(texts) & set(condition["list"]))
    if kind == "IP_RANGE":
        return address(found) is not None and any(address(found) in ipaddress.ip_network(t, strict=False) for t in condition["ipRange"])
    return address(found) is not None and address(found) == address(condition["equals"])


def compare(condition, found):
    for name, compared in COMPARISONS.items():
        if name in condition:
            return found is not None and compared(text(found), text(condition[name]))
    for name, ordered in ORDERS.items():
        if name in condition:
            one, two = number(found), number(condition[name])
            return one is not None and two is not None and ordered(one, two)
    raise AssertionError(condition)


def mapped(settings, facts, details):
    for name, score in (("high", 1000), ("medium", 500), ("low", 0)):
        match = settings["map"].get(name)
        if match is None:
            continue
        if "between" in match:
            found = number(value(match["contains"][2:-1], facts, details))
            hit = found is not None and match["between"]["minScore"] <= found <= match["between"]["maxScore"]
        else:
            hit = holds({**match, "type": "STRING_LIST" if "list" in match else "IP_RANGE"}, facts, details)
        if hit:
            return score
    return "MISSING_INPUT"


def composite(settings, facts, details):
    return next((LEVELS[c["level"]] for c in settings["compositions"] if holds(c["condition"], facts, details)), 0)


PREDICTORS = {
    "ANONYMOUS_NETWORK": anonymous_network, "IP_REPUTATION": ip_reputation, "EMAIL_REPUTATION": email_reputation,
    "ADVERSARY_IN_THE_MIDDLE": adversary, "GEO_VELOCITY": geo_velocity, "USER_LOCATION_ANOMALY": location_anomaly, "DEVICE": device,
    "TRAFFIC_ANOMALY": traffic_anomaly, "BOT": bot, "USER_RISK_BEHAVIOR": user_behavior, "VELOCITY": velocity,
}  # fmt: skip
OWN = {"MAP": mapped, "COMPOSITE": composite}


# Histories and declarations, made up from a seed.


def ip(chance):
    return f"192.0.2.{chance.randint(0, 255)}" if chance.random() < 0.9 else f"2001:db8::{chance.randint(0, 0xFFFF):x}"


def place(chance, around=None):
    if around and chance.random() < 0.7:
        latitude = min(90 * 10**6, max(-90 * 10**6, around["latitude"] + chance.randint(-3, 3) * 10**6 + chance.randint(-10**5, 10**5)))
        longitude = min(180 * 10**6, max(-180 * 10**6, around["longitude"] + chance.randint(-10**6, 10**6)))
        return {"latitude": latitude, "longitude": longitude}
    return {"latitude": chance.randint(-90 * 10**6, 90 * 10**6), "longitude": chance.randint(-180 * 10**6, 180 * 10**6)}


def perhaps(chance, made, share=0.9):
    return made if chance.random() < share else None


def source(chance, made):
    return chance.choice([None, {}, {"value": made}, {"value": made}, {"value": made}])


def success(chance, home):
    made = {"time": NOW - chance.randint(-100, 80 * 86400), "ip": perhaps(chance, ip(chance)), "place": perhaps(chance, place(chance, home))}
    return {name: part for name, part in made.items() if part is not None}


def behavior(chance):
    total = chance.choice([chance.randint(0, 20), chance.randint(90, 5000)])
    features = ["HOURS", "WEEKDAY", "OS", "BROWSER", "COUNTRY", "APPLICATION"]
    return {"total": total} | {name: chance.randint(0, chance.choice([total, total // 10])) for name in features if chance.random() < 0.7}


def counts(chance):
    mean = chance.choice([1, 5, 50])
    return {
        "count": chance.randint(0, 4 * mean), "samples": [chance.randint(0, 2 * mean) for _ in range(chance.randint(0, 12))],
        "environment": [chance.randint(0, 2 * mean) for _ in range(chance.randint(0, 12))],
    }  # fmt: skip


def used_device(chance):
    return {
        "known": chance.random() < 0.3, "knownCount": chance.randint(0, 3), "distance": chance.randint(0, 100),
        "signature": chance.choice(["valid", "valid", "invalid", "none"]), "tampering": chance.choice([0, chance.randint(0, 1000)]),
        "users": [{"seconds": s, "count": chance.randint(0, 25)} for s in (3600, 86400, 172800) if chance.random() < 0.7],
    }  # fmt: skip


def answers(chance):
    made = {
        "automated": chance.random() < 0.05, "strokes": chance.choice([0, chance.randint(0, 40)]), "interval": chance.randint(0, 300),
        "deviation": chance.randint(0, 20), "touches": chance.randint(0, 2), "motions": chance.randint(0, 2),
    }  # fmt: skip
    return made | ({"fastestAnswer": chance.randint(0, 600)} if chance.random() < 0.8 else {})


def history(chance, name):
    home = place(chance)
    event = {
        "ip": perhaps(chance, ip(chance)), "user.emailDomain": perhaps(chance, "mail.example"), "amount": perhaps(chance, chance.randint(-5, 30)),
        "user.groups": perhaps(chance, chance.sample(["staff", "admins", "guests"], chance.randint(0, 3))), "origin": perhaps(chance, "CheckOut"),
        "flag": perhaps(chance, chance.random() < 0.5),
    }  # fmt: skip
    made = {
        "now": NOW, "event": {key: found for key, found in event.items() if found is not None},
        "anonymousNetwork": source(chance, chance.random() < 0.5), "place": source(chance, place(chance, home)),
        "addressReputation": source(chance, chance.randint(0, 100)), "emailReputation": source(chance, chance.randint(0, 100)),
        "previous": perhaps(chance, success(chance, home)), "successes": [success(chance, home) for _ in range(chance.randint(0, 8))],
        "device": perhaps(chance, used_device(chance)), "velocities": perhaps(chance, {name: counts(chance)}) or {},
        "userBehavior": perhaps(chance, behavior(chance)), "organizationBehavior": perhaps(chance, behavior(chance)),
        "bot": perhaps(chance, answers(chance), 0.8), "eventsWithoutSignals": chance.randint(0, 12),
        "originDomain": perhaps(chance, chance.choice(["login.example.com", "a.Login.example.com", "xlogin.example.com", "evil.example"])),
    }  # fmt: skip
    return {key: found for key, found in made.items() if found is not None}


def condition(chance, depth=0):
    kinds = ["AND", "OR", "NOT"] if depth < 3 and chance.random() < 0.6 else ["VALUE_COMPARISON"] * 4 + ["STRING_LIST", "GROUPS", "RANGE", "IP"]
    kind = chance.choice(kinds)
    if kind in ("AND", "OR"):
        return {"type": kind, kind.lower(): [condition(chance, depth + 1) for _ in range(chance.randint(0, 3))]}
    if kind == "NOT":
        return {"type": kind, "not": condition(chance, depth + 1)}
    if kind == "STRING_LIST":
        return {"type": kind, "contains": "${event.amount}", "list": [str(chance.randint(0, 20)) for _ in range(5)]}
    if kind == "GROUPS":
        return {"type": "GROUPS_INTERSECTION", "contains": "${event.user.groups}", "list": chance.choice([["admins"], ["staff", "x"]])}
    if kind == "RANGE":
        return {"type": "IP_RANGE", "contains": "${event.ip}", "ipRange": [f"192.0.2.0/{chance.randint(24, 32)}", "2001:db8::/113"]}
    if kind == "IP":
        return {"type": "IP_COMPARISON", "value": "${event.ip}", "equals": ip(chance)}
    path = chance.choice(["details.device.level", "details.device.score", "details.bot.status", "event.amount", "event.origin", "event.flag"])
    way = chance.choice([*COMPARISONS, *ORDERS])
    other = chance.choice(["HIGH", "LOW", "MISSING_INPUT", "out", "check", 0, 7, 500, True, "12"])
    return {"type": "VALUE_COMPARISON", "value": "${" + path + "}", way: other}


def match(chance):
    least = chance.randint(-5, 25)
    return chance.choice([
        {"contains": "${event.amount}", "between": {"minScore": least, "maxScore": least + chance.randint(0, 9)}},
        {"contains": "${event.ip}", "ipRange": [f"192.0.2.0/{chance.randint(24, 30)}"]},
        {"contains": "${event.amount}", "list": [str(chance.randint(0, 30)) for _ in range(4)]},
    ])  # fmt: skip


def rule(chance):
    medium = chance.randint(1, 10)
    return {
        "type": "UNIQUE_USERS_PER_DEVICE", "enabled": chance.random() < 0.8,
        "interval": chance.choice([{"unit": "HOUR", "quantity": 1}, {"unit": "HOUR", "quantity": 24}, {"unit": "DAY", "quantity": 2}]),
        "threshold": {"medium": medium, "high": medium + chance.randint(1, 10)},
    }  # fmt: skip


def settings(chance, kind):
    """A declaration, with some of its settings left out."""
    medium = chance.randint(1, 20)
    choices = {
        "ANONYMOUS_NETWORK": {"whiteList": ["192.0.2.0/27", "2001:db8::/120"]}, "IP_REPUTATION": {"whiteList": ["192.0.2.16"]},
        "GEO_VELOCITY": {"whiteList": ["192.0.2.0/28"]}, "EMAIL_REPUTATION": {},
        "ADVERSARY_IN_THE_MIDDLE": {"domainWhiteList": ["other.example", "LOGIN.example.com"]},
        "USER_LOCATION_ANOMALY": {
            "days": chance.randint(1, 90),
            "radius": chance.choice([{"distance": 16, "unit": "kilometers"}, {"distance": 100, "unit": "miles"}]),
        },
        "DEVICE": {
            "detect": chance.choice(["NEW_DEVICE", "SUSPICIOUS_DEVICE"]), "activationAt": NOW + chance.randint(-9, 3),
            "shouldValidatePayloadSignature": chance.random() < 0.4,
        },
        "TRAFFIC_ANOMALY": {"rules": [rule(chance) for _ in range(chance.randint(0, 3))]},
        "BOT": {"includeRepeatedEventsWithoutSdk": chance.random() < 0.7},
        "USER_RISK_BEHAVIOR": {"predictionModel": {"name": chance.choice(["points", "login_anomaly_statistic"])}},
        "VELOCITY": {
            "use": {"type": "POISSON_WITH_MAX", "medium": chance.choice([1, 1.5, 2.25]), "high": chance.choice([2.5, 4, 6])},
            "fallback": {"strategy": "ENVIRONMENT_MAX", "medium": medium, "high": medium + chance.randint(0, 20)},
            "every": {"unit": "HOUR", "quantity": 1, "minSample": chance.randint(1, 10)},
        },
    }[kind]  # fmt: skip
    needed = {"of": "${event.ip}", "by": ["${event.user.id}"]} if kind == "VELOCITY" else {}
    return {"compactName": "p", "type": kind} | needed | {name: part for name, part in choices.items() if chance.random() < 0.8}


def agree(found, expected, case):
    assert found.get("status") == (expected if isinstance(expected, str) else None), (case, found, expected)
    assert found.get("score") == (None if isinstance(expected, str) else expected), (case, found, expected)
    if not isinstance(expected, str):
        assert found["level"] == level(expected)


EVALUATED = {"name": "all", "riskPolicies": []}


@pytest.mark.parametrize("kind", PREDICTORS)
def test_predictor(peer, kind):
    """Both compute the same score or status; and each history is no other's, so that many outcomes are met."""
    chance, outcomes = random.Random(f"risk {kind}"), set()
    for _ in range(CASES):
        declared, facts = settings(chance, kind), history(chance, "p")
        expected = PREDICTORS[kind](declared, facts)
        agree(peer.ask(predictors=[declared], set=EVALUATED, facts=facts)["details"]["p"], expected, (declared, facts))
        outcomes.add(expected)
    assert len(outcomes) > 2


@pytest.mark.parametrize("kind", OWN)
def test_own_predictor(peer, kind):
    """Maps and composites, which see the event and the results of two others."""
    chance, outcomes = random.Random(f"risk {kind}"), set()
    for _ in range(CASES):
        facts = history(chance, "p")
        others = {"device": settings(chance, "DEVICE"), "bot": settings(chance, "BOT")}
        details = {"device": device(others["device"], facts), "bot": bot(others["bot"], facts)}
        own = {"compactName": "own", "type": kind}
        if kind == "MAP":
            own["map"] = {name: match(chance) for name in ("high", "medium", "low") if chance.random() < 0.8}
        else:
            own["compositions"] = [{"level": name, "condition": condition(chance)} for name in chance.sample(list(LEVELS), chance.randint(1, 3))]
        declared = [own, *({**made, "compactName": name} for name, made in others.items())]
        found = peer.ask(predictors=declared, set=EVALUATED, facts=facts)["details"]
        expected = OWN[kind](own, facts, details)
        agree(found["own"], expected, (own, facts))
        outcomes.add(expected)
    assert len(outcomes) > 2


def test_policies(peer):
    """Aggregates over all predictors, and overrides before them."""
    chance, levels = random.Random("risk policies"), set()
    for _ in range(CASES):
        facts = history(chance, "velocity")
        declared = {kind: {**settings(chance, kind), "compactName": kind.replace("_", "").lower()} for kind in PREDICTORS}
        details = {made["compactName"]: PREDICTORS[kind](made, facts) for kind, made in declared.items()}
        policies = [policy(chance, list(details)) for _ in range(chance.randint(1, 4))]
        answer = peer.ask(predictors=list(declared.values()), set={"name": "s", "riskPolicies": policies}, facts=facts)
        expected = decide(policies, facts, details)
        assert (answer["result"]["level"], answer["result"]["score"], answer["result"].get("policy")) == expected, (policies, facts)
        levels.add(expected[0])
    assert levels == set(LEVELS)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/St_Johns"])
def test_time_zones(zone):
    """A simulation's scores, and all else that happens, are the same wherever its process is."""
    command = [PROGRAM, "simulate", "--product", "risk", "--phones", "8", "--logins", "60", "--seed", "3", "--json"]
    seen = [
        json.loads(subprocess.run(command, env={**os.environ, "TZ": each}, capture_output=True, text=True, timeout=120, check=True).stdout)
        for each in ("UTC", zone)
    ]
    assert seen[0] == seen[1] and seen[0]["violations"] == [] and seen[0]["logins"] == 60


def policy(chance, names):
    least = chance.randint(0, 90)
    between = {"minScore": least, "maxScore": least + chance.randint(0, 60)}
    kind = chance.choice(["AGGREGATED_WEIGHTS", "AGGREGATED_SCORES", "OVERRIDE"])
    made = {"name": str(chance.random()), "result": {"level": chance.choice(list(LEVELS)), "type": "VALUE"}}
    if kind == "OVERRIDE":
        return made | {"condition": condition(chance, 2)}
    word = "weight" if kind == "AGGREGATED_WEIGHTS" else "score"
    parts = [{"value": "${details." + name + ".level}", word: chance.randint(0, 30)} for name in names if chance.random() < 0.8]
    return made | {"condition": {"type": kind, "aggregated" + word.title() + "s": parts, "between": between}}


def aggregate(condition, details):
    word = "weight" if condition["type"] == "AGGREGATED_WEIGHTS" else "score"
    told = [(details[p["value"].split(".")[1]], p[word]) for p in condition["aggregated" + word.title() + "s"]]
    told = [(LEVELS[level(found)], part) for found, part in told if not isinstance(found, str)]
    if word == "score":
        return min(1000, sum(part * of // 500 for of, part in told) // 2) if told else None
    total = sum(part for _, part in told)
    return sum(part * of // 10 for of, part in told) // total if total else None


def decide(policies, facts, details):
    score = None
    for made in policies:
        if made["condition"]["type"].startswith("AGGREGATED"):
            found, between = aggregate(made["condition"], details), made["condition"]["between"]
            if score is None and found is not None:
                score = found * (10 if made["condition"]["type"] == "AGGREGATED_WEIGHTS" else 1)
            hit = found is not None and between["minScore"] <= found <= between["maxScore"]
        else:
            hit = holds(made["condition"], facts, {**details})
        if hit:
            return made["result"]["level"], LEVELS[made["result"]["level"]] if score is None else score, made["name"]
    return "LOW", 0 if score is None else score, None
