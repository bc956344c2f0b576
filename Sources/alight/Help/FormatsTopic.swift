extension HelpTopic {
  static let formats = HelpTopic(
    name: "formats", title: "Formats",
    paragraphs: [
      "Standard output is data, standard error is talk. With --json a command prints one object, or one a line where there "
        + "are several; each names its form and version in the field \"schema\". Fields may be added to a version, none is "
        + "taken away. Times are in UTC, as 2026-12-01T07:00:00Z.",
      "What is read: timetables are GTFS (a zip file or a folder), tracks GPX, recordings WAV, stops and test cases TSV, CSV "
        + "or NDJSON, dialogues YAML; all of them in UTF-8.",
    ],
    entries: [
      Entry(term: "alight.reminder/1", meaning: "a reminder: new --json, reminders; Prompts/schema describes it"),
      Entry(
        term: "alight.reminder/2", meaning: "the same of a place that is come to from anywhere, like a point on the map"
      ),
      Entry(
        term: "alight.alert/1", meaning: "an alert, as a program of yours gets it: run --command; see Prompts/schema"),
      Entry(
        term: "alight.control/1", meaning: "what a runner is asked and answers: alert --json; see Prompts/schema"),
      Entry(
        term: "alight.decision/1", meaning: "why an alert came or did not: alert log --json; see Prompts/schema"),
      Entry(term: "alight.reminder-change/1", meaning: "what was done to a reminder: reminders on, off, delete"),
      Entry(term: "alight.dialogue/1", meaning: "an event of a dialogue: new --ndjson"),
      Entry(term: "alight.reminder-undo/1", meaning: "what was taken back: reminders undo --json"),
      Entry(term: "alight.session/1", meaning: "a conversation: sessions show --json"),
      Entry(term: "alight.replay/1", meaning: "whether a conversation goes as it did: sessions replay --json"),
      Entry(term: "alight.forgotten-sessions/1", meaning: "the conversations removed: sessions forget --json"),
      Entry(term: "alight.place/1", meaning: "a place of your own: places --json"),
      Entry(term: "alight.name/1", meaning: "a learned name of a stop: names --json"),
      Entry(term: "alight.note/1", meaning: "something along the way that is told: run --json"),
      Entry(term: "alight.stored-note/1", meaning: "a note that is kept: notes --json"),
      Entry(term: "alight.note-category/1", meaning: "a category of notes: notes list --categories --json"),
      Entry(term: "alight.notes-import/1", meaning: "what was taken in: notes import --json"),
      Entry(term: "alight.preferences/1", meaning: "what is remembered: preferences --json"),
      Entry(term: "alight.forgotten/1", meaning: "what is no longer remembered: forget --json"),
      Entry(term: "alight.import/1", meaning: "what was taken over: reminders import --json"),
      Entry(term: "alight.ended/1", meaning: "a dialogue that ended without a reminder: new --json"),
      Entry(term: "alight.failure/1", meaning: "a failure, with its exit code and sentence: every command with --json"),
      Entry(term: "alight.help/1", meaning: "a topic: help TOPIC --json"),
      Entry(term: "alight.feed-import/1", meaning: "an import: feed import --json"),
      Entry(term: "alight.connection/1", meaning: "a connection of rides between two stops: rides --json"),
      Entry(term: "alight.live/1", meaning: "what a live feed says: live check --json"),
      Entry(term: "alight.live-feeds/1", meaning: "live-feeds.json in the data folder: the live feeds that were added"),
      Entry(term: "alight.live-feed/1", meaning: "how it stands with a live feed: live list --json"),
      Entry(term: "alight.onboard/1", meaning: "which ride you are on: onboard --json"),
      Entry(term: "alight.trip/1", meaning: "a trip stop by stop: rides show --json"),
      Entry(term: "alight.trip-plan/1", meaning: "a trip of several stops as it is wanted: in alight.itinerary/1"),
      Entry(
        term: "alight.itinerary/1",
        meaning: "a trip of several stops with its times, ways and what cannot be met: trip show --json"),
      Entry(term: "alight.feeds/1", meaning: "the imported timetables: feed list --json"),
      Entry(term: "alight.line/1", meaning: "a line of a timetable: feed lines --json"),
      Entry(term: "alight.stop/1", meaning: "a stop: stops search --json, stops near --json"),
      Entry(term: "alight.stop-details/1", meaning: "all about a stop: stops show --json"),
      Entry(term: "alight.departure/1", meaning: "a trip that leaves a stop: stops departures --json"),
      Entry(term: "alight.doctor/1", meaning: "the findings: doctor --json"),
      Entry(term: "alight.grammar/1", meaning: "what may be said: voice grammar --json"),
      Entry(term: "alight.pronunciation/1", meaning: "how a name is read: voice pronounce --json"),
      Entry(term: "alight.recording/1", meaning: "a recording that was kept: voice record --json"),
      Entry(term: "alight.test/1", meaning: "the figures of test cases: test --json, and report.json"),
      Entry(term: "alight.test-lint/1", meaning: "what is wrong with test cases: test lint --json"),
      Entry(term: "alight.test-calibration/1", meaning: "what other thresholds would cost: test --calibrate --json"),
      Entry(term: "alight.place-model/1", meaning: "Prompts/models/places.json"),
      Entry(term: "alight.voice-model/1", meaning: "Prompts/models/voice.json"),
      Entry(term: "alight.thresholds/1", meaning: "Prompts/models/thresholds.json"),
      Entry(term: "alight.voice-adaptation/1", meaning: "what fitting to a voice came to: voice adapt --json"),
      Entry(
        term: "alight.speaker-adaptation/1",
        meaning: "how the recogniser is fitted to a speaker: voice adapt --show --json"),
    ])
}
