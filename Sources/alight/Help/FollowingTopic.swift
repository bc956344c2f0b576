extension HelpTopic {
  static let following = HelpTopic(
    name: "following", title: "Following the ride",
    paragraphs: [
      """
      The runner takes over what is due and delivers through the terminal, notifications and sound. The position \
      comes from gpsd where it runs, from a phone with OwnTracks over an MQTT broker, or from a receiver's own \
      sentences (NMEA 0183); one that goes away, or whose time or place stands still, is told, and looked for \
      again. Of several the most accurate leads, and the others stand in for it; one that the others contradict is \
      not believed, whatever it claims.
      """,
      """
      Without any, by time and by stops the clock and the schedule decide. Where the only one cannot be true, you \
      hear that the position is doubted, and the estimate goes on beside it: the last call comes all the same, and \
      comes again where it turns out that it was too early.
      """,
      """
      owntracks:// alone is a broker on this machine, owntrackss:// one over TLS with a certificate that the \
      system trusts. The password is best in ALIGHT_MQTT_PASSWORD, out of sight of ps. Without a topic the first \
      phone that reports is followed, and a second one told. Where the app allows remote commands it is asked for \
      more positions as the stop comes near, and at the end let rest. Encrypted positions cannot be read, and say \
      so.
      """,
      """
      It writes a ledger before and after each delivery: killed and started again it delivers what was pending, \
      once. One runner follows the reminders of a database; a second one is told who is there, and exits with 69. \
      What is set or changed meanwhile is taken over within a second.
      """,
      """
      The runner tells how the ride stands, and obeys the buttons of its notifications or you; without an ID the \
      alert that came last is meant. Other programs do the same over its socket, which Prompts/schema/README.md \
      describes. The log of decisions is kept for thirty days in decisions/ beside the database, for your eyes \
      alone, as it tells where you went.
      """,
      """
      What lies along the way is told beside it, from files of yours that "alight notes import" takes in: on the screen and on the \
      page, once a day each, at most one a minute, never with a sound and never within two minutes of a call.
      """,
      """
      Installed, systemd keeps a runner for your session, and starts it anew should it hang: "systemctl --user enable --now \
      alight". On a ride it keeps the machine from falling asleep by itself, though not from sleeping once its lid is closed; what \
      came due meanwhile is told as soon as it wakes, of a ride that it did not follow yet up to two hours after the arrival. It does not wake the machine: one that fell \
      asleep before the ride tells nothing until you wake it.
      """,
    ],
    entries: [
      Entry(term: "alight run", meaning: "follows what is due"),
      Entry(term: "alight notes list --categories", meaning: "what may be told of along the way"),
      Entry(
        term: "alight run --position gpsd://phone.local", meaning: "or once and for all the preference position-source"),
      Entry(term: "alight run --position gpsd --position owntracks://jane@broker.local", meaning: "several"),
      Entry(term: "alight run --position none --once", meaning: "the clock alone, and one ride"),
      Entry(term: "alight run --nmea /dev/ttyUSB0", meaning: "a receiver; a pipe is live as well: --nmea -"),
      Entry(
        term: "alight run --gpx RIDE.gpx --speed 20x",
        meaning: "a recorded track: a file or, with -, standard input; several are judged against each other"),
      Entry(
        term: "alight run --quiet", meaning: "no sound, no speech: the alarm vibrates, or is an urgent notification"),
      Entry(
        term: "alight alert status --watch",
        meaning: "next stop, what is left, the ladder of levels; --json: one object a line"),
      Entry(term: "alight alert snooze", meaning: "silent now, again in a minute or at the next stop"),
      Entry(term: "alight alert done", meaning: "I'm off"),
      Entry(term: "alight alert stop ID", meaning: "no more alerts of this ride"),
      Entry(
        term: "alight alert log",
        meaning: "why each alert came when it did: which fixes were used, what was waited for"),
    ])
}
