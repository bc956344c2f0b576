extension HelpTopic {
  static let places = HelpTopic(
    name: "places", title: "Places of your own, and trips of several stops",
    paragraphs: [
      """
      A destination may be a stop, a place of your own or a point on the map: 48.40,14.60, 48°24'N 14°36'E, geo:48.40,14.60 or \
      a link of a map. "From anywhere" leaves open where you come from; such a place is watched by time, by distance, on \
      arrival, on leaving, or by the clock while you are there ("at seven if I am there").
      """,
      """
      "Remind me to pay when I arrive at parking", "wake me at seven if I am at home": a reminder of a place, or of any place \
      of a list. It comes once a day, and asks again after 30 and 60 minutes until "alight alert done"; "alight alert later" \
      puts it off.
      """,
      """
      "From home to Gallneukirchen for 40 minutes, then to Hagenberg for two hours, then home" is a trip: where you set out, \
      stays, stops on the way ("via", "with a break in") may be told in any order, and what is of no use is named. At the \
      third question "then to Hagenberg" adds a stop, "after an hour to Hagenberg" with the stay at the one before; by voice \
      as well. Read back, "an hour in Hagenberg" and "without Gallneukirchen" change it.
      """,
      """
      A trip shows arrival and departure at each stop, marks what cannot be met and says what would fit. Set, it tells you \
      when to leave, what to get on and where to get off; changed, missed or put in another order, its reminders move along.
      """,
    ],
    entries: [
      Entry(
        term: "alight places add cabin 48.40,14.60 --radius 300", meaning: "a point with the metres that count as there"
      ),
      Entry(term: "alight trip new errands home --start 13:00", meaning: "begins a trip"),
      Entry(term: "alight trip add errands hagenberg --stay 2h", meaning: "another stop, and how long you stay"),
      Entry(
        term: "alight trip show errands --alternatives",
        meaning: "with two connections earlier and two later at each stop"),
      Entry(term: "alight trip set errands", meaning: "sets its reminders"),
    ])
}
