#!/usr/bin/env python3
"""Writes a GTFS feed that is made up, for `alight-lab check-connections`: the same seed writes the same feed.

    made_feeds.py rail FOLDER [SEED]   long-distance trains: journeys of days, four time zones, trains that run thrice a week,
                                       blocks by which a train goes on as another one
    made_feeds.py city FOLDER [SEED]   buses and trams on a grid: stations with platforms, vehicles that change their route at
                                       the end of a line (blocks), trips past midnight, holidays
"""
import os
import random
import sys


def clock(seconds):
    return f"{seconds // 3600:02d}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}"


class Feed:
    """The tables of a feed, written when all rows are there."""

    HEADS = {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon,stop_timezone,location_type,parent_station",
        "routes.txt": "route_id,agency_id,route_short_name,route_type",
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
        "calendar_dates.txt": "service_id,date,exception_type",
        "trips.txt": "route_id,service_id,trip_id,block_id",
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
    }

    def __init__(self, zone):
        self.rows = {name: [] for name in self.HEADS}
        self.add("agency.txt", "a", "Made up", "http://example.org", zone)
        self.trips = 0

    def add(self, table, *fields):
        self.rows[table].append(",".join(str(field) for field in fields))

    def trip(self, route, service, calls, block):
        """Calls are (stop, arrival, departure)."""
        self.trips += 1
        self.add("trips.txt", route, service, f"t{self.trips}", block)
        for place, (stop, arrival, departure) in enumerate(calls):
            self.add("stop_times.txt", f"t{self.trips}", clock(arrival), clock(departure), stop, place + 1)

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        for name, rows in self.rows.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write("\n".join([self.HEADS[name]] + rows) + "\n")
        print(f"{self.trips} trips, {len(self.rows['stop_times.txt'])} calls")


def rail(chance):
    zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"]
    count = 64
    feed = Feed(zones[0])
    for i in range(count):
        place = (f"{40 + 3 * chance.random():.5f}", f"{-74 - 46 * i / (count - 1):.5f}")
        feed.add("stops.txt", f"s{i}", f"Station {i}", *place, zones[min(3, i * 4 // count)], 0, "")
    for name, days in [("daily", "1,1,1,1,1,1,1"), ("thrice", "1,0,1,0,1,0,0"), ("weekend", "0,0,0,0,0,1,1")]:
        feed.add("calendar.txt", name, days, 20260101, 20261231)

    def run(route, service, stops, start, speed, block):
        time, calls = start, []
        for place, stop in enumerate(stops):
            arrival = time
            time += 0 if place in (0, len(stops) - 1) else chance.choice([120, 300, 900])
            calls.append((f"s{stop}", arrival, time))
            if place < len(stops) - 1:
                time += int(abs(stops[place + 1] - stop) * 60_000 / speed) // 60 * 60 + 300
        feed.trip(route, service, calls, block)
        return time

    for number in range(14):
        route = f"r{number}"
        feed.add("routes.txt", route, "a", f"Train {number}", 2)
        first, last = sorted(chance.sample(range(count), 2))
        if last - first < 10:
            first, last = max(0, first - 15), min(count - 1, last + 15)
        line = list(range(first, last, chance.choice([1, 2, 3]))) + [last]
        for way in (line, line[::-1]):
            for hour in chance.sample(range(5, 23), chance.choice([1, 1, 2, 4])):
                service = chance.choice(["daily", "daily", "thrice", "weekend"])
                block = f"b{number}-{way[0]}"
                end = run(route, service, way, hour * 3600, chance.choice([22, 25, 30]), block)
                step = 1 if way is line else -1
                rest = [stop for stop in range(way[-1], way[-1] + 5 * step, step) if 0 <= stop < count]
                if chance.random() < 0.4 and end < 200 * 3600 and len(rest) > 1:
                    run(route, service, rest, end + 600, 25, block)
    return feed


def city(chance):
    feed = Feed("America/Los_Angeles")
    for name, days in [("week", "1,1,1,1,1,0,0"), ("sat", "0,0,0,0,0,1,0"), ("sun", "0,0,0,0,0,0,1")]:
        feed.add("calendar.txt", name, days, 20260101, 20261231)
    for day in (20260525, 20261126):
        feed.add("calendar_dates.txt", "week", day, 2)
        feed.add("calendar_dates.txt", "sun", day, 1)
    side, ends, lines = 14, {}, []

    def place(x, y):
        return f"{45.45 + 0.006 * y:.5f}", f"{-122.70 + 0.008 * x:.5f}"

    def stop(kind, x, y, shift=0.0):
        name = f"{kind}{x}-{y}"
        if name not in known:
            known.add(name)
            lat, lon = place(x + shift, y + shift)
            feed.add("stops.txt", name, f"{x}th Ave & {y}th St", lat, lon, "", 0, "")
        return name

    known = set()
    # Trams call at stations with a platform for either way, buses at poles on either side of the street.
    for number in range(3):
        tram = [(x, 4 * number + 2 + (1 if x % 5 == number else 0)) for x in range(side)]
        for x, y in tram:
            lat, lon = place(x, y)
            feed.add("stops.txt", f"S{number}-{x}", f"Station {number}-{x}", lat, lon, "", 1, "")
            for way in "ab":
                feed.add("stops.txt", f"S{number}-{x}{way}", f"Station {number}-{x}", lat, lon, "", 0, f"S{number}-{x}")
        lines.append((f"T{number}", 0, [f"S{number}-{x}a" for x, _ in tram], [f"S{number}-{x}b" for x, _ in tram[::-1]]))
    for number in range(side):
        for kind, spots in (("N", [(number, y) for y in range(side)]), ("E", [(x, number) for x in range(side)])):
            cut = chance.randrange(0, 4)
            spots = spots[cut:side - chance.randrange(0, 4)]
            out = [stop("p" + kind, x, y) for x, y in spots]
            back = [stop("q" + kind, x, y, 0.03) for x, y in spots[::-1]]
            lines.append((f"{kind}{number}", 3, out, back))
    for route, kind, out, back in lines:
        feed.add("routes.txt", route, "a", route, kind)
        for way in (out, back):
            ends.setdefault(way[0], []).append((route, way))

    def near(one, other):
        return one == other or one[1:] == other[1:] and one[0] in "pq" and other[0] in "pq"

    def run(service, route, way, start, block):
        pace, time, calls = chance.choice([100, 120, 150]), start, []
        for place, name in enumerate(way):
            stands = 30 if place % 4 == 0 and 0 < place < len(way) - 1 else 0
            calls.append((name, time, time + stands))
            time += pace
        feed.trip(route, service, calls, block)
        return time - pace

    # Vehicles drive until their day is over: at the end of a line they turn round, or go on as another line that begins there.
    for service, gap in (("week", 1200), ("sat", 1800), ("sun", 2700)):
        for route, kind, out, back in lines:
            for first in range(5 * 3600 + chance.randrange(600), 9 * 3600, gap):
                block, time, line, way = f"{service}-{route}-{first}", first, route, out
                over = chance.choice([14, 19, 22, 25, 26]) * 3600
                while time < over:
                    time = run(service, line, way, time, block) + chance.choice([120, 300, 600, 4000])
                    others = [entry for start, found in ends.items() if near(start, way[-1]) for entry in found]
                    turn = [entry for entry in others if entry[0] == line]
                    choice = chance.choice(others) if others and chance.random() < 0.3 else (turn or others or [None])[0]
                    if choice is None:
                        break
                    line, way = choice
    return feed


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("rail", "city"):
        sys.exit(__doc__)
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    {"rail": rail, "city": city}[sys.argv[1]](random.Random(seed)).write(sys.argv[2])
