"""Rides through the page as people do, in Chromium: one scenario a run, which ends with 0 where all that a rider would notice is so.

    browse.py SCENARIO ADDRESS CODE [ARGUMENT ...]
"""

import json
import os
import re
import signal
import struct
import sys
import time
import traceback
from datetime import date, timedelta
from pathlib import Path

import axe_core_python
from receivers import Receivers, Squares
from playwright.sync_api import Error, TimeoutError, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--autoplay-policy=user-gesture-required"]
# Generous: a loaded machine is slow, and a state that never comes is told all the same.
PATIENCE = int(os.environ.get("ALIGHT_PATIENCE", "120")) * 1000
expect.set_options(timeout=PATIENCE)


class Visit:
    """A browser that was let in."""

    def __init__(self, playwright, address, code, *, width=360, height=740, locale="en-GB", **settings):
        self.address, self.playwright, self.allowed = address, playwright, None
        self.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self.context = self.browser.new_context(viewport={"width": width, "height": height}, locale=locale, **settings)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("requestfailed", self.failed)
        self.page.on("request", self.asked)
        self.page.goto(f"{address}/enter?code={code}")
        self.page.locator("form button").first.click()
        expect(self.page).to_have_url(f"{address}/")

    def failed(self, request):
        # What a page has asked for when it is left is broken off, and so is what is asked of a server that was killed.
        if self.address not in request.url and not (self.allowed and request.url.startswith(self.allowed)):
            self.faults.append(f"not loaded: {request.url}")

    def asked(self, request):
        if self.allowed and request.url.startswith(self.allowed + "/"):
            return
        if not request.url.startswith(self.address) and not request.url.startswith("data:"):
            self.faults.append(f"asked elsewhere: {request.url}")

    def go(self, path):
        self.page.goto(self.address + path)
        if self.context_has_scripts:
            expect(self.page.locator("html[data-ready]")).to_be_attached()

    context_has_scripts = True

    def answer(self, text):
        """Types an answer, and waits for what is asked next."""
        before = self.page.locator("[name=revision]").first.input_value()
        self.page.locator("#text").fill(text)
        self.page.locator("#text").press("Enter")
        self.settle(before)

    def press(self, name):
        before = self.page.locator("[name=revision]").first.input_value()
        self.page.get_by_role("button", name=name, exact=True).click()
        self.settle(before)

    def settle(self, before):
        self.page.wait_for_function(
            "before => document.querySelector('[name=revision]')?.value !== before", arg=before)

    def question(self):
        return self.page.locator("#question").inner_text()

    def end(self):
        self.browser.close()
        assert not self.faults, self.faults


def records(visit):
    return visit.page.evaluate("fetch('/api/reminders').then(answer => answer.json())")


def only(visit):
    found = records(visit)
    assert len(found) == 1, f"{len(found)} reminders instead of one"
    return found[0]


# A newcomer sets a reminder.

def clicking(visit):
    visit.go("/new")
    for _ in range(4):
        before = visit.page.locator("[name=revision]").first.input_value()
        # A ride as short as the first two stops has but one interval, which an empty answer takes.
        if visit.page.locator(".option").count():
            visit.page.locator(".option").first.click()
        visit.page.get_by_role("button", name="Next").click()
        visit.settle(before)
    expect(visit.page.locator("dl.rows")).to_contain_text("Linz Hauptbahnhof")
    visit.page.get_by_role("button", name="Set it").click()
    expect(visit.page.locator("#question")).to_have_text("Your reminder is set.")
    assert only(visit)["mode"] == "time"


def typing_badly(visit):
    visit.go("/new")
    visit.answer("linz haubtbahnof")
    expect(visit.page.locator(".said")).to_contain_text("Linz Hauptbahnhof")
    visit.answer("how long does it take?")
    assert "get off" in visit.question(), visit.question()
    visit.answer("hagenbrg")
    visit.answer("statoins")
    # A unit that says all.
    visit.answer("two stops, sorry, 3")
    expect(visit.page.locator("dl.rows")).to_contain_text("3 stops")
    # Enter in the field sends the field, and presses no button.
    visit.answer("no, 2 stops")
    expect(visit.page.locator("dl.rows")).to_contain_text("2 stops")
    assert not records(visit), "it was set before it was confirmed"
    visit.press("Set it")
    record = only(visit)
    assert record["interval"] == {"stops": 2} or "2" in json.dumps(record["interval"]), record["interval"]
    assert record["destination"]["name"] == "Hagenberg"


def one_sentence(visit):
    visit.go("/new")
    visit.answer("from linz hbf to hagenberg, 500 metres before")
    expect(visit.page.locator("dl.rows")).to_contain_text("500")
    visit.press("Set it")
    record = only(visit)
    assert (record["origin"]["name"], record["destination"]["name"], record["mode"]) == (
        "Linz Hauptbahnhof", "Hagenberg", "distance"), record


def without_script(visit):
    visit.go("/new")
    visit.page.locator("#text").fill("linz hbf")
    visit.page.get_by_role("button", name="Next").click()
    expect(visit.page.locator("#question")).to_contain_text("get off")
    visit.page.locator("#text").fill("hagenberg, 3 stops before")
    visit.page.get_by_role("button", name="Next").click()
    expect(visit.page.locator("dl.rows")).to_contain_text("3 stops")
    visit.page.get_by_role("button", name="Set it").click()
    expect(visit.page.locator("#question")).to_have_text("Your reminder is set.")
    visit.go("/")
    expect(visit.page.locator(".card")).to_contain_text("Linz Hauptbahnhof → Hagenberg")
    visit.page.get_by_role("button", name=re.compile("^Switch off")).click()
    expect(visit.page.locator(".card.off")).to_be_visible()
    visit.page.get_by_role("button", name=re.compile("^Delete")).click()
    expect(visit.page.locator(".notice.good")).to_contain_text("deleted")
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator(".card")).to_contain_text("Hagenberg")


def in_german(visit):
    visit.go("/new")
    expect(visit.page.locator("html")).to_have_attribute("lang", "de")
    visit.answer("von linz hbf nach hagenberg, zwei halte vorher")
    expect(visit.page.locator("dl.rows")).to_contain_text("2 Halte")
    visit.press("Setzen")
    assert only(visit)["destination"]["name"] == "Hagenberg"
    for path in ("/", "/ride", "/map", "/status", "/stops?text=pregarten", "/connections?from=linz+hbf&to=hagenberg"):
        visit.go(path)
        text = visit.page.locator("body").inner_text()
        left = re.findall(r"\b(?:Reminders|Delete|Search|Switch off|Departures|Your ride|Runner|Start ride)\b", text)
        assert not left, f"{path} speaks English: {left}"


def by_keyboard(visit):
    page = visit.page
    visit.go("/new")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for text in ("linz hbf", "hagenberg", "by stops", "2"):
        before = page.locator("[name=revision]").first.input_value()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "text":
                break
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        visit.settle(before)
        assert page.evaluate("document.activeElement.id") == "question", "the new question does not get the focus"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Set it":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_text("Your reminder is set.")


def changing(visit):
    """All four on one page, a reminder changed on its own page, held back, begun and discarded; a choice beside other words is asked
    about."""
    page = visit.page
    visit.go("/new/form")
    page.locator("#from").fill("linz")
    page.locator("#to").fill("hagenberg")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#from-trouble")).to_contain_text("Which stop")
    page.get_by_label("Linz Hauptbahnhof").check()
    page.get_by_label("by stops").check()
    page.locator("#interval").fill("two stops")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("dl.rows")).to_contain_text("Linz Hauptbahnhof")
    visit.press("Set it")
    assert only(visit)["interval"] == {"unit": "stops", "value": 2}, only(visit)["interval"]
    visit.go("/")
    page.get_by_role("link", name=re.compile("^Change")).click()
    page.locator("#interval").fill("soon")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("not understood")
    page.locator("#interval").fill("500 m")
    page.get_by_label("by distance").check()
    page.get_by_label("Mon", exact=True).check()
    page.get_by_label("Sound the alarm at the last call").uncheck()
    page.locator("#label").fill("Granny")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice.good")).to_contain_text("is changed")
    expect(page.locator(".card")).to_contain_text("Granny")
    expect(page.locator(".card")).to_contain_text("Without the alarm")
    record = only(visit)
    assert record["mode"] == "distance" and record["recurrence"]["weekdays"] == ["mon"], record
    page.get_by_role("button", name=re.compile("^Not today")).click()
    page.get_by_role("button", name=re.compile("^End the pause")).click()
    expect(page.locator(".notice.good")).to_contain_text("no longer held back")
    page.reload()
    expect(page.locator(".notice.good")).to_have_count(0)
    visit.go("/new")
    visit.answer("pregarten")
    visit.go("/")
    page.get_by_role("button", name=re.compile("^Discard")).click()
    expect(page.locator(".notice.good")).to_contain_text("discarded")
    assert page.get_by_role("button", name=re.compile("^Go on")).count() == 0
    # The next reminder has its alarm.
    visit.go("/settings")
    expect(page.get_by_label("Sound the alarm at the last call")).to_be_checked()
    visit.go("/try?question=to&text=hagnberg")
    expect(page.locator("main")).to_contain_text("Understood: Hagenberg")
    page.get_by_role("button", name="Keep as a test case").click()
    expect(page.get_by_role("link", name="Kept cases")).to_contain_text("(1)")


def two_tabs(visit):
    """A stale tab is told how it stands, and changes nothing."""
    visit.go("/new")
    other = visit.context.new_page()
    other.goto(visit.address + "/new")
    expect(other.locator("html[data-ready]")).to_be_attached()
    visit.answer("linz hbf")
    other.locator("#text").fill("pregarten")
    other.locator("#text").press("Enter")
    expect(other.locator(".said")).to_contain_text("changed meanwhile")
    expect(other.locator("#question")).to_contain_text("get off")
    expect(other.locator(".steps")).to_contain_text("Linz Hauptbahnhof")


VIEWS = ["/", "/new", "/new/form", "/settings", "/try?question=to&text=hagnberg", "/connections?from=linz&to=hagenberg", "/ride", "/stops?text=pregarten", "/stops/demo%3Ahagenberg", "/connections?from=linz+hbf&to=hagenberg", "/map",
         "/status", "/trips", "/nowhere"]


def accessible(visit):
    """axe finds nothing on any view in either colour scheme, and nothing is wider than a phone of 320 pixels."""
    visit.go("/new")
    visit.answer("from linz hbf to hagenberg, 2 stops before")
    found = []
    axe = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text()

    def look(name):
        for scheme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            visit.page.evaluate(axe)
            result = visit.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            for fault in result["violations"]:
                found.append(f"{name}, {scheme}: {fault['id']}: {[node['html'][:120] for node in fault['nodes']][:3]}")
        visit.page.set_viewport_size({"width": 320, "height": 640})
        wide = visit.page.evaluate("document.documentElement.scrollWidth")
        if wide > 320:
            found.append(f"{name} is {wide} pixels wide on a screen of 320")
        visit.page.set_viewport_size({"width": 360, "height": 740})

    look("read-back")
    visit.press("Set it")
    look("saved")
    visit.go("/trips")
    visit.page.get_by_label("What it is called").fill("errands")
    visit.page.get_by_label("Where it begins").fill("linz hbf")
    visit.page.get_by_role("button", name="Begin the trip").click()
    for place in ("gallneukirchen", "48.9, 14.1"):
        visit.page.locator("#place").fill(place)
        visit.page.get_by_role("button", name="Add the stop").click()
        expect(visit.page.locator("ol.trip > li").last).to_contain_text("Gallneukirchen" if place[0] == "g" else "48.9")
    trip = visit.page.url.removeprefix(visit.address).split("#")[0]
    for path in [*VIEWS, trip, f"/reminders/{only(visit)['id'].lower()}"]:
        visit.go(path)
        look(path)
    visit.page.evaluate("""import('/static/alarm.js').then(alarm =>
      alarm.ring({reminder: 'x', level: 3, text: 'Last call: get off at Hagenberg now.', means: []}, true))""")
    look("alarm")
    assert not found, "\n".join(found)


# By voice: WAV files as what the microphone hears.

def hearing(visit, file, path):
    """A page in a browser whose microphone is a file."""
    browser = visit.playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=FLAGS + ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-audio-capture={file}%noloop"])
    page = browser.new_context(storage_state=visit.context.storage_state(), locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(visit.address + path)
    expect(page.locator("html[data-ready]")).to_be_attached()
    return browser, page


def hold(page, file):
    """Holds the button for as long as the file lasts."""
    page.locator("#speak-button").dispatch_event("pointerdown")
    seconds = len(pcm(Path(file).read_bytes())) / 16000
    expect(page.locator("#speak-state")).to_contain_text(f"{int(seconds) + 1} s")
    page.locator("#speak-button").dispatch_event("pointerup")


def speaking(visit, *files):
    """Each answer is a run of Chromium's own microphone from a file, and what is sent is held against it."""
    for file in files:
        browser, page = hearing(visit, file, "/new")
        before = page.locator("[name=revision]").first.input_value()
        sent = []
        page.on("request", lambda request: sent.append(request) if "/new/recording" in request.url else None)
        hold(page, file)
        page.wait_for_function(
            "before => document.querySelector('[name=revision]')?.value !== before", arg=before)
        check_sound(sent[0].post_data_buffer, Path(file).read_bytes())
        print(page.locator(".said").inner_text())
        browser.close()
    # The second one says "Hagenberg": tried out it shows how it came about, and can be kept as a case of that text.
    browser, page = hearing(visit, files[1], "/try?question=to")
    hold(page, files[1])
    expect(page.get_by_role("heading", name="Understood: Hagenberg")).to_be_visible()
    expect(page.locator("details")).to_contain_text("probability")
    page.get_by_role("button", name="Keep as a test case").click()
    expect(page.get_by_role("status").first).to_be_visible()
    assert "hagenberg" in page.request.get(visit.address + "/try/kept.tsv").text().lower()
    browser.close()
    visit.go("/new")
    expect(visit.page.locator("dl.rows")).to_contain_text("Hagenberg")
    expect(visit.page.locator("dl.rows")).to_contain_text("2 stops")


def pcm(data):
    place = data.index(b"data") + 8
    return struct.unpack(f"<{(len(data) - place) // 2}h", data[place:place + (len(data) - place) // 2 * 2])


def check_sound(sent, source):
    """What was sent is 16 kHz, mono, 16 bits, and sounds as the source does."""
    assert sent[:4] == b"RIFF" and struct.unpack("<HHI", sent[20:28]) == (1, 1, 16000), sent[:44]
    # By loudness in steps of 20 ms, best of all shifts: the browser begins when it likes.
    def steps(samples):
        return [sum(s * s for s in samples[i:i + 320]) ** 0.5 for i in range(0, len(samples) - 320, 320)]
    one, two = steps(pcm(source)), steps(pcm(sent))
    best = 0
    for shift in range(-len(one), len(two)):
        pairs = [(one[i], two[i + shift]) for i in range(len(one)) if 0 <= i + shift < len(two)]
        if len(pairs) < len(one) * 0.6:
            continue
        a, b = zip(*pairs)
        mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
        top = sum((x - mean_a) * (y - mean_b) for x, y in pairs)
        low = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
        best = max(best, top / low if low else 0)
    assert best > 0.8, f"what was sent is no more like the source than {best:.2f}"


def denied(visit):
    """Without leave or without a microphone typing goes on, and that is told."""
    visit.go("/new")
    visit.page.evaluate("""() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', window.kind ?? 'NotAllowedError');
      };
    }""")
    visit.page.locator("#speak-button").dispatch_event("pointerdown")
    expect(visit.page.locator("#speak-state")).to_contain_text("does not let this page hear")
    visit.page.evaluate("window.kind = 'NotFoundError'")
    visit.page.locator("#speak-button").dispatch_event("pointerdown")
    expect(visit.page.locator("#speak-state")).to_contain_text("no microphone")
    visit.answer("linz hbf")
    assert "get off" in visit.question()


# On board.

PLAYED = """track => {
  const played = track.map(([at, latitude, longitude]) => ({ timestamp: at * 1000, coords: { latitude, longitude, accuracy: 16, speed: null } }));
  navigator.geolocation.watchPosition = (take, fail) => {
    if (!window.isAllowed) setTimeout(() => fail({ code: 1, PERMISSION_DENIED: 1 }));
    else played.forEach((place, number) => setTimeout(() => take(place), 20 * number));
    return 1;
  };
}"""


def on_board(visit, file):
    """Who is on board presses a button: positions tell line and stop, and only what is left is asked."""
    visit.go("/new")
    visit.page.evaluate(PLAYED, json.loads(Path(file).read_text()))
    # Without a position nobody can tell.
    visit.answer("I'm on the bus")
    expect(visit.page.locator(".said")).to_contain_text("without your position")
    button, state = visit.page.locator("#find-ride"), visit.page.locator("#ride-state")
    expect(button).to_have_text("I'm on board: find my ride")
    button.click()
    expect(state).to_contain_text("gives no position")
    expect(button).to_have_text("I'm on board: find my ride")
    assert "get on" in visit.question(), visit.question()
    visit.page.evaluate("window.isAllowed = true")
    before = visit.page.locator("[name=revision]").first.input_value()
    button.click()
    visit.settle(before)
    # Certain sooner or later, by how many of them the server has had by then.
    expect(visit.page.locator(".said")).to_contain_text(re.compile(r"You are on line 7; the next stop is Stop [3-7]\."))
    assert "get off" in visit.question(), visit.question()
    expect(visit.page.locator("#onboard")).to_have_count(0)
    visit.answer("Stop 11, two stops before")
    expect(visit.page.locator("dl.rows")).to_contain_text("Stop 11")
    visit.press("Set it")
    record = only(visit)
    assert record["route"]["line"] == "7", record["route"]


def cancel(feed, trip, day):
    """Writes a GTFS-Realtime feed that cancels one trip."""
    def number(value):
        out = b""
        while value > 127:
            out, value = out + bytes([value & 127 | 128]), value >> 7
        return out + bytes([value])

    def piece(field, data):
        return bytes([field << 3 | 2]) + number(len(data)) + data

    header = piece(1, b"2.0") + bytes([3 << 3]) + number(int(time.time()))
    named = piece(1, trip.encode()) + piece(3, day.encode()) + bytes([4 << 3, 3])
    new = Path(feed + ".new")
    new.write_bytes(piece(1, header) + piece(2, piece(1, b"e") + piece(3, piece(1, named))))
    new.rename(feed)


def disrupted(visit, feed):
    """A ride that is cancelled is told, and stands as such below when that was seen."""
    route = only(visit)["route"]
    visit.go("/ride")
    expect(visit.page.locator(".ride h2")).to_contain_text("Stop 11")
    expect(visit.page.locator(".disrupted")).to_have_count(0)
    cancel(feed, route["trip_id"], route["serviceDay"].replace("-", ""))
    expect(visit.page.locator("#alarm-text")).to_contain_text("reported as cancelled")
    visit.page.locator("#alarm [data-action=seen]").click()
    expect(visit.page.locator(".disrupted")).to_have_text("Live times: cancelled.")
    visit.go("/ride")
    expect(visit.page.locator(".disrupted")).to_have_text("Live times: cancelled.")


# The ride.

def track_of(file):
    """The places of a ride that is set once this browser stands ready, since it begins soon."""
    print("READY", flush=True)
    while not file.exists():
        time.sleep(0.2)
    return json.loads(file.read_text())


def play(visit, track, until):
    """Plays places as the browser's geolocation, each at its instant, until a state comes."""
    places = [place for place in track]
    while True:
        now = time.time()
        due = [place for place in places if place[0] <= now]
        if due:
            _, lat, lon = due[-1]
            visit.context.set_geolocation({"latitude": lat, "longitude": lon, "accuracy": 8})
            places = places[len(due):]
        if until():
            return True
        if not places and now > track[-1][0] + PATIENCE / 1000:
            return False
        visit.page.wait_for_timeout(200)


def alarm(visit):
    view = visit.page.locator("#alarm")
    return int(view.get_attribute("data-level")) if view.is_visible() else 0


def loudness(visit):
    return visit.page.evaluate("import('/static/alarm.js').then(alarm => alarm.loudness())")


def press_start(visit, answer):
    """Presses the button beside which an alert may come at any time, and then stands in its way until it is answered."""
    button = visit.page.get_by_role("button", name="Start ride")
    while True:
        answer()
        try:
            return button.click(timeout=2000)
        except TimeoutError:
            assert alarm(visit), "the ride cannot be started, though no alert is in the way"


def start(visit, track):
    visit.context.grant_permissions(["geolocation"])
    visit.context.set_geolocation({"latitude": track[0][1], "longitude": track[0][2], "accuracy": 8})
    visit.go("/ride")
    visit.page.get_by_role("button", name="Start ride").click()
    expect(visit.page.locator("#started")).to_contain_text("test tone")
    expect(visit.page.locator(".ride .left")).to_be_visible()


def ride(visit, track):
    """Three alerts, each seen, behind a reload and on a second phone as well, which sleeps through the second one; the last one heard;
    put off or done on one phone it is so on both."""
    start(visit, track)
    expect(visit.page.locator(".notes li")).to_have_text(["Castle"])
    seen = []
    # Another browser that the rider has let in: by its own profile, and its own right.
    second = visit.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    other = second.new_context(storage_state=visit.context.storage_state(), locale="en-GB").new_page()
    other.goto(visit.address + "/ride")
    expect(other.locator("html[data-ready]")).to_be_attached()
    processes = second.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    tab = [process["id"] for process in processes if process["type"] == "renderer"]

    def answer():
        level = alarm(visit)
        if level and level not in seen:
            seen.append(level)
        if level and level < 3:
            visit.page.locator("#alarm [data-action=seen]").click()
            while alarm(visit) == level:
                visit.page.wait_for_timeout(50)

    def look():
        level = alarm(visit)
        if level and level not in seen:
            if level == 1:
                # Loaded again it goes on with what was not answered.
                visit.page.reload()
                expect(visit.page.locator("#alarm")).to_be_visible()
            answer()
            if level == 1:
                press_start(visit, answer)
                expect(visit.page.locator("#started")).to_contain_text("test tone")
                # Nothing runs on the second phone from now on, as on one that lies in a pocket.
                for process in tab:
                    os.kill(process, signal.SIGSTOP)
        return level == 3

    assert play(visit, track, look), f"no last call: {seen}, {visit.page.locator('main').inner_text()}"
    assert seen == [1, 2, 3], seen
    visit.page.wait_for_function("() => import('/static/alarm.js').then(alarm => alarm.loudness() > 0.01)")
    for process in tab:
        os.kill(process, signal.SIGCONT)
    expect(other.locator("#alarm")).to_have_attribute("data-level", "3")
    expect(other.locator("#alarm")).to_be_visible()
    # What the server refuses goes on ringing, and says why; the refusal is played, since only a race brings it about.
    refusal = {"type": "about:blank", "title": "refused", "status": 409, "detail": "Nothing rings that could be put off."}
    visit.page.route("**/snooze", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", body=json.dumps(refusal)), times=1)
    visit.page.locator("#alarm [data-action=snooze]").click()
    expect(visit.page.locator("#alarm-note")).to_have_text(refusal["detail"])
    expect(visit.page.locator("#alarm")).to_be_visible()
    visit.page.wait_for_function("() => import('/static/alarm.js').then(alarm => alarm.loudness() > 0.01)")
    visit.page.locator("#alarm [data-action=snooze]").click()
    for page in (visit.page, other):
        expect(page.locator("#alarm")).to_be_hidden()
    visit.page.wait_for_function("() => import('/static/alarm.js').then(alarm => alarm.loudness() === 0)")
    # Put off is not over: it comes again, here from the server, and on the phone whose line is cut by that phone alone.
    expect(visit.page.locator("#rides .ride")).to_have_count(1)
    cut = "**/api/**"
    other.wait_for_function("() => Object.values(JSON.parse(localStorage.getItem('alight-ride')).standing).some(ride => ride.snoozed)")
    other.route(cut, lambda route: route.abort())
    other.reload()
    assert play(visit, track, lambda: alarm(visit) == 3), "what was put off does not come again"
    assert "by this phone alone" not in visit.page.locator("#alarm-level").inner_text()
    expect(other.locator("#alarm-level")).to_contain_text("by this phone alone")
    expect(other.locator("#alarm")).to_have_attribute("data-level", "3")
    other.unroute(cut)
    other.locator("#alarm [data-action=done]").click()
    for page in (visit.page, other):
        expect(page.locator("#alarm")).to_be_hidden()
        expect(page.locator("#rides .ride")).to_have_count(0)
    second.close()


def together(visit):
    """Alerts of two rides, and what is told beside them: none ends the sound of another, and each is answered by itself."""
    visit.go("/status")
    visit.page.locator("#try-sound").click()

    def tell(**alert):
        visit.page.evaluate("alert => import('/static/alarm.js').then(alarm => alarm.ring(alert))", alert)

    def sounds(is_loud):
        visit.page.wait_for_function(
            "isLoud => import('/static/alarm.js').then(alarm => (alarm.loudness() > 0.01) === isLoud)", arg=is_loud)

    text, level = visit.page.locator("#alarm-text"), visit.page.locator("#alarm-level")
    means = ["notification", "vibration", "alarm"]
    tell(reminder="a", event="position-lost", text="The position is lost.", means=means)
    expect(level).to_have_text("About this ride")
    sounds(False)
    expect(visit.page.locator("#alarm [data-action=snooze]")).to_be_hidden()
    visit.page.locator("#alarm [data-action=seen]").click()
    expect(visit.page.locator("#alarm")).to_be_hidden()
    tell(reminder="a", event="alert", level=3, text="Get off at A.", means=means)
    expect(level).to_have_text("Alert 3 of 3")
    expect(visit.page.locator("#alarm [data-action=seen]")).to_be_hidden()
    tell(reminder="a", event="position-lost", text="The position is lost.", means=means)
    tell(reminder="b", event="alert", level=1, text="Get ready for B.", means=["notification"])
    expect(text).to_have_text("Get off at A.")
    expect(visit.page.locator("#alarm-note")).to_have_text("The position is lost.")
    sounds(True)
    visit.page.locator("#alarm [data-action=done]").click()
    expect(text).to_have_text("Get ready for B.")
    expect(visit.page.locator("#alarm-note")).to_be_empty()
    visit.page.locator("#alarm [data-action=seen]").click()
    expect(visit.page.locator("#alarm")).to_be_hidden()
    sounds(False)
    # A lower level takes nothing away from a higher one of its ride, and on the next ride of the journey each counts anew.
    tell(reminder="a", event="alert", level=3, leg=0, text="Get off at A.", means=means)
    tell(reminder="a", event="alert", level=1, leg=0, text="Get ready for A.", means=means)
    expect(text).to_have_text("Get off at A.")
    tell(reminder="a", event="alert", level=1, leg=1, text="Get ready for C.", means=means)
    expect(text).to_have_text("Get ready for C.")
    visit.page.locator("#alarm [data-action=seen]").click()
    # What cannot be shown keeps no alert from being heard.
    visit.page.evaluate(
        """() => {
          const line = new BroadcastChannel("alight");
          line.postMessage({ kind: "rides", data: { rides: [{ reminder: "x" }] } });
          line.postMessage({ kind: "alert", data: {
            reminder: "x", event: "alert", level: 2, serviceDay: "2026-12-01", text: "Stand up for X.", means: ["notification"] } });
        }""")
    expect(text).to_have_text("Stand up for X.")
    visit.page.locator("#alarm [data-action=seen]").click()
    assert visit.faults and all(fault.startswith("script: ") for fault in visit.faults), visit.faults
    visit.faults.clear()


def lost_line(visit, track):
    """The server is killed between the second and the third level by whoever reads `KILL`: the page rings alone, once, also when the
    server, started again at `BACK`, tells the same."""
    start(visit, track)
    heard = []

    def second():
        level = alarm(visit)
        if level and level not in heard:
            heard.append(level)
            visit.page.locator("#alarm [data-action=seen]").click()
        return level == 2

    assert play(visit, track, second), f"no second level: {heard}"
    print("KILL", flush=True)
    assert play(visit, track, lambda: alarm(visit) == 3), (
        f"the page does not ring alone: {visit.page.locator('main').inner_text()}")
    expect(visit.page.locator("#alarm-level")).to_contain_text("by this phone alone")
    assert loudness(visit) > 0.01, "it rings without a sound"
    # Only the server can put an alert off.
    visit.page.locator("#alarm [data-action=snooze]").click()
    expect(visit.page.locator("#alarm-note")).not_to_be_empty()
    assert alarm(visit) == 3, "an alert that cannot be put off has gone"
    visit.page.wait_for_function("() => import('/static/alarm.js').then(alarm => alarm.loudness() > 0.01)")
    rung = visit.page.evaluate("JSON.parse(localStorage.getItem('alight-ride')).untold.length")
    assert rung >= 1, "what was rung alone is to be told later"
    visit.page.evaluate("import('/static/alarm.js').then(alarm => alarm.dismiss())")
    print("BACK", flush=True)
    visit.page.wait_for_function("() => JSON.parse(localStorage.getItem('alight-ride')).untold.length === 0")
    expect(visit.page.locator("#offline")).to_be_hidden()
    visit.page.wait_for_timeout(3000)
    assert alarm(visit) == 0, "it rings again"


def pushed(visit, track, port):
    """With the page closed each alert is pushed, shown by the service worker, and told to have been; the webhook gets it at the third
    try. The track is sent by another tab's worker alone: no page of the rider's is open."""
    receivers = Receivers(int(port), failures=2)
    visit.context.grant_permissions(["notifications"])
    visit.go("/status")
    said = visit.page.evaluate(
        """async sent => {
          await navigator.serviceWorker.ready;
          const post = body => fetch('/api/push', {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
          const elsewhere = await post({ ...sent, endpoint: 'https://127.0.0.1:9/push' });
          return [elsewhere.status, (await post(sent)).status, (await (await fetch('/api/push')).json()).isOn];
        }""", receivers.subscription())
    assert said == [403, 204, True], said
    session = visit.context.new_cdp_session(visit.page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    visit.page.wait_for_timeout(100)
    while not registrations:
        visit.page.wait_for_timeout(100)
    shown = []

    def show():
        """Hands what has come to the browser, as its push service does."""
        for _, alert in receivers.pushed[len(shown):]:
            session.send("ServiceWorker.deliverPushMessage", {
                "origin": visit.address, "registrationId": registrations[0]["registrationId"], "data": json.dumps(alert)})
            shown.append(alert)
        fixes = [place for place in track if place[0] <= time.time()][-1:]
        for at, lat, lon in fixes:
            visit.page.evaluate(
                """fix => fetch('/api/fixes', { method: 'POST', headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify([fix]) })""",
                {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)), "lat": lat, "lon": lon, "accuracy": 8})
        return len(shown) >= 3 and len(receivers.hooked) >= 3

    assert play(visit, track, show), f"pushed {shown}, hooked {receivers.hooked}, refused {receivers.refused}"
    assert [alert["level"] for alert in shown] == [1, 2, 3], shown
    for fields, _ in receivers.pushed:
        assert fields["Urgency"] == "high" and 0 < int(fields["TTL"]) <= 3600, fields
    assert len({fields["Topic"] for fields, _ in receivers.pushed}) == 1, "a later alert does not replace an earlier one"
    notes = visit.page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
          .map(note => ({ title: note.title, body: note.body, actions: note.actions.map(action => action.action) }))""")
    assert notes and notes[-1]["body"] == shown[-1]["text"], notes
    assert sorted(alert["level"] for _, alert in receivers.hooked) == [1, 2, 3], receivers.hooked
    assert all(alert["schema"] == "alight.alert/1" for _, alert in receivers.hooked), receivers.hooked


def tiles(visit, port):
    """Pictures of the map come from the server that the rider has named, which the policy of this one view names."""
    squares = Squares(int(port))
    visit.allowed = squares.origin
    for path, named in (("/map", True), ("/ride", False)):
        policy = visit.page.request.get(visit.address + path).headers["content-security-policy"]
        assert (squares.origin in policy) == named, f"{path}: {policy}"
    visit.go("/map")
    expect(visit.page.locator(".leaflet-tile-loaded").first).to_be_attached()
    expect(visit.page.locator(".leaflet-control-attribution")).to_contain_text("Mapmakers")
    assert squares.asked and all(re.fullmatch(r"/\d+/\d+/\d+\.png", path) for path in squares.asked), squares.asked


def places(visit):
    """A tap on the map and a sentence about a place of one's own set what no timetable knows."""
    visit.go("/map")
    expect(visit.page.locator("#map.leaflet-container")).to_be_attached()
    box = visit.page.locator("#map").bounding_box()
    # A corner where no line leads.
    visit.page.mouse.click(box["x"] + box["width"] - 30, box["y"] + box["height"] - 30)
    visit.page.get_by_role("button", name="Wake me before I get here").click()
    expect(visit.page.locator("#question")).to_contain_text("How should I watch")
    expect(visit.page.locator(".option")).to_have_count(4)
    expect(visit.page.locator("html[data-ready]")).to_be_attached()
    visit.answer("1 km before")
    expect(visit.page.locator("dl.rows")).to_contain_text("anywhere")
    visit.press("Set it")
    record = only(visit)
    assert record["schema"] == "alight.reminder/2" and "origin" not in record, record
    assert [level["trigger"]["metres"] for level in record["levels"]] == [1000, 500, 250], record
    visit.go("/new")
    visit.answer("remind me to pay when I arrive at lot 25")
    expect(visit.page.locator("dl.rows")).to_contain_text("on arrival")
    visit.press("Set it")
    visits = [record["visit"] for record in records(visit) if "visit" in record]
    assert visits[0]["event"] == "arriving" and visits[0]["text"] == "pay", visits
    visit.go("/")
    expect(visit.page.locator("main")).to_contain_text("on arrival")


def trips(visit):
    """A trip of four stops: begun, its rows moved by key and by drag, a stay and a departure changed, set, and taken back."""
    def rows():
        return [row.split(",")[0].split(". ", 1)[1] for row in visit.page.locator("ol.trip h2").all_inner_texts()]

    visit.go("/trips")
    visit.page.get_by_label("What it is called").fill("errands")
    visit.page.get_by_label("Where it begins").fill("pregarten")
    # A working day, and none that has begun: what is past is set no reminder.
    day = date.today() + timedelta(days=1)
    while day.weekday() > 4:
        day += timedelta(days=1)
    visit.page.get_by_label("Day", exact=True).fill(day.isoformat())
    visit.page.get_by_label("Ready to leave at").fill("13:00")
    visit.page.get_by_role("button", name="Begin the trip").click()
    expect(visit.page.locator("h1")).to_have_text("errands")
    for place, minutes in [("gallneukirchen", "40"), ("hagenberg", "120"), ("linz hbf", "0")]:
        visit.page.get_by_label("A stop, a place of yours, or degrees").fill(place)
        visit.page.locator("#minutes").fill(minutes)
        visit.page.get_by_role("button", name="Add the stop").click()
        expect(visit.page.locator("ol.trip h2").last).to_contain_text({"hagenberg": "Hagenberg", "linz hbf": "Linz"}.get(place, "Gallneukirchen"))
        expect(visit.page.locator("html[data-ready]")).to_be_attached()
    assert len(rows()) == 4 and rows()[1].startswith("Gallneukirchen"), rows()
    expect(visit.page.locator(".sentence")).to_contain_text("In all")
    # By keyboard, and the focus goes along.
    visit.page.get_by_role("button", name="Move down Gallneukirchen Marktplatz").focus()
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#row-3 h2")).to_contain_text("Gallneukirchen")
    expect(visit.page.locator("#row-3 [data-move]").first).to_be_focused()
    assert rows()[1] == "Hagenberg", rows()
    # By drag: the third row above the second.
    visit.page.set_viewport_size({"width": 1280, "height": 2000})
    grip = visit.page.locator("#row-3 [data-grip]").bounding_box()
    goal = visit.page.locator("#row-2").bounding_box()
    visit.page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    visit.page.mouse.down()
    visit.page.mouse.move(grip["x"] + 20, goal["y"] + goal["height"] / 2, steps=6)
    visit.page.mouse.move(grip["x"] + 20, goal["y"] + 5, steps=6)
    visit.page.mouse.up()
    visit.page.set_viewport_size({"width": 360, "height": 740})
    expect(visit.page.locator("#row-2 h2")).to_contain_text("Gallneukirchen")
    expect(visit.page.locator("html[data-ready]")).to_be_attached()
    # All rows are edited together, and what comes later moves along.
    end = visit.page.locator("#row-4 h2").inner_text()
    visit.page.locator("#stay-2").fill("100")
    visit.page.locator("#stay-3").fill("30")
    visit.page.get_by_role("button", name="Save", exact=True).last.click()
    expect(visit.page.locator("#row-4 h2")).not_to_have_text(end)
    expect(visit.page.locator("#row-2 h2")).to_contain_text("stay 1 hour 40 minutes")
    leaves = visit.page.locator("#row-2 h2").inner_text()
    visit.page.locator("#row-2 .others button").last.click()
    expect(visit.page.locator("#row-2 h2")).not_to_have_text(leaves)
    expect(visit.page.get_by_role("button", name="The first one after the stay")).to_be_visible()
    visit.page.get_by_role("button", name="Set the reminders").click()
    expect(visit.page.locator(".notice.good")).to_contain_text("Reminders set")
    # To each of three stops: leave, get on, get off; more where one changes on the way.
    whole = len(records(visit))
    assert whole >= 9, records(visit)
    expect(visit.page.locator(".notice.good")).to_contain_text(f"Reminders set: {whole},")
    visit.page.locator("#row-3").get_by_role("button", name="Leave out").click()
    expect(visit.page.locator("ol.trip > li")).to_have_count(3)
    assert len(records(visit)) < whole, records(visit)
    # What cannot be is told, and nothing of it is taken.
    visit.page.get_by_label("A stop, a place of yours, or degrees").fill("48.9, 14.1")
    visit.page.get_by_role("button", name="Add the stop").click()
    expect(visit.page.locator("ol.trip li.wrong")).to_contain_text("not reached")
    visit.page.locator("#row-4").get_by_role("button", name="Leave out").click()
    expect(visit.page.locator("ol.trip > li")).to_have_count(3)
    visit.page.get_by_role("button", name="Take the reminders back").click()
    expect(visit.page.locator("strong")).to_have_text("not set")
    assert records(visit) == [], records(visit)
    visit.page.get_by_role("button", name="Delete the trip").click()
    expect(visit.page.locator("main")).to_contain_text("The trip errands is deleted")
    # The same told in one sentence.
    visit.go("/new")
    visit.answer("from pregarten to gallneukirchen for 40 minutes, then to hagenberg for two hours, then to linz hbf")
    visit.answer("by time, 5 minutes before")
    expect(visit.page.locator("main")).to_contain_text("Hagenberg")
    visit.press("Set it")
    visit.go("/trips")
    expect(visit.page.locator(".card")).to_contain_text("Gallneukirchen Marktplatz → Hagenberg → Linz Hauptbahnhof")


def engine(visit, file):
    """The levels as the phone works them out alone, for rides that the engine has followed: {"rides": [{record, fixes, calls}]}"""
    visit.go("/status")
    rides = json.loads(Path(file).read_text())["rides"]
    found = visit.page.evaluate(
        """async rides => {
          const { RideOnPhone } = await import('/static/levels.js');
          return rides.map(({ record, fixes }) => {
            const ride = new RideOnPhone(record.route, record.levels);
            const calls = {};
            let fired = 0;
            let next = 0;
            const last = fixes.at(-1).at + 120;
            for (let now = fixes[0].at; now <= last; now++) {
              while (next < fixes.length && fixes[next].at <= now) ride.take(fixes[next++]);
              const level = ride.due(fired, now);
              for (; level && fired < level.level; fired++) calls[fired + 1] = { at: now, progress: ride.progress };
            }
            return { calls, stops: ride.stops.map(stop => stop.metres) };
          });
        }""", rides)
    print(json.dumps(found))


SCENARIOS = {
    "changing": changing, "clicking": clicking, "typing-badly": typing_badly, "one-sentence": one_sentence, "without-script": without_script,
    "in-german": in_german, "by-keyboard": by_keyboard, "two-tabs": two_tabs, "accessible": accessible, "ride": ride,
    "lost-line": lost_line, "engine": engine, "speaking": speaking, "denied": denied, "together": together, "pushed": pushed, "tiles": tiles, "places": places, "trips": trips, "on-board": on_board, "disrupted": disrupted,
}


def main(name, address, code, *arguments):
    settings = {}
    if name == "in-german":
        settings["locale"] = "de-AT"
    if address.startswith("https:"):
        # Made by the test itself, so that nobody vouches for it.
        settings["ignore_https_errors"] = True
    if name == "without-script":
        settings["java_script_enabled"] = False
    with sync_playwright() as playwright:
        visit = Visit(playwright, address, code, **settings)
        visit.context_has_scripts = name != "without-script"
        if name in ("ride", "lost-line", "pushed"):
            arguments = [track_of(Path(arguments[0])), *arguments[1:]]
        try:
            SCENARIOS[name](visit, *arguments)
        except (AssertionError, Error) as error:
            try:
                print(visit.page.locator("body").inner_text(timeout=5000)[:2000], file=sys.stderr)
            except Error:
                print("the page answers nothing", file=sys.stderr)
            # Last, since of much that is printed the end is looked at: at which step, and where the page was.
            steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == __file__]
            print(f"{name}, {visit.page.url}, at: {steps[-2].line if len(steps) > 1 else ''} / {steps[-1].line}: {error}", file=sys.stderr)
            sys.exit(1)
        visit.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
