"""Counts what a timetable made of a GTFS feed must hold: `count_feed.py FEED` for a zip or a folder.

Knows nothing of Alight's code: it holds all rows in memory and takes GTFS at its word, with the rules by which rows and trips
are left out. Prints one JSON object. Needs nothing but Python.
"""

import csv
import io
import json
import os
import re
import sys
import zipfile


def read_bytes(feed, name):
    if os.path.isdir(feed):
        path = os.path.join(feed, name)
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()
    with zipfile.ZipFile(feed) as archive:
        inner = [path for path in archive.namelist() if path.split("/")[-1] == name and not path.startswith("__MACOSX")]
        return archive.read(min(inner, key=len)) if inner else None


def rows(feed, name):
    """The rows that are as long as the header, as dictionaries of trimmed values."""
    data = read_bytes(feed, name)
    if data is None:
        return
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    reader = csv.reader(io.StringIO(text, newline=""))
    header = [column.strip() for column in next(reader)]
    for values in reader:
        values = [value.strip() for value in values]
        while len(values) > len(header) and not values[-1]:
            values.pop()
        if len(values) == len(header) and any(values):
            yield dict(zip(header, values))


def number(text, least, most):
    try:
        value = float(text)
    except ValueError:
        return None
    return value if least <= value <= most else None


def seconds(text):
    """None where it is empty, -1 where it is no time."""
    if not text:
        return None
    match = re.fullmatch(r"(\d{1,3}):(\d\d):(\d\d)", text)
    if not match:
        return -1
    hours, minutes, rest = map(int, match.groups())
    return hours * 3600 + minutes * 60 + rest if hours < 240 and minutes < 60 and rest < 60 else -1


def is_date(text):
    match = re.fullmatch(r"(\d{4})(\d\d)(\d\d)", text or "")
    if not match:
        return False
    year, month, day = map(int, match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1 <= month <= 12 and 1 <= day <= lengths[month - 1]


def read_stops(feed):
    stops = {}
    for row in rows(feed, "stops.txt"):
        kind = row.get("location_type") or "0"
        place = (number(row["stop_lat"], -90, 90), number(row["stop_lon"], -180, 180))
        is_placed = None not in place and place != (0, 0)
        if row["stop_id"] and row["stop_id"] not in stops and (is_placed or kind in ("3", "4")):
            stops[row["stop_id"]] = (kind, row.get("parent_station", ""))
    return stops


def station(stops, stop):
    """The station above a platform or boarding area, or the last place on the way there."""
    seen = [stop]
    while stops[seen[-1]][1] in stops and stops[seen[-1]][1] not in seen and stops[seen[-1]][0] != "1":
        seen.append(stops[seen[-1]][1])
    return seen[-1]


def read_services(feed):
    services = {
        row["service_id"]
        for row in rows(feed, "calendar.txt")
        if row["service_id"] and is_date(row["start_date"]) and is_date(row["end_date"])
    }
    return services | {
        row["service_id"]
        for row in rows(feed, "calendar_dates.txt")
        if row["service_id"] and is_date(row["date"]) and row["exception_type"] in ("1", "2")
    }


def read_calls(feed, trips, stops):
    """The calls of each trip by stop_sequence, of two with one number the first."""
    calls = {}
    for row in rows(feed, "stop_times.txt"):
        times = (seconds(row["arrival_time"]), seconds(row["departure_time"]))
        if row["trip_id"] not in trips or stops.get(row["stop_id"], ("?",))[0] not in ("0", "4"):
            continue
        if -1 in times or not re.fullmatch(r"\d+", row["stop_sequence"]):
            continue
        calls.setdefault(row["trip_id"], {}).setdefault(int(row["stop_sequence"]), (row["stop_id"], *times))
    return {trip: [by_number[key] for key in sorted(by_number)] for trip, by_number in calls.items()}


def is_usable(calls):
    """Whether a trip has two stops, a time at both ends, and no time before the one before."""
    times = [[time for time in call[1:] if time is not None] for call in calls]
    flat = [time for both in times for time in both]
    return len(calls) >= 2 and bool(times[0]) and bool(times[-1]) and flat == sorted(flat)


def read_shapes(feed):
    shapes = {}
    for row in rows(feed, "shapes.txt"):
        place = (number(row["shape_pt_lat"], -90, 90), number(row["shape_pt_lon"], -180, 180))
        if row["shape_id"] and None not in place and re.fullmatch(r"\d+", row["shape_pt_sequence"]):
            shapes.setdefault(row["shape_id"], set()).add(int(row["shape_pt_sequence"]))
    return shapes


def count(feed):
    stops = read_stops(feed)
    routes = {row["route_id"] for row in rows(feed, "routes.txt") if row["route_id"]}
    services = read_services(feed)
    trips = set()
    for row in rows(feed, "trips.txt"):
        if row["trip_id"] and row["route_id"] in routes and row["service_id"] in services:
            trips.add(row["trip_id"])
    calls = {trip: calls for trip, calls in read_calls(feed, trips, stops).items() if is_usable(calls)}
    spans = {
        (row["trip_id"], seconds(row["start_time"]))
        for row in rows(feed, "frequencies.txt")
        if row["trip_id"] in calls
        and None not in (seconds(row["start_time"]), seconds(row["end_time"]))
        and -1 < seconds(row["start_time"]) < seconds(row["end_time"])
        and re.fullmatch(r"\d+", row["headway_secs"])
        and 1 <= int(row["headway_secs"]) <= 86400
    }
    return {
        "stops": len(stops),
        "stations": len({station(stops, call[0]) for trip in calls.values() for call in trip}),
        "routes": len(routes),
        "services": len(services),
        "trips": len(calls),
        "stopTimes": sum(map(len, calls.values())),
        "shapePoints": sum(len(points) for points in read_shapes(feed).values() if len(points) > 1),
        "frequencies": len(spans),
    }


if __name__ == "__main__":
    print(json.dumps(count(sys.argv[1])))
