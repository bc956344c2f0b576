extension HelpTopic {
  static let handOff = HelpTopic(
    name: "hand-off", title: "Handing reminders on",
    paragraphs: [
      """
      Reminders go to other programs, and to another machine. An import is by id and revision: a newer revision \
      replaces an older one, an older one never a newer one, the same is unchanged. It takes all of a file or \
      nothing. Calendars of other programs are refused, as they tell neither a line nor where to get on.
      """,
      """
      json loses nothing: fields that Alight does not know are kept too. ics, for calendars and phones, is an \
      event with alarms by the clock (RFC 5545) and by place (RFC 9074, and as Apple writes it); by the property \
      X-ALIGHT-RECORD nothing is lost on the way back. To the calendar are lost: conditions that must hold \
      together (the place nearest to them counts alone), time left by a late vehicle, vibration, the stops between \
      and the way on the map; one that is switched off or paused has no alarms.
      """,
      """
      gpx, for navigation devices, has the stops as waypoints and route with the distance at which each warns. It \
      loses levels by time, means of alert, departures (the route has arrivals), line, way on the map and ids; \
      there is no way back.
      """,
      """
      A program of your own may get each alert as JSON, or read the reminders from the outbox of alight.sqlite and \
      follow them itself: Prompts/schema/README.md says how.
      """,
    ],
    entries: [
      Entry(
        term: "alight reminders export ID --format ics --output ride.ics",
        meaning: "several ids, or --all; --dry-run tells what would be written"),
      Entry(term: "alight reminders export --all", meaning: "one record a line"),
      Entry(term: "alight reminders import reminders.json", meaning: "JSON or ics"),
      Entry(term: "alight run --command logger", meaning: "your own program gets each alert, here for the system log"),
      Entry(term: "alight run --publish mqtt://broker.local/alight", meaning: "the same JSON over MQTT"),
    ])
}
