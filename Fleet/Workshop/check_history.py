#!/usr/bin/env python3
"""Judges what the phones of a load heard, by what they should have heard. It knows nothing of how the service works.

    check_history.py RIDERS HISTORY... [--ledger LEDGER] [--faults FAULTS]

RIDERS is of `fleet-lab riders`, which names when each level comes where nothing goes wrong; HISTORY of `fleet-lab phones`. LEDGER has a
line an alert, with reminder, leg, level and round. A phone drops what it has heard by the trace; what it then still hears twice is
doubled, as is what the ledger has twice. A call that was taken back, since the vehicle was not where it seemed to be, and comes again is
of another round: it is counted by itself. It ends with 1 where something was lost or doubled.
"""

import argparse
import collections
import json
import sys


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def percentile(values, share):
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def milliseconds(seconds):
    return {name: round(1000 * percentile(seconds, share), 1) for name, share in (("p50", .5), ("p99", .99), ("p999", .999)) if seconds}


def more_urgent(key, heard):
    """When the levels above one were first heard, of those that were."""
    reminder, level = key
    leg, number = level.split(".")
    above = [(reminder, f"{leg}.{other}") for other in range(int(number) + 1, 4)]
    return [heard[other][0]["at"] for other in above if other in heard]


def is_superseded(key, due, heard, within):
    return any(at <= due + within for at in more_urgent(key, heard))


def is_before_more_urgent(key, at, heard):
    return at <= min(more_urgent(key, heard), default=float("-inf"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("riders")
    parser.add_argument("history", nargs="+")
    parser.add_argument("--ledger")
    parser.add_argument("--late", type=float, default=1e9, help="seconds beyond which an alert counts as late (with exit code 1)")
    parser.add_argument("--within", type=float, default=3, help="seconds within which a more urgent level takes the place of one")
    parser.add_argument("--without", help="a rider who is no concern")
    options = parser.parse_args()

    expected = {}
    for rider in lines(options.riders):
        if rider["rider"] == options.without:
            continue
        for level, at in rider["expected"].items():
            expected[(rider["reminder"]["id"].lower(), level)] = (rider["rider"], at)

    legs = {(reminder, int(level.split(".")[0])): rider for (reminder, level), (rider, _) in expected.items()}
    heard, unasked = collections.defaultdict(list), collections.defaultdict(list)
    traces, repeats, strangers, since_fix = set(), 0, 0, []
    others = collections.Counter()
    for path in options.history:
        for word in lines(path):
            if word["rider"] == options.without:
                continue
            if word["event"] != "alert":
                others[word["event"]] += 1
                continue
            if word["trace"] in traces:
                repeats += 1
                continue
            traces.add(word["trace"])
            key = (word["reminder"].lower(), f"{word['leg']}.{word['level']}")
            if key not in expected and legs.get((key[0], word["leg"])) == word["rider"]:
                unasked[key].append(word)
                continue
            if key not in expected or expected[key][0] != word["rider"]:
                strangers += 1
                continue
            heard[key].append(word)
            if not word["estimated"] and word["sinceFix"] >= 0:
                since_fix.append(word["sinceFix"])

    # Who was told something more urgent soon after this was due has not missed it: after a fault the highest of what fell due meanwhile
    # is told, and nothing else.
    missing = [key for key in expected if key not in heard]
    superseded = [key for key in missing if is_superseded(key, expected[key][1], heard, options.within)]
    lost = [key for key in missing if key not in superseded]
    # A level which comes at once with a more urgent one is not told where nothing goes wrong. Before that it may be, and not after it.
    early_levels = [key for key, words in unasked.items() if len(words) == 1 and is_before_more_urgent(key, words[0]["at"], heard)]
    strangers += len(unasked) - len(early_levels)
    doubled = [key for key, words in heard.items() if len({word["round"] for word in words}) < len(words)]
    again = [key for key, words in heard.items() if len(words) > 1 and key not in doubled]
    delays = [words[0]["at"] - expected[key][1] for key, words in heard.items()]
    late = [delay for delay in delays if delay > options.late]
    early = [delay for delay in delays if delay < -2]

    result = {
        "expected": len(expected), "heard": len(heard), "superseded": len(superseded), "lost": len(lost),
        "lostOfLevel3": sum(1 for key in lost if key[1].endswith(".3")), "doubled": len(doubled), "again": len(again), "strangers": strangers,
        "passedOverElsewhere": len(early_levels),
        "repeatsDropped": repeats, "early": len(early), "earliest": round(min(delays), 3) if delays else None,
        "delay": {name: round(value, 3) for name, value in zip(
            ("p50", "p99", "p999", "max"),
            (percentile(delays, .5), percentile(delays, .99), percentile(delays, .999), max(delays, default=0))) if value is not None},
        "fixToPhoneMs": milliseconds(since_fix),
        "otherEvents": dict(others), "late": len(late),
    }
    if options.ledger:
        ledger, due = collections.Counter(), {}
        for row in lines(options.ledger):
            if 1 <= row["level"] <= 3:
                key = (row["reminder"].lower(), f"{row['leg']}.{row['level']}", row["round"])
                ledger[key] += 1
                due[key] = row["at"]
        written = {(reminder, level) for reminder, level, _ in ledger}
        result["ledger"] = {
            "missing": sum(1 for key in expected if key not in written and key not in superseded),
            "doubled": sum(1 for count in ledger.values() if count > 1),
        }
        # From when the engine has found an alert due, by a fix or by the clock, to when a phone hears it.
        result["dueToPhoneMs"] = milliseconds([
            word["at"] - due[key] for (reminder, level), words in heard.items() for word in words[:1]
            if (key := (reminder, level, word["round"])) in due])
    print(json.dumps(result))
    wrong = lost or doubled or late or strangers or options.ledger and any(result["ledger"].values())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
