"""What whoever wishes ill may send to the page, and what must come of it.

    attacks.py ADDRESS CODE STOP

STOP is the id of a stop with a hostile name, which the feed of the server has. Each attack is printed with its outcome; ends with 1 where
one of them had another outcome than it must have, and where the server is not there any more behind them.
"""

import json
import re
import socket
import struct
import sys
import time
import urllib.parse

FAULTS = []
RESULTS = []


class Server:
    def __init__(self, address, cookie=None):
        self.host, self.port = address.removeprefix("http://").split(":")
        self.port, self.cookie = int(self.port), cookie

    def raw(self, data, patience=20, end=True):
        """What comes back of bytes as they are, up to the end of the line; b"" where it was cut off."""
        got = b""
        with socket.create_connection((self.host, self.port), timeout=patience) as line:
            try:
                line.sendall(data)
                if end:
                    line.shutdown(socket.SHUT_WR)
                while part := line.recv(65536):
                    got += part
            except (ConnectionError, TimeoutError):
                pass
        return got

    def ask(self, method, path, fields=None, body=b"", **options):
        """An answer as (status, fields, body); status 0 where the line was cut."""
        sent = {"Host": f"{self.host}:{self.port}", "Connection": "close"}
        if self.cookie:
            sent["Cookie"] = f"alight={self.cookie}"
        if body:
            sent["Content-Length"] = str(len(body))
        sent.update(fields or {})
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in sent.items() if value is not None)
        return read(self.raw(head.encode("utf-8", "surrogateescape") + b"\r\n" + body, **options, end=False))

    def post(self, path, value, **fields):
        return self.ask("POST", path, {"Content-Type": "application/json", **fields}, json.dumps(value).encode())


def read(data):
    head, _, body = data.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.[01] (\d+)", head)
    return (int(found[1]) if found else 0), head.decode("utf-8", "replace").lower(), body


def note(name, answer, *expected):
    status = answer[0] if isinstance(answer, tuple) else answer
    is_right = status in expected
    RESULTS.append((name, status))
    print(f"{'ok  ' if is_right else 'FAIL'}  {name}: {status}", flush=True)
    if not is_right:
        FAULTS.append(f"{name}: {status}, must be {expected}: {answer[2][:300] if isinstance(answer, tuple) else ''}")


def let_in(server, code):
    status, head, _ = server.ask(
        "POST", "/enter", {"Content-Type": "application/x-www-form-urlencoded"}, f"code={code}".encode())
    assert status == 303, status
    return re.search(r"set-cookie: alight=([0-9a-f]+)", head)[1]


def at_the_door(stranger, server, code):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    note("no cookie, API", stranger.ask("GET", "/api/reminders"), 401)
    note("no cookie, page", stranger.ask("GET", "/"), 302, 303, 307)
    note("no cookie, change", stranger.post("/api/fixes", []), 401)
    note("no cookie, events", stranger.ask("GET", "/api/events"), 401)
    note("a cookie that nobody has", Server(f"http://{server.host}:{server.port}", "0" * 64).ask("GET", "/api/reminders"), 401)
    note("the code again", stranger.ask("POST", "/enter", form, f"code={code}".encode()), 403)
    for guess in range(6):
        last = stranger.ask("POST", "/enter", form, f"code=AAAA-{guess}AAA".encode())
    note("six codes guessed", last, 403)
    note("a code of a megabyte", stranger.ask("POST", "/enter", form, b"code=" + b"A" * 1_000_000), 403)
    note("Host of another name", server.ask("GET", "/", {"Host": "evil.test"}), 421)
    note("Host that begins like ours", server.ask("GET", "/", {"Host": "127.0.0.1.evil.test"}), 421)
    note("no Host", server.ask("GET", "/", {"Host": None}), 421, 400)
    note("Origin of another site", server.post("/api/fixes", [], Origin="http://evil.test"), 403)
    note("Origin null", server.post("/api/fixes", [], Origin="null"), 403)
    note("Origin of another port", server.post("/api/fixes", [], Origin="http://127.0.0.1:1"), 403)
    note("cross-site fetch", server.post("/api/fixes", [], **{"Sec-Fetch-Site": "cross-site"}), 403)
    note("same-site, not same-origin", server.post("/api/fixes", [], **{"Sec-Fetch-Site": "same-site"}), 403)


def paths(server):
    for path in ("/static/../en.yaml", "/static/..%2f..%2fPackage.swift", "/static/%2e%2e/en.yaml", "/static//etc/passwd",
                 "/static/frame.mustache", "/static/sounds/..%2f..%2fREADME.md", "/api/schema/..%2fpage%2fpage.js",
                 "/api/schema/.%00openapi.yaml", "/static/%00"):
        note(f"path {path}", server.ask("GET", path), 404, 400)
    note("path of 100,000 letters", server.ask("GET", "/" + "a" * 100_000), 400, 404, 414, 431)
    note("a field of 200,000 letters", server.ask("GET", "/", {"X-Long": "a" * 200_000}), 400, 431, 0)
    note("10,000 fields", server.ask("GET", "/", {f"X-{n}": "a" for n in range(10_000)}), 400, 431, 0)
    note("TRACE", server.ask("TRACE", "/"), 404, 405)
    note("CONNECT", server.ask("CONNECT", "evil.test:443"), 400, 404, 405, 421)
    note("no HTTP at all", read(server.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")), 400, 0)
    note("two lengths", read(server.raw(
        f"POST /api/fixes HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]".encode())), 400)
    note("length and chunks", read(server.raw(
        f"POST /api/fixes HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nCookie: alight={server.cookie}\r\n"
        "Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n".encode())), 400)
    note("a field with a line break", server.ask("GET", "/?text=a%0d%0aSet-Cookie:%20x=1"), 200)


def bodies(server):
    length = {"Content-Type": "application/json", "Content-Length": str(1 << 30)}
    answer = server.ask("POST", "/api/fixes", length, b"[" * 100, patience=2)
    # It waits for what does not come until the line ends; what is sent is refused at two megabytes.
    note("1 GB announced, 100 bytes sent", answer, 0, 400, 413)
    note("3 MB", server.ask("POST", "/api/fixes", {"Content-Type": "application/json"}, b" " * (3 << 20)), 413, 0)
    note("100,000 brackets", server.ask("POST", "/api/fixes", {"Content-Type": "application/json"}, b"[" * 100_000), 400)
    note("bad UTF-8", server.ask("POST", "/api/dialogue", {"Content-Type": "application/json"}, b'{"text":"\xff\xfe"}'), 400)
    note("another type", server.ask("POST", "/api/fixes", {"Content-Type": "text/plain"}, b"[]"), 415)
    note("no JSON", server.ask("POST", "/api/fixes", {"Content-Type": "application/json"}, b"{"), 400)
    fix = {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "lat": 48, "lon": 14}
    note("a fix of NaN", server.ask("POST", "/api/fixes", {"Content-Type": "application/json"},
                                    json.dumps([{**fix, "lat": float("nan")}]).encode()), 400)
    note("a fix of 1e999", server.ask("POST", "/api/fixes", {"Content-Type": "application/json"},
                                      json.dumps([fix]).replace("48", "1e999").encode()), 400)
    note("a fix of another year", server.post("/api/fixes", [{**fix, "at": "2001-01-01T00:00:00Z"}]), 400)
    note("10,000 fixes", server.post("/api/fixes", [fix] * 10_000), 400)
    note("an answer of a megabyte", server.post("/api/dialogue", {"text": "a " * 500_000}), 200)
    note("an answer of controls", server.post("/api/dialogue", {"text": "\x00\x1b[2J\u202e\u2028"}), 200)
    note("an answer to an old question", server.post("/api/dialogue", {"text": "x", "revision": 0}), 409)
    note("neither text nor option", server.post("/api/dialogue", {}), 400)
    note("rung of nobody", server.post("/api/alerts/rung", [{
        "reminder": "00000000-0000-4000-8000-000000000000", "serviceDay": "2026-12-01", "leg": 0, "level": 3, "at": fix["at"]}]), 204)
    note("rung of leg 10,000", server.post("/api/alerts/rung", [{
        "reminder": "00000000-0000-4000-8000-000000000000", "serviceDay": "2026-12-01", "leg": 10_000, "level": 3, "at": fix["at"]}]), 400)
    note("a preference that starts programs", server.ask(
        "PATCH", "/api/preferences", {"Content-Type": "application/json"}, b'{"alert-command":"/bin/sh"}'), 422)
    note("push to this machine", server.post("/api/push", {
        "endpoint": "http://127.0.0.1:22/", "keys": {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}}), 400, 403)


def sounds(server):
    def wave(rate, size, samples):
        return (b"RIFF" + struct.pack("<I", (36 + size) & 0xFFFFFFFF) + b"WAVEfmt "
                + struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2 & 0xFFFFFFFF, 2, 16) + b"data" + struct.pack("<I", size) + samples)

    def send(data):
        return server.ask("POST", "/api/dialogue/recording", {"Content-Type": "audio/wav"}, data)

    note("WAV of 4 GB announced", send(wave(16000, 0xFFFFFFF0, b"\0" * 1000)), 200, 422, 413, 503)
    note("WAV of no samples", send(wave(16000, 0, b"")), 200, 422, 503)
    note("WAV of rate 0", send(wave(0, 1000, b"\0" * 1000)), 422)
    note("WAV of rate 4 GHz", send(wave(0xFFFFFFFF, 1000, b"\0" * 1000)), 422)
    note("WAV of 40 s", send(wave(16000, 1_280_000, b"\0" * 1_280_000)), 413)
    note("no WAV", send(b"<script>alert(1)</script>"), 422)


def hostile_names(server, stop):
    """A stop whose name is markup, on every view that shows it: nothing of it comes out as markup."""
    name = "<img src=x onerror=alert(1)>"
    quoted = urllib.parse.quote(name)
    server.post("/api/dialogue/begin", {})
    server.post("/api/dialogue", {"option": stop})
    for path in (f"/stops?text={quoted}", f"/stops/{urllib.parse.quote(stop, safe='')}", f"/connections?from={quoted}&to={quoted}",
                 "/new", "/", "/map", "/ride", f"/stops?text=%22%3E{quoted}"):
        status, _, body = server.ask("GET", path, {"Accept": "text/html"})
        is_clean = b"<img src=x" not in body and b"onerror=alert" not in body.replace(b"onerror=alert(1)&gt;", b"")
        note(f"hostile name on {path[:24]}", 200 if status == 200 and is_clean else f"{status}, markup", 200)
    status, head, _ = server.ask("GET", "/", {"Accept": "text/html"})
    has_policy = "content-security-policy: default-src 'self'" in head and "frame-ancestors 'none'" in head
    note("policy on a page", 200 if has_policy else "missing", 200)


def lines(server):
    """Lines that are held open: others are served meanwhile, and they end when their right does."""
    held = []
    for _ in range(200):
        line = socket.create_connection((server.host, server.port))
        line.sendall(f"POST /api/fixes HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Length: 100\r\n".encode())
        held.append(line)
    note("200 lines that send a byte now and then", server.ask("GET", "/api/reminders"), 200)
    for line in held:
        line.close()
    statuses = []
    streams = []
    for _ in range(20):
        stream = socket.create_connection((server.host, server.port), timeout=20)
        stream.sendall(f"GET /api/events HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nCookie: alight={server.cookie}\r\n\r\n".encode())
        statuses.append(read(stream.recv(4096))[0])
        streams.append(stream)
    note("20 streams of one browser", 429 if 429 in statuses and statuses[0] == 200 else str(statuses), 429)
    for stream in streams[1:]:
        stream.close()
    return streams[0]


def main(address, code, stop):
    stranger = Server(address)
    server = Server(address, let_in(stranger, code))
    at_the_door(stranger, server, code)
    paths(server)
    bodies(server)
    sounds(server)
    hostile_names(server, stop)
    stream = lines(server)
    note("1,500 requests at once", flood(server), "no more than the rate")
    print("REVOKE", flush=True)
    sys.stdin.readline()
    stream.settimeout(60)
    try:
        # The last chunk ends the stream; its line may be used again.
        while (part := stream.recv(65536)) and not part.endswith(b"0\r\n\r\n"):
            pass
        note("events after revocation", "end", "end")
    except TimeoutError:
        note("events after revocation", "go on", "end")
    note("a change after revocation", server.post("/api/fixes", []), 401)
    note("still there", stranger.ask("GET", "/enter"), 200)
    failed = [(name, status) for name, status in RESULTS if isinstance(status, int) and status >= 500 and status != 503]
    print(f"{len(RESULTS)} attacks, {len(failed)} with a 5xx", flush=True)
    assert not failed and not FAULTS, FAULTS


def flood(server):
    """Whether of many requests on one line no more are served than a burst and so many a second since."""
    request = f"GET /api/push HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nCookie: alight={server.cookie}\r\n"
    begun = time.monotonic()
    got = server.raw((f"{request}\r\n" * 1499 + f"{request}Connection: close\r\n\r\n").encode(), patience=30, end=False)
    seconds = time.monotonic() - begun
    found = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", got)]
    time.sleep(3)
    served = sum(status != 429 for status in found)
    # What was asked before has used some of it up.
    allowed = 600 + 300 * seconds
    return "no more than the rate" if found and served <= allowed else f"{served} of {len(found)} served, {allowed:.0f} allowed"


if __name__ == "__main__":
    main(*sys.argv[1:])
