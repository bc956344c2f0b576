"""Tells what programs that know nothing of Alight read from an export: `independent.py json|ics|gpx|geojson FILE [SCHEMA]`.

Needs Debian's python3-icalendar and python3-jsonschema. Prints one JSON object; ends with 1 where a file breaks its format.
"""

import base64
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

GPX = "{http://www.topografix.com/GPX/1/1}"
GARMIN = "{http://www.garmin.com/xmlschemas/GpxExtensions/v3}"


def read_json(path, path_of_schema):
    import jsonschema

    with open(path_of_schema, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    # A schema may refer to its neighbours by their file names.
    resolver = jsonschema.RefResolver(pathlib.Path(path_of_schema).absolute().as_uri(), schema)
    validator = jsonschema.Draft202012Validator(
        schema, resolver=resolver, format_checker=jsonschema.FormatChecker()
    )
    records = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            record = json.loads(line)
            validator.validate(record)
            records.append(record)
    return {"records": records}


def alarm(component):
    trigger = component["TRIGGER"]
    places = [
        {"name": str(part["NAME"]), "url": str(part["URL"]), "uid": str(part["UID"])}
        for part in component.subcomponents
        if part.name == "VLOCATION"
    ]
    value = trigger.dt
    return {
        "uid": str(component["UID"]),
        "action": str(component["ACTION"]),
        "text": str(component.get("DESCRIPTION", "")),
        "related": trigger.params.get("RELATED", "START"),
        "seconds": value.total_seconds() if hasattr(value, "total_seconds") else None,
        "at": value.isoformat() if hasattr(value, "isoformat") else None,
        "proximity": str(component.get("PROXIMITY", "")),
        "radius": str(component.get("X-ALIGHT-RADIUS", "")),
        "places": places,
        "apple": {
            "proximity": str(component.get("X-APPLE-PROXIMITY", "")),
            "title": getattr(component.get("X-APPLE-STRUCTURED-LOCATION"), "params", {}).get("X-TITLE", ""),
        },
    }


def rides(event, zones):
    """When the event comes, in UTC by the zone that the calendar itself tells; the first 400 times at most."""
    if "RRULE" not in event:
        return []
    import datetime
    import itertools

    from dateutil.rrule import rrulestr

    zone = zones[event["DTSTART"].params["TZID"]]
    start = event["DTSTART"].dt.replace(tzinfo=None)
    length = event["DTEND"].dt - event["DTSTART"].dt
    rule = event["RRULE"].to_ical().decode()
    until = event["RRULE"].get("UNTIL")
    local = rrulestr(";".join(part for part in rule.split(";") if not part.startswith("UNTIL")), dtstart=start)
    times = []
    for time in itertools.islice(local, 400):
        at = zone.localize(time) if hasattr(zone, "localize") else time.replace(tzinfo=zone)
        if until and at > until[0]:
            break
        times.append(at.astimezone(datetime.timezone.utc).isoformat())
    assert length > datetime.timedelta(0)
    return times


def read_calendar(path):
    import icalendar

    with open(path, "rb") as file:
        data = file.read()
    lines = data.split(b"\r\n")
    assert lines.pop() == b"", "the last line has no line end"
    for line in lines:
        assert len(line) <= 75, f"a line of {len(line)} octets: {line}"
        assert b"\n" not in line and b"\r" not in line, f"a bare line end in {line}"
        line.decode("utf-8")
    calendar = icalendar.Calendar.from_ical(data)
    assert str(calendar["VERSION"]) == "2.0" and str(calendar["PRODID"])
    assert icalendar.Calendar.from_ical(calendar.to_ical()) == calendar, "it does not survive being written again"
    zones = {str(part["TZID"]): part.to_tz() for part in calendar.walk("VTIMEZONE")}
    events = []
    for event in calendar.walk("VEVENT"):
        assert not event.errors, event.errors
        end = event.get("DTEND")
        events.append({
            "uid": str(event["UID"]),
            "stamp": event["DTSTAMP"].dt.isoformat(),
            "start": event["DTSTART"].dt.isoformat(),
            "end": end.dt.isoformat() if end else None,
            "summary": str(event["SUMMARY"]),
            "location": str(event["LOCATION"]),
            "description": str(event["DESCRIPTION"]),
            "sequence": int(event["SEQUENCE"]),
            "geo": list(event["GEO"].to_ical().split(";")),
            "rides": rides(event, zones),
            "recurrence": event["RRULE"].to_ical().decode() if "RRULE" in event else None,
            "record": json.loads(base64.b64decode(str(event["X-ALIGHT-RECORD"]), validate=True)),
            "alarms": [alarm(part) for part in event.subcomponents if part.name == "VALARM"],
        })
    return {"events": events}


def point(element):
    near = element.find(f"{GPX}extensions/{GARMIN}WaypointExtension/{GARMIN}Proximity")
    return {
        "lat": float(element.get("lat")),
        "lon": float(element.get("lon")),
        "name": element.findtext(f"{GPX}name"),
        "time": element.findtext(f"{GPX}time"),
        "text": element.findtext(f"{GPX}desc"),
        "proximity": float(near.text) if near is not None else None,
    }


def read_gpx(path):
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{GPX}gpx" and root.get("version") == "1.1" and root.get("creator")
    kinds = [child.tag for child in root]
    assert kinds == sorted(kinds, key=[f"{GPX}wpt", f"{GPX}rte"].index), "the order of GPX 1.1 is broken"
    return {
        "waypoints": [point(child) for child in root.findall(f"{GPX}wpt")],
        "routes": [
            {"name": route.findtext(f"{GPX}name"), "points": [point(child) for child in route.findall(f"{GPX}rtept")]}
            for route in root.findall(f"{GPX}rte")
        ],
    }


def read_geojson(path):
    """What a map that follows RFC 7946 to the letter draws: the coordinates of each feature by its kind."""
    with open(path, encoding="utf-8") as file:
        collection = json.load(file)
    assert collection["type"] == "FeatureCollection"

    def check(place):
        east, north = place
        assert -180 <= east <= 180 and -90 <= north <= 90, place

    for feature in collection["features"]:
        assert feature["type"] == "Feature" and isinstance(feature["properties"], dict)
        geometry = feature["geometry"]
        if geometry["type"] == "Point":
            check(geometry["coordinates"])
        elif geometry["type"] == "LineString":
            assert len(geometry["coordinates"]) >= 2
            for place in geometry["coordinates"]:
                check(place)
        else:
            assert geometry["type"] == "Polygon"
            for ring in geometry["coordinates"]:
                assert len(ring) >= 4 and ring[0] == ring[-1], "a ring that is not closed"
                for place in ring:
                    check(place)
                area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))
                assert area > 0, "an outer ring that runs clockwise"
    return {
        "features": [
            {"geometry": feature["geometry"]["type"], "coordinates": feature["geometry"]["coordinates"]} | feature["properties"]
            for feature in collection["features"]
        ]
    }


def main(kind, path, *rest):
    reader = {"json": read_json, "ics": read_calendar, "gpx": read_gpx, "geojson": read_geojson}[kind]
    json.dump(reader(path, *rest), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
