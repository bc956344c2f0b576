extension HelpTopic {
  static let alerts = HelpTopic(
    name: "alerts", title: "Reminders and how they tell",
    paragraphs: [
      """
      A reminder has three levels, each more urgent. A simulated ride may run late, lose its position in a tunnel \
      round the stop before yours (the worst place for it) or have bad reception; the same --seed gives the same \
      ride. The exit code is 1 where the last call would have come too early, too late or not at all, and --svg \
      draws the ride with what was told where.
      """,
      """
      Where stops or times are changed the ride is looked up anew, and the alerts follow; what does not fit is \
      refused with the nearest value that does. A reminder that comes again keeps the times of its first ride; \
      "edit ID --depart TIME" looks them up in the present timetable.
      """,
      """
      The alarm comes again every 20 seconds, louder up to full volume, for five minutes at most. Phones with \
      feedbackd vibrate; where there is no motor the second alert is an urgent notification with a short sound. \
      Vibration, alarm, speech and volume belong to a reminder, quiet and a program of your own to a ride or the \
      preferences.
      """,
      """
      An alert tells what is true while it is told: "Next: Softwarepark. Yours, Hagenberg, is the one after.", the \
      minutes or metres that are left, and "Get off at the next stop!" only where the next stop is yours. Stops \
      are counted as the vehicle stops: from the next one to yours, which is one of them. What the timetable or \
      the pace stand in for is called an estimate.
      """,
    ],
    entries: [
      Entry(term: "alight reminders list", meaning: "what is set; --all with what is over"),
      Entry(term: "alight reminders show ID", meaning: "its ride stop by stop, and where each level fires"),
      Entry(
        term: "alight simulate ID",
        meaning: "the alerts along the reminder's own ride, and whether the last call would be right"),
      Entry(
        term: "alight simulate ID --delay 5m --tunnel 3m --noise 20m --lose 50% --svg ride.svg",
        meaning: "the same on a bad day"),
      Entry(
        term: "alight reminders edit ID --interval \"3 stops\" --no-alarm",
        meaning: "--dry-run shows it and stores nothing"),
      Entry(term: "alight reminders edit ID --to pregarten --depart 18:10", meaning: "another stop, another ride"),
      Entry(
        term: "alight reminders edit ID --days mon-fri --until 2026-12-18",
        meaning: "comes again on these days, at the same times"),
      Entry(
        term: "alight reminders edit ID --speech --volume 60% --no-vibration",
        meaning: "how it tells; new takes the same options"),
      Entry(term: "alight reminders label ID \"to work\"", meaning: "a name of your own"),
      Entry(
        term: "alight reminders pause ID --until 2026-12-24",
        meaning: "and resume, before that; on, off and delete as well"),
      Entry(
        term: "alight reminders undo", meaning: "takes back the last change, deleting included; redo makes it again"),
      Entry(term: "alight preferences set speech on", meaning: "for new reminders; also volume, vibration, alarm"),
      Entry(term: "alight doctor --test-alarm", meaning: "tries every way of telling, one after the other"),
    ])
}
