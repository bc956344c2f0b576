"""What a GTFS Realtime feed says of each call of each scheduled trip, read by another hand: the wire format, the timetable and the rules
of propagation are all written anew here.

    python3 live_times.py TIMETABLE.zip FEED.pb

prints a JSON object: {trip_id: {"cancelled": bool, "calls": [[skipped, arrival delay or null, departure delay or null], ...]}}
with delays in seconds by the timetable's own times. Trips that cannot be placed are left out.
"""
import csv
import datetime
import io
import json
import sys
import zipfile
import zoneinfo


def fields(data):
    """(number, value) of a message: integers for varints and fixed fields, bytes for the rest."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
        elif kind == 2:
            size = varint()
            yield key >> 3, data[at:at + size]
            at += size
        else:
            size = {1: 8, 5: 4}[kind]
            yield key >> 3, data[at:at + size]
            at += size


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def first(message, number, default=None):
    found = [value for key, value in message if key == number]
    return found[-1] if found else default


class Timetable:
    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            def rows(name):
                with archive.open(name) as stream:
                    for row in csv.DictReader(io.TextIOWrapper(stream, "utf-8-sig"), skipinitialspace=True):
                        yield {key: (value or "").strip() for key, value in row.items() if key}
            self.zone = zoneinfo.ZoneInfo(next(iter(rows("agency.txt")))["agency_timezone"])
            self.station = {row["stop_id"]: row.get("parent_station") or row["stop_id"] for row in rows("stops.txt")}
            self.trips = {row["trip_id"] for row in rows("trips.txt")}
            self.calls = {}
            for row in rows("stop_times.txt"):
                if row.get("trip_id") in self.trips:
                    self.calls.setdefault(row["trip_id"], []).append(row)
            for calls in self.calls.values():
                calls.sort(key=lambda row: int(row["stop_sequence"]))

    @staticmethod
    def seconds(row, name, other):
        hours, minutes, seconds = (row[name] or row[other]).split(":")
        return int(hours) * 3600 + int(minutes) * 60 + int(seconds)

    def midnight(self, date):
        noon = datetime.datetime.strptime(date, "%Y%m%d").replace(hour=12, tzinfo=self.zone)
        return noon.timestamp() - 43200


def placed(timetable, trip, times):
    """The stop times by the place of their call; None where their order cannot be trusted."""
    calls = timetable.calls[trip]
    numbers = [first(time, 1) for time in times]
    given = [number for number in numbers if number is not None]
    agrees = lambda time: any(
        int(call["stop_sequence"]) == first(time, 1) and first(time, 4, call["stop_id"].encode()).decode() == call["stop_id"] for call in calls)
    if any(a >= b for a, b in zip(given, given[1:])):
        if None in numbers or not all(map(agrees, times)):
            return None
        times = sorted(times, key=lambda time: first(time, 1))
    found, last = {}, -1
    for time in times:
        stop = first(time, 4, b"").decode()
        number = [at for at, call in enumerate(calls) if int(call["stop_sequence"]) == first(time, 1, -1)]
        if stop:
            if stop not in timetable.station:
                continue
            visits = [at for at, call in enumerate(calls) if call["stop_id"] == stop]
            visits = visits or [at for at, call in enumerate(calls) if timetable.station[call["stop_id"]] == timetable.station[stop]]
            if len(visits) == 1:
                at = visits[0]
            else:
                at = next((v for v in visits if v in number), next((v for v in visits if v > last), None))
        else:
            at = number[0] if number else None
        if at is None or at <= last:
            continue
        said = {}
        for key, name, scheduled in ((2, "arrival", ("arrival_time", "departure_time")), (3, "departure", ("departure_time", "arrival_time"))):
            event = first(time, key)
            if event is None:
                continue
            event = list(fields(event))
            if first(event, 2) is not None:
                said[name] = ("time", signed(first(event, 2)))
            elif first(event, 1) is not None:
                said[name] = ("delay", signed(first(event, 1)))
        relation = first(time, 5, 0)
        if relation == 0 and not said:
            continue
        found[at] = (relation, said)
        last = at
    return found


def main():
    timetable = Timetable(sys.argv[1])
    with open(sys.argv[2], "rb") as stream:
        message = list(fields(stream.read()))
    made = first(list(fields(first(message, 1))), 3)
    today = datetime.datetime.fromtimestamp(made, timetable.zone).strftime("%Y%m%d")
    out = {}
    for key, entity in message:
        update = first(list(fields(entity)), 3) if key == 2 else None
        if update is None:
            continue
        update = list(fields(update))
        descriptor = list(fields(first(update, 1)))
        trip, relation = first(descriptor, 1, b"").decode(), first(descriptor, 4, 0)
        if relation in (1, 5, 6, 8) or trip not in timetable.calls or trip in out:
            continue
        if relation in (3, 7):
            out[trip] = {"cancelled": True, "calls": [[False, None, None] for _ in timetable.calls[trip]]}
            continue
        words = placed(timetable, trip, [list(fields(value)) for number, value in update if number == 2])
        if words is None:
            continue
        midnight = timetable.midnight(first(descriptor, 3, today.encode()).decode())
        # What falls from one stop to the next ends what is believed.
        clock, kept = float("-inf"), {}
        for at in sorted(words):
            relation, said = words[at]
            call, times = timetable.calls[trip][at], []
            for name, columns in (("arrival", ("arrival_time", "departure_time")), ("departure", ("departure_time", "arrival_time"))):
                if name in said:
                    plan = midnight + timetable.seconds(call, *columns)
                    times.append(said[name][1] if said[name][0] == "time" else plan + said[name][1])
            if any(a > b for a, b in zip([clock] + times, times)):
                break
            clock = times[-1] if times else clock
            kept[at] = words[at]
        delay, clock, calls = None, float("-inf"), []
        for at, call in enumerate(timetable.calls[trip]):
            relation, said = kept.get(at, (0, {}))
            if relation == 1:
                calls.append([True, None, None])
                continue
            if relation == 2:
                delay = None
            row = [False, None, None]
            for place, name, columns in ((1, "arrival", ("arrival_time", "departure_time")), (2, "departure", ("departure_time", "arrival_time"))):
                plan = midnight + timetable.seconds(call, *columns)
                if name in said and relation == 0:
                    at_time = said[name][1] if said[name][0] == "time" else plan + said[name][1]
                    delay = at_time - plan
                else:
                    at_time = None if delay is None else plan + delay
                if at_time is not None:
                    at_time = max(at_time, clock)
                    row[place] = round(at_time - plan)
                clock = max(clock, plan if at_time is None else at_time)
            calls.append(row)
        out[trip] = {"cancelled": sum(not call[0] for call in calls) < 2, "calls": calls}
    json.dump(out, sys.stdout)


main()
