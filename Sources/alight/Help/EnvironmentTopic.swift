extension HelpTopic {
  static let environment = HelpTopic(
    name: "environment", title: "Environment variables",
    paragraphs: ["Options win over variables. A relative path in a variable XDG_... is ignored, as its standard says."],
    entries: [
      Entry(term: "ALIGHT_DATABASE", meaning: "the file of reminders, as --database"),
      Entry(
        term: "ALIGHT_MQTT_PASSWORD",
        meaning: "the password for an MQTT broker, where the position source or publish-to names none"),
      Entry(term: "ALIGHT_TIMETABLE", meaning: "the file of timetables, as --timetable"),
      Entry(term: "ALIGHT_HOME", meaning: "the folder that holds Prompts and Audio, where it is not above the program"),
      Entry(term: "ALIGHT_SPEECH_MODEL", meaning: "the folder of the speech model"),
      Entry(
        term: "XDG_DATA_HOME", meaning: "where alight/alight.sqlite and alight/timetable.sqlite are (~/.local/share)"),
      Entry(term: "XDG_CACHE_HOME", meaning: "where alight/ holds what can be made again (~/.cache)"),
      Entry(term: "XDG_STATE_HOME", meaning: "where alight/ holds what is between data and cache (~/.local/state)"),
      Entry(
        term: "XDG_RUNTIME_DIR",
        meaning: "where the notification service is looked for, and where alight/ holds the socket of a runner"),
      Entry(term: "DBUS_SESSION_BUS_ADDRESS", meaning: "where the notification service answers"),
      Entry(term: "LC_ALL", meaning: "the language to talk in, unless --lang or a preference names one"),
      Entry(term: "LC_MESSAGES", meaning: "the same, where LC_ALL is empty"),
      Entry(term: "LANG", meaning: "the same, where both are empty"),
      Entry(term: "LC_CTYPE", meaning: "whether more than ASCII can be shown, unless LC_ALL says it"),
      Entry(term: "HOME", meaning: "your folder, for the standard places above"),
      Entry(term: "PATH", meaning: "where programs that speak, record, play and notify are looked for"),
      Entry(
        term: "INVOCATION_ID",
        meaning: "whether systemd has begun Alight: a browser that it opens gets a unit of its own then"),
      Entry(term: "NOTIFY_SOCKET", meaning: "where systemd is told how a runner does"),
      Entry(term: "WATCHDOG_USEC", meaning: "how often systemd wants a sign of life"),
      Entry(term: "WATCHDOG_PID", meaning: "of which process"),
      Entry(
        term: "JOURNAL_STREAM",
        meaning: "whether systemd keeps what is said: the code for a browser is left out of it then"),
      Entry(term: "NO_COLOR", meaning: "no colour, unless it is empty"),
      Entry(term: "CLICOLOR_FORCE", meaning: "colour without a terminal too, unless it is empty or 0"),
      Entry(term: "TERM", meaning: "dumb: no colour, and no line is redrawn"),
      Entry(
        term: "ACCESSIBLE",
        meaning:
          "for screen readers, unless it is empty, 0 or false, or a preference says otherwise: see \"alight help accessibility\""
      ),
    ])
}
