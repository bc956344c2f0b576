"""Serves GTFS Realtime to a test, and answers that are none.

    python3 feed_server.py LOG

prints its port, and writes a line to LOG for each request: its path, X-Key and If-None-Match. Feeds are written here by hand, so that what reads them
is not tested against itself:
    /feed?made=EPOCH&trip=ID[&date=YYYYMMDD][&stop=ID&delay=SECONDS][&skip=ID][&cancel=1][&alert=LANGUAGE:TEXT|...&about=STOP]
    /evening?made=EPOCH&every=SECONDS&trip=ID&stop=ID&states=DELAY,DELAY,cancel,... gives the next state at each request, and at last stands still
"""
import gzip
import http.server
import os
import sys
import threading
import time
import urllib.parse


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def piece(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def feed(query):
    trip = piece(1, query["trip"]) + (piece(3, query["date"]) if "date" in query else b"") + (number(4, 3) if "cancel" in query else b"")
    update = piece(1, trip)
    if "delay" in query:
        event = number(1, int(query["delay"]))
        update += piece(2, piece(4, query["stop"]) + piece(2, event) + piece(3, event))
    if "skip" in query:
        update += piece(2, piece(4, query["skip"]) + number(5, 1))
    header = piece(1, "2.0") + number(3, int(query["made"]))
    entities = piece(2, piece(1, "1") + piece(3, update))
    if "alert" in query:
        texts = b"".join(piece(1, piece(1, text) + (piece(2, language) if language else b"")) for language, text in
                         [part.split(":", 1) for part in query["alert"].split("|")])
        entities += piece(2, piece(1, "2") + piece(5, piece(5, piece(5, query["about"])) + piece(10, texts)))
    return piece(1, header) + entities


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def do_GET(self):
        with open(sys.argv[1], "a") as log:
            print(self.path.split("?")[0], self.headers.get("X-Key", "-"), self.headers.get("If-None-Match", "-"), file=log)
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        port = self.server.server_address[1]
        if address.path == "/feed":
            if self.headers.get("If-None-Match") == '"a"':
                return self.send(304)
            return self.send(200, gzip.compress(feed(query)), Content_Encoding="gzip", ETag='"a"')
        if address.path == "/evening":
            states = query["states"].split(",")
            with open(sys.argv[1]) as log:
                place = sum(line.startswith("/evening ") for line in log) - 1
            made = int(query["made"]) + min(place, len(states) - 1) * int(query["every"])
            state = states[min(place, len(states) - 1)]
            said = {"cancel": "1"} if state == "cancel" else {"stop": query["stop"], "delay": state}
            return self.send(200, feed({"trip": query["trip"], "made": made, **said}), ETag=f'"{place}"')
        if address.path == "/key":
            return self.send(200, feed(query)) if self.headers.get("X-Key") == "secret" else self.send(403)
        if address.path == "/page":
            return self.send(200, b"<!DOCTYPE html><html><body>Please log in</body></html>", Content_Type="text/html")
        if address.path == "/to-file":
            return self.send(302, Location="file:///etc/hostname")
        if address.path == "/round":
            return self.send(302, Location="/round")
        if address.path == "/elsewhere":
            return self.send(302, Location=f"http://localhost:{port}/key?{address.query}")
        if address.path == "/bomb":
            return self.send(200, gzip.compress(b"\0" * 120_000_000), Content_Encoding="gzip")
        if address.path == "/cut":
            data = feed(query)
            return self.send(200, data[:len(data) // 2], Content_Length=str(len(data)))
        if address.path == "/busy":
            return self.send(429, Retry_After="7")
        if address.path == "/hang":
            self.send(200, b"\n")
            return time.sleep(60)
        return self.send(404)


def watch(parent):
    """Ends with the test: whoever reads what it printed would wait for ever."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
open(sys.argv[1], "a").close()
print(server.server_address[1], flush=True)
server.serve_forever()
