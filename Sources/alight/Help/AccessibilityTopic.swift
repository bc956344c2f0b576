extension HelpTopic {
  static let accessibility = HelpTopic(
    name: "accessibility", title: "Accessibility",
    paragraphs: [
      "With a screen reader set ACCESSIBLE=1, give --accessible, or once and for all \"alight preferences set accessible on\": every line is then written once and in order, nothing is "
        + "redrawn, no list moves, options are numbered, and what Enter takes is said in the text. Alight does not try to find "
        + "out whether you use one.",
      "Colour is never the only sign: what is active bears a mark. \"--color never\", NO_COLOR=1 or TERM=dumb turn it off.",
      "At a terminal the cursor is where you are: in the line that you type, or on the row that is active, so that a "
        + "magnifier follows it. All of the dialogue fits 40 columns.",
      "Every question can be answered without a terminal: by an option, by a line of a pipe, by a recording, or by voice "
        + "(\"alight new --voice\"). Nothing runs out of time at the keyboard.",
    ],
    entries: [
      Entry(term: "type", meaning: "filters the list at each key; Enter takes the line"),
      Entry(term: "Up, Down", meaning: "go into the list, there also k and j; Enter takes the active row"),
      Entry(term: "1, 2, 3", meaning: "and Enter: the option of this number, or the number where one is asked for"),
      Entry(term: "Tab", meaning: "completes the line; again: the next"),
      Entry(term: "Esc", meaning: "leaves the list, clears the line, or goes back to the question before"),
      Entry(term: "?", meaning: "on an empty line: help with this question"),
      Entry(term: "Ctrl-U, Ctrl-W", meaning: "erase to the beginning of the line, or of the word"),
      Entry(term: "Ctrl-D", meaning: "on an empty line: ends and keeps the draft"),
      Entry(term: "Ctrl-C", meaning: "ends at once and keeps the draft"),
      Entry(term: "Ctrl-Z", meaning: "gives the terminal to the shell; \"fg\" goes on"),
    ])
}
