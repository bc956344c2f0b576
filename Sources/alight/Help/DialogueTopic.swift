extension HelpTopic {
  static let dialogue = HelpTopic(
    name: "dialogue", title: "Answering the questions",
    paragraphs: [
      """
      Below the line that you type stands what fits it, anew at each key: the first letters, a part or a \
      misspelling of a stop will do. Enter takes the line, or the row that the arrows have gone to; "alight help \
      accessibility" lists the keys. The list is gone once you have answered, fits 40 columns and follows the \
      window. Colour goes by --color, NO_COLOR, CLICOLOR_FORCE and TERM=dumb.
      """,
      """
      One sentence may hold several answers, every question has an option, and a pipe gives one answer a line. An \
      answer that is missing or stays unclear ends with exit code 75 and the draft kept; "alight new --resume" \
      goes on with it.
      """,
      """
      "No, I meant Pregarten", "change the interval to ten minutes", "go to mode", "back", "undo" and "redo" work \
      at every question. "The other one" (or "next best") takes what came next to the answer before, "e" puts that \
      answer into the line to be edited, "again" clears what was misheard. "Why" tells how an answer was \
      understood; "what time is it" and "list my reminders" are answered in place.
      """,
      """
      A name that stops in different places share is asked about: "86 St (line 4)" and "86 St (near Bay Parkway)" may be \
      answered by number, by the line or by the stop near it, and "86 st line 4" says it at once, also after --from and --to. \
      The one that you have used before stands first.
      """,
      """
      Wishes are heard at any question: "vibration only", "no alarm", "with line 3", "not line 1", "tomorrow at seven", "the \
      8.45 bus", "an hour later", "every weekday", "call it work". How long before may be told by a point on the way as well: \
      "at 8:50", "at Pregarten". "How long does it take", "is there a later bus" and "when will you wake me" are answered. What \
      nothing is made of is named: "I did not understand ...".
      """,
      """
      "The usual" sets the trip that you make most at this time, and what you set last between two stops is the \
      next default. The stops offered first are those of your own trips at this time of day, after the nearest one \
      where you tell --near.
      """,
      """
      At the last question "every weekday", "on Mondays and Fridays", "every day except Sundays" or "just once" \
      tell the days, and "call it work" gives a name; both are options as well.
      """,
      """
      The whole dialogue is held in German with --lang de, with the preference language, or where the locale is \
      German (LC_ALL, LC_MESSAGES, LANG); for anything but de and en it is English. English answers are understood \
      in every language, so that scripts work under any locale. A language is one file in Prompts/ and no code: \
      Prompts/README.md says what stands in it.
      """,
      """
      For another program --ndjson holds the same dialogue as JSON: one event a line for each answer that is \
      awaited, with all that was said before it, and one answer a line: {"text": "..."}, {"option": VALUE} with \
      the value of an option or the id of any stop, or {"audio": "FILE.wav"}. Prompts/schema describes each field.
      """,
      """
      What is remembered from one dialogue to the next can be looked at, set and forgotten. Every conversation is \
      kept for 90 days (500 at most), never its sound: each step is stored before the next question is put, \
      together with the draft, so that a power cut loses nothing but the words that were being said.
      """,
    ],
    entries: [
      Entry(term: "alight", meaning: "asks the four questions"),
      Entry(
        term: "alight --from \"linz hbf\" --to hagenberg --mode time --interval \"5 minutes\" --yes",
        meaning: "answers all of them"),
      Entry(term: "alight --json", meaning: "takes a line of standard input as an answer, and prints the record"),
      Entry(term: "alight new --again", meaning: "the trip set last: only the last question is left"),
      Entry(term: "alight new --again 1a2b --depart 18:10", meaning: "that of a reminder, by the beginning of its id"),
      Entry(
        term: "alight places add home \"linz hbf\"", meaning: "\"from home to work\", \"nach Hause\", by voice as well"),
      Entry(term: "alight places add work hagenberg", meaning: "the other end"),
      Entry(
        term: "alight --from home --to work --interval \"2 stops\" --days weekdays --label \"to work\" --yes",
        meaning: "places of your own, and days"),
      Entry(term: "alight new --near 48.29,14.29", meaning: "offers the stops near there"),
      Entry(term: "alight new --ndjson", meaning: "events out, answers in, for another program"),
      Entry(term: "alight new --lang de", meaning: "in German"),
      Entry(
        term: "alight preferences",
        meaning: "what is remembered: mode, intervals, how you are told, position source, language, accessible"),
      Entry(term: "alight preferences set interval.time \"7 minutes\"", meaning: "sets one; unset forgets it"),
      Entry(term: "alight names", meaning: "what you call stops, learned when you said yes to \"Did you mean ...?\""),
      Entry(
        term: "alight forget --yes",
        meaning: "the last values, trips and learned names; --trips, --names, --defaults for one"),
      Entry(term: "alight --no-remember", meaning: "sets a reminder and remembers nothing of it but the conversation"),
      Entry(term: "alight sessions", meaning: "the conversations; show ID tells one, answer by answer, with scores"),
      Entry(
        term: "alight sessions replay --all",
        meaning: "the wizard again, on the same answers: identical byte for byte, or where not"),
      Entry(term: "alight sessions forget --before 2026-12-01 --yes", meaning: "forgets those before a day"),
    ])
}
