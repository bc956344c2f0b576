extension HelpTopic {
  static let feeds = HelpTopic(
    name: "feeds", title: "Timetables, stops and rides",
    paragraphs: [
      """
      Any GTFS feed is read, as a zip file or a folder; several live side by side. What is skipped, repaired or \
      not read is told by rule and line: a row or trip that cannot be used is left out, a small fault made good, \
      what may mislead riders told, and a feed refused that lacks a file or column it cannot be read without. A \
      failure leaves the timetable as it was.
      """,
      """
      Slips, abbreviations, other languages, readings in kana or Latin letters and stop codes count as names of \
      stops. Platforms are one stop with their station, and so are poles of one name round a crossing; other stops \
      of one name are told apart by what is near them and by their lines.
      """,
      """
      Of connections each is the best for somebody: none of the others leaves as late, arrives as soon and has as \
      few changes, with as little to walk. Where one vehicle goes on as another line, you keep your seat, which is no \
      change. Where no direct ride goes, a reminder follows all rides of the connection: each place to get off has \
      its three alerts, "I'm off" goes on with the next ride, and "Stop" ends the journey.
      """,
      """
      You walk to a ride, between and from rides up to 500 metres; the preferences max-walk and pace say how far and \
      how fast you do. Where a ride begins elsewhere, you are told when to set out, and alerted when it is time to.
      """,
      """
      An import builds the index of all stops and the network of all rides into timetable.built beside the \
      timetable, from where they are mapped: no command loads them. The demo network, four lines around Linz and \
      Hagenberg, is made up, and never used any more once a timetable was imported.
      """,
    ],
    entries: [
      Entry(
        term: "alight feed import FEED.zip --name linz",
        meaning: "again under the same name replaces it; until that is done the old one serves"),
      Entry(term: "alight feed list", meaning: "with the days they are valid on; those that have expired are marked"),
      Entry(term: "alight feed lines", meaning: "all lines, what runs them and where they go"),
      Entry(term: "alight feed remove linz --yes", meaning: "takes one away"),
      Entry(
        term: "alight stops search \"linz haubtbahnhof\"",
        meaning: "the best first, with their lines; --json: one object a line"),
      Entry(term: "alight stops near 48.2903,14.2915", meaning: "round a place, the nearest first"),
      Entry(term: "alight stops show demo:linz-hbf", meaning: "codes, other names, platforms, lines, days of service"),
      Entry(term: "alight stops departures hagenberg --at 17:30 --line 1 --limit 3", meaning: "what leaves"),
      Entry(
        term: "alight stops departures \"linz hbf\" --by-line", meaning: "the next three of each line in each direction"
      ),
      Entry(term: "alight stops departures \"linz hbf\" --last", meaning: "the last of each line in each direction"),
      Entry(term: "alight stops alias work hagenberg", meaning: "a name of your own, as with \"alight places\""),
      Entry(term: "alight rides \"linz hbf\" hagenberg", meaning: "the next rides, direct ones and with changes"),
      Entry(
        term: "alight rides \"linz hbf\" hagenberg --arrive 18:00 --date 2026-12-01",
        meaning: "those that arrive by then"),
      Entry(term: "alight rides show demo:1-out-0800", meaning: "a trip stop by stop"),
    ])
}
