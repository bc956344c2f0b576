"""How fast the page is, with the floor of each figure measured in the same run.

    bench.py ALIGHT HOME [FEED]

ALIGHT is the release, HOME the folder with Prompts and Audio, FEED a big timetable that is imported first. Printed as a table; wrk must be
there for what comes at once.
"""

import csv
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from itertools import islice
from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.sync_api import sync_playwright

KEYS = ["z", "zu", "zur", "zuri", "zurich", "b", "ba", "bas", "base", "basel", "gen", "gene", "geneve", "b", "br", "bri", "brisb",
        "roma", "roma st", "south b", "south bank", "paris ga", "paris gare de l", "lyon par", "osak", "tok", "tokyo", "wint",
        "winterthur", "milano c"]


def told(name, value, goal=""):
    print(f"{name:<58} {value:<28} {goal}", flush=True)


def share(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


class Server:
    def __init__(self, alight, home, folder, *options):
        self.environment = {**os.environ, "ALIGHT_HOME": home, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "XDG_RUNTIME_DIR": folder}
        self.alight = alight
        self.log = open(f"{folder}/log", "w+")
        self.process = subprocess.Popen(
            [alight, "serve", "--listen", "127.0.0.1:0", "--position", "none", "--quiet", *options], stderr=self.log,
            stdout=self.log, env=self.environment)
        self.cookies = []
        while not (found := re.findall(r"http://(127\.0\.0\.1:\d+)/enter\?code=([A-Z0-9-]+)", Path(f"{folder}/log").read_text())):
            time.sleep(0.05)
        self.folder, (self.host, self.code) = folder, found[-1]
        self.address = f"http://{self.host}"

    def run(self, *arguments, text=None):
        return subprocess.run([self.alight, *arguments], env=self.environment, input=text, capture_output=True, text=True)

    def enter(self):
        """Lets another client in."""
        code = re.findall(r"enter\?code=([A-Z0-9-]+)", Path(f"{self.folder}/log").read_text())[-1]
        request = urllib.request.Request(f"{self.address}/enter", urllib.parse.urlencode({"code": code}).encode())

        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None

        try:
            answer = urllib.request.build_opener(Stay).open(request)
        except urllib.error.HTTPError as redirection:
            answer = redirection
        cookie = re.search(r"alight=[0-9a-f]+", answer.headers["Set-Cookie"])[0]
        self.cookies.append(cookie)
        while re.findall(r"enter\?code=([A-Z0-9-]+)", Path(f"{self.folder}/log").read_text())[-1] == code:
            time.sleep(0.01)
        return cookie

    def resident(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024

    def ask(self, path, cookie, body=None):
        request = urllib.request.Request(
            self.address + path, None if body is None else json.dumps(body).encode(),
            {"Cookie": cookie, "Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request))

    def end(self):
        self.process.terminate()
        self.process.wait()


def in_browser(server):
    """Suggestions, questions and the first view, as a browser has them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        # A service worker would hide what comes over the line.
        page = browser.new_context(locale="en-GB", service_workers="block").new_page()
        page.goto(f"{server.address}/enter?code={server.code}")
        page.locator("form button").first.click()
        page.wait_for_url(server.address + "/")
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        firsts = []
        for _ in range(5):
            begun = time.perf_counter()
            page.goto(server.address + "/new")
            page.wait_for_selector("html[data-ready]")
            firsts.append(time.perf_counter() - begun)
        size = page.evaluate(
            """performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
              .reduce((sum, entry) => sum + entry.transferSize, 0)""")
        told("first view, all files, cold: median", f"{statistics.median(firsts) * 1000:.0f} ms, {size / 1000:.0f} kB", "1 s, 150 kB")
        measured = page.evaluate(
            """async ([keys, rounds]) => {
              const times = [], floor = [];
              for (let round = 0; round < rounds; round++) for (const text of keys) {
                let begun = performance.now();
                await (await fetch('/api/suggestions?text=' + encodeURIComponent(text))).json();
                times.push(performance.now() - begun);
                begun = performance.now();
                await (await fetch('/api/push')).json();
                floor.push(performance.now() - begun);
              }
              return [times, floor];
            }""", [KEYS, 10])
        for name, values in zip(("suggestions at a key", "floor: the least request"), measured):
            told(f"{name}: p50, p95 in the browser", f"{share(values, .5):.1f}, {share(values, .95):.1f} ms", "5, 15 ms" if "key" in name else "")
        browser.close()


def questions(server, cookie, feed):
    names = ["linz hbf", "hagenberg"]
    if feed:
        with open(Path(feed, "stops.txt"), newline="") as rows:
            names = [row["stop_name"] for row in islice(csv.DictReader(rows), 10)]
        # Calls of one trip.
        names = [names[1], names[6]]
    times = []
    for _ in range(30):
        server.ask("/api/dialogue/begin", cookie, {})
        for answer in (names[0], names[1], "by stops", "2 stops"):
            begun = time.perf_counter()
            server.ask("/api/dialogue", cookie, {"text": answer})
            times.append(time.perf_counter() - begun)
    told("answer to next question: p50, p95", f"{share(times, .5) * 1000:.1f}, {share(times, .95) * 1000:.1f} ms", "p95 50 ms")


def spoken(server, cookie, home):
    """A spoken answer over the page beside the same recording in a program that is warm: `alight transcribe` of many files."""
    recording = Path(home, "Audio/answers/from.wav")
    times = []
    for _ in range(12):
        server.ask("/api/dialogue/begin", cookie, {})
        # As the page does while the rider is speaking.
        listening = urllib.request.Request(server.address + "/api/dialogue/listen", b"", {"Cookie": cookie})
        urllib.request.urlopen(listening).read()
        request = urllib.request.Request(
            server.address + "/api/dialogue/recording", recording.read_bytes(), {"Cookie": cookie, "Content-Type": "audio/wav"})
        begun = time.perf_counter()
        urllib.request.urlopen(request).read()
        times.append(time.perf_counter() - begun)
    said = [str(recording)] * 12
    single = []
    for count in (1, 11):
        begun = time.perf_counter()
        server.run("transcribe", "--jobs", "1", "--question", "from", *said[:count])
        single.append(time.perf_counter() - begun)
    alone = (single[1] - single[0]) / 10
    told("spoken answer: median; transcribe of one more file", f"{statistics.median(times[2:]) * 1000:.0f}; {alone * 1000:.0f} ms", "50 ms over it")


def own_feed(server, folder):
    """A bus each ten seconds, for alerts that come soon."""
    feed = Path(folder, "bus")
    feed.mkdir()
    now = datetime.now(timezone.utc)
    start = now.hour * 3600 + now.minute * 60 + now.second
    clock = lambda seconds: f"{seconds // 3600:02}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    starts = range(start, start + 1200, 10)
    files = {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,L,http://example.org,UTC\n",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + "".join(f"b{n},Bus {name},{48 + n * 0.0036},14\n" for n, name in enumerate(("Alpha", "Beta", "Gamma", "Delta", "Omega"))),
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,1,7,3\n",
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nd,1,1,1,1,1,1,1,20260101,20991231\n",
        "trips.txt": "route_id,service_id,trip_id\n" + "".join(f"r,d,t{at}\n" for at in starts),
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
            f"t{at},{clock(at + 10 * n)},{clock(at + 10 * n)},b{n},{n}\n" for at in starts for n in range(5)),
    }
    for name, text in files.items():
        (feed / name).write_text(text)
    assert server.run("feed", "import", str(feed), "--name", "bus").returncode == 0


class Stream(threading.Thread):
    """A stream of events; `late` has how many seconds after its instant each alert came."""

    def __init__(self, server, cookie):
        super().__init__(daemon=True)
        host, port = server.host.split(":")
        self.line = socket.create_connection((host, int(port)))
        self.line.sendall(f"GET /api/events HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n\r\n".encode())
        self.late = []
        self.start()

    def run(self):
        kept = b""
        while part := self.line.recv(65536):
            kept += part
            for at in re.findall(rb'event: alert\ndata: \{"at":"([^"]+)"', kept):
                moment = datetime.fromisoformat(at.decode().replace("Z", "+00:00"))
                self.late.append((datetime.now(timezone.utc) - moment).total_seconds())
                kept = b""
            kept = kept[-20_000:]


def ride(server, streams):
    """A ride by the clock from begin to end.
    :return: how late its alerts were on the first stream, in seconds"""
    before = len(streams[0].late)
    depart = (datetime.now(timezone.utc) + timedelta(seconds=15)).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = server.run("new", "--from", "bus:b0", "--to", "bus:b4", "--mode", "stations", "--interval", "2 stops", "--depart", depart, "--yes")
    assert made.returncode == 0, made.stderr
    end = time.time() + 150
    while len(streams[0].late) < before + 3 and time.time() < end:
        time.sleep(0.2)
    return streams[0].late[before:before + 3]


def at_once(server, folder):
    own_feed(server, folder)
    cookies = [server.enter() for _ in range(20)]
    first = [Stream(server, cookies[0])]
    quiet = ride(server, first)
    streams = first + [Stream(server, cookies[number % 20]) for number in range(199)]
    time.sleep(2)
    told("resident with 200 streams", f"{server.resident():.0f} MB")
    # Two lines that wait ten milliseconds behind each answer ask nearly 200 times a second.
    script = Path(folder, "wait.lua")
    script.write_text(f'wrk.headers["Cookie"] = "{cookies[1]}"\nfunction delay() return 10 end\n')
    load = subprocess.Popen(
        ["wrk", "-t1", "-c2", "-d75s", "--latency", "-s", str(script), server.address + "/api/ride"], stdout=subprocess.PIPE, text=True)
    loaded = ride(server, streams)
    said = load.communicate()[0]
    figures = dict(re.findall(r"^\s*(50%|99%|Requests/sec:)\s+(\S+)", said, re.M))
    told("200 streams and wrk: requests a second, p50, p99", f"{figures.get('Requests/sec:')}, {figures.get('50%')}, {figures.get('99%')}")
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    told("answers that are no 2xx", failed[1] if failed else "0")
    told("alerts late without and with it: most", f"{max(quiet):.2f}, {max(loaded):.2f} s", "no later")
    told("resident behind it", f"{server.resident():.0f} MB")


def main(alight, home, feed=None):
    with tempfile.TemporaryDirectory(prefix="alight-bench-") as folder:
        if feed:
            environment = {**os.environ, "ALIGHT_HOME": home, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder}
            said = subprocess.run([alight, "feed", "import", feed, "--name", "big"], env=environment, capture_output=True, text=True)
            print(said.stdout, said.stderr[-300:])
        server = Server(alight, home, folder)
        time.sleep(3)
        told("resident when idle, nothing asked", f"{server.resident():.0f} MB", "80 MB")
        in_browser(server)
        cookie = server.enter()
        questions(server, cookie, feed)
        spoken(server, cookie, home)
        told("resident behind it", f"{server.resident():.0f} MB")
        at_once(server, folder)
        server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
