extension HelpTopic {
  static let testing = HelpTopic(
    name: "testing", title: "Testing what is understood",
    paragraphs: [
      """
      A case is a line of a TSV, CSV or NDJSON file: question, utterance and expected, and perhaps mode, lang, \
      tier, tags, options (a TSV of places), transcript, comment and xfail (why it is known to fail). Expected is \
      an id or a name, NONE (refused), ASK:a|b (exactly these are offered), CONFIRM:a, CMD:back, or \
      from=a;to=b;arrival=12:00. The utterance may be a WAV file; a WAV with a text of its words beside it is a \
      case as well.
      """,
      """
      Whole dialogues are YAML, on the demo network at a fixed time: a name and turns with say, wav, heard, \
      silence or do, each with what must follow, then the reminder or how it ended. Tests/README.md tells all that \
      may stand in them, and Tests/Utterances has samples.
      """,
      """
      With --baseline only regressions fail the run, with --min-accuracy or --max-false-accept only these limits. \
      --calibrate shows what other thresholds would cost. The same cases give the same bytes, however many run at \
      once.
      """,
    ],
    entries: [
      Entry(term: "alight test Tests/Utterances", meaning: "failures, then figures by question and tag"),
      Entry(
        term: "alight test Tests/Utterances --out before",
        meaning: "report.json, junit.xml, index.html with charts, and more"),
      Entry(
        term: "alight test Tests/Utterances --baseline before/report.json --html report.html",
        meaning: "what broke, what was mended"),
      Entry(
        term: "alight test --fuzz 1000 --seed 7", meaning: "noise made from the options: nothing wrong may be taken"),
      Entry(term: "alight test lint Tests/Utterances", meaning: "contradictory cases, stops that sound alike"),
      Entry(
        term: "alight match \"linz hbf\" --question to --explain", meaning: "one answer, and how its score came about"),
    ])
}
