extension HelpTopic {
  static let live = HelpTopic(
    name: "live", title: "Live data, and which ride you are on",
    paragraphs: [
      """
      Live data is GTFS Realtime from the operator, which belongs to one timetable: delays, cancelled trips, stops that are passed by, \
      vehicles and alerts. Nothing is asked for unless you add a feed, and then only when something needs it. Each look is a whole \
      picture: what it does not say does not hold any more. A feed older than 90 seconds is not used, and you are told; then times \
      are those of the timetable.
      """,
      """
      What is wrong with a feed is told by the rule of the GTFS Realtime validator that it breaks: a bad stop time costs that stop \
      time, a bad entity that entity, and never the feed. A delay holds from its stop on until the next word, also past a stop that \
      is left out; before the first word the timetable holds. A feed of which less than half fits belongs to another version of \
      the timetable: import the present one.
      """,
      """
      While a ride is followed, what is later or earlier by 3 minutes is told quietly, once each; that the ride is cancelled, or leaves \
      out your stop, is told at once, with what to take or where to get off instead, and loudly where it is near. A position leads \
      where there is one. Without one, live times move the first alerts; the last call still comes at the time of the timetable, \
      since a feed may be wrong, and comes again at the time that the feed names. --position vehicle goes by where the feed has the vehicle: \
      no position of yours is needed, and a call may be a stop early or late. The dialogue takes no ride that is cancelled, and one that \
      is late where it can still be caught. What operators announce stands below rides and departures, after "!".
      """,
      """
      Keys are kept in a file that only you can read. They are shown nowhere, and go by no command line where you write \
      --header NAME=-; to another server they are not sent on.
      """,
      """
      "alight onboard" names the ride that you are on from where you have been. It takes some 100 metres and a minute or two; \
      where two lines take one street it says "perhaps" and names both, until they part. Who walks or drives is on no ride. With \
      --watch it goes on telling all the way. "alight new --onboard" begins a reminder with that ride: only where to get off and how long \
      before is asked, and where the ride does not go there you are told that you have to change. You may say so in the dialogue as well: \
      "I'm on the bus", "I'm on line 7 to Hagenberg"; and where another ride is named than yours, "no, line 3".
      """,
    ],
    entries: [
      Entry(
        term: "alight live add bart https://example.org/tripupdates", meaning: "looks at it, and adds it where it fits"),
      Entry(
        term: "alight live add bart https://example.org/vehicles --header X-Api-Key=-",
        meaning: "with a key, which it asks for"),
      Entry(term: "alight live list", meaning: "how old they are, how much fits, and what failed"),
      Entry(term: "alight live show demo:1-out-0800", meaning: "a trip stop by stop with its live times"),
      Entry(term: "alight live check bart tripupdates.pb", meaning: "reads a file once, and tells each flaw"),
      Entry(term: "alight live remove bart", meaning: "times are those of the timetable again"),
      Entry(term: "alight run --position vehicle", meaning: "follows the vehicle of the ride by its own feed"),
      Entry(term: "alight onboard ride.gpx", meaning: "which ride a recording was made on"),
    ])
}
