"""A runner that somebody else might write: `foreign_ride.py ALIGHT.SQLITE RIDE.gpx`.

It takes the reminders of places and points (`alight.reminder/2`) over from the outbox and follows a recorded ride with them, with
nothing but Python's standard library and what Prompts/schema says. It prints each ring as a line: reminder, level, seconds since 1970,
metres to the nearest place that counts.
"""

import datetime
import json
import math
import sqlite3
import sys
import xml.etree.ElementTree

# How long somebody stays where he has arrived: a drive past a place is over sooner.
DWELL = 60


def metres(one, other):
    """Along a great circle, by the haversine formula."""
    (north, east), (north2, east2) = [tuple(math.radians(degrees) for degrees in place) for place in (one, other)]
    half = math.sin((north2 - north) / 2) ** 2 + math.cos(north) * math.cos(north2) * math.sin((east2 - east) / 2) ** 2
    return 2 * 6371009 * math.asin(math.sqrt(half))


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def read(path):
    """The newest record of each reminder that is to be watched."""
    outbox = sqlite3.connect(path, timeout=60)
    records = {}
    for reminder, kind, record in outbox.execute("SELECT reminder, kind, record FROM outbox ORDER BY sequence"):
        records[reminder] = json.loads(record) if kind == "put" else None
    return [record for record in records.values() if record and record["schema"] == "alight.reminder/2" and record["status"] == "on"]


def track(path):
    space = {"g": "http://www.topografix.com/GPX/1/1"}
    for point in xml.etree.ElementTree.parse(path).iterfind(".//g:trkpt", space):
        yield instant(point.find("g:time", space).text), (float(point.get("lat")), float(point.get("lon")))


class Watch:
    """One reminder on its ride."""

    def __init__(self, record):
        self.record = record
        places = record["visit"]["places"] if "visit" in record else [record["destination"]]
        self.places = [((place["lat"], place["lon"]), place.get("radius", 100)) for place in places]
        self.rung = set()
        self.inside_since = None
        self.has_arrived = False

    def is_true(self, trigger, now, place):
        kind = trigger["type"]
        if kind in ("all", "any"):
            return {"all": all, "any": any}[kind](self.is_true(part, now, place) for part in trigger["of"])
        if kind == "within":
            return metres(place, self.places[0][0]) <= trigger["metres"]
        if kind == "entered":
            return self.has_arrived
        if kind == "left":
            return self.has_arrived and self.inside_since is None
        if kind == "clock":
            event = self.record.get("visit", {}).get("event", "clock")
            is_there = self.inside_since is not None
            return now >= instant(trigger["at"]) and {"clock-there": is_there, "clock-elsewhere": not is_there}.get(event, True)
        raise ValueError(f"no such trigger of a place: {kind}")

    def follow(self, now, place):
        distance = min(metres(place, centre) - radius for centre, radius in self.places)
        if distance > 0:
            self.inside_since = None
        else:
            self.inside_since = now if self.inside_since is None else self.inside_since
            self.has_arrived = self.has_arrived or now - self.inside_since >= DWELL
        for level in self.record["levels"]:
            if level["level"] not in self.rung and self.is_true(level["trigger"], now, place):
                self.rung.add(level["level"])
                print(self.record["id"], level["level"], round(now), round(distance + self.places[0][1]))


def main(database, ride):
    watches = [Watch(record) for record in read(database)]
    for now, place in track(ride):
        for watch in watches:
            watch.follow(now, place)


if __name__ == "__main__":
    main(*sys.argv[1:])
