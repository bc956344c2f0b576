extension HelpTopic {
  static let voice = HelpTopic(
    name: "voice", title: "Voice",
    paragraphs: [
      """
      "alight new --voice" asks aloud (by speech-dispatcher or espeak-ng) and listens to the microphone (by parec, \
      pw-record or arecord); --speak and --listen do one of both, --device names a microphone. The keyboard works \
      all along: a key ends a prompt, space ends your answer, Enter or typing takes the place of speaking. Say \
      "no, I said Hagenberg" to correct any answer; nothing is set before you say yes to the whole reminder. \
      Nobody is recorded except between "Speaking" or "Listening" and the answer.
      """,
      """
      Recordings answer by question, or all together from a folder with from.wav, to.wav, mode.wav, interval.wav \
      and confirm.wav. WAV files are read in every usual kind: PCM of 8 to 32 bit, floats, A-law and mu-law, 8 to \
      192 kHz, any number of channels, also where a recorder was cut off. Others are named with the command that \
      converts them.
      """,
      """
      What was heard must be one of the answers that the question allows: silence, noise and other speech are \
      refused, with the reason. In noise or over a telephone about a third of the answers are asked back rather than \
      taken. Of a large timetable 300 stops are listened for, those of your reminders and near them first; --stops \
      1000 listens for more.
      """,
      """
      When a recording is heard wrongly, --explain tells words with times, evidence and thresholds, and --keep \
      saves what the recogniser was given with the text beside it, which is a case for "alight test" once the text \
      is right. Your own readings of names lie in ~/.local/share/alight, in pronunciations.tsv.
      """,
      """
      For a test set of real voices phrases are shown one after the other, and what you read is recorded and \
      labelled, once you have agreed to what is kept and where; nothing leaves your machine. "alight voice --help" \
      lists the commands of that name.
      """,
      """
      If you are often asked back, read 60 phrases with "alight voice record", which takes five minutes, and let \
      "alight voice adapt" fit the recogniser to your voice. It keeps what it made only if phrases that it was not \
      made from are heard better. Others are still heard, since each recording is heard both ways, which takes twice \
      the work. A synthesizer's voice that is heard badly had 17 of 32 phrases accepted before and 24 after.
      """,
      """
      German answers are heard as well, by the same English model through mapped pronunciations. Of 80 answers in \
      words of somebody who did not know which are listed, by three voices of espeak-ng, the right one came first \
      for .729; .408 were accepted, .021 wrongly. These are synthetic voices in clean sound, no real speakers; of \
      other speech .005 is accepted.
      """,
    ],
    entries: [
      Entry(term: "alight new --voice", meaning: "asks aloud and listens"),
      Entry(term: "alight voice listen --question to", meaning: "one answer alone, to try out a microphone"),
      Entry(term: "alight --audio Audio/answers", meaning: "recordings of all answers; to=to.wav names one"),
      Entry(term: "alight transcribe Audio/answers/to.wav --question to", meaning: "what a recording says"),
      Entry(term: "alight transcribe Audio/answers/to.wav --question to --explain --keep heard", meaning: "and why"),
      Entry(
        term: "alight transcribe Audio --question to --json -j 4",
        meaning: "a folder, four at once, always in the same order"),
      Entry(term: "alight transcribe answer.wav --question interval --mode time --lang de", meaning: "a German one"),
      Entry(
        term: "alight voice grammar --question to --sample 5",
        meaning: "what may be said, guessed words, answers that sound alike"),
      Entry(term: "alight voice pronounce Hagenberg", meaning: "who reads it how, played where there is sound"),
      Entry(
        term: "alight voice pronounce Hagenberg --like \"hah gen berg\"",
        meaning: "teaches it; or --as \"HH AA G AH N B ER G\"; --forget, --list"),
      Entry(term: "alight voice record --list", meaning: "what would be read for a test set"),
      Entry(term: "alight voice record --question to --prompts 20", meaning: "reads it"),
      Entry(term: "alight voice adapt", meaning: "fits the recogniser to your voice, if that helps; --show, --remove"),
      Entry(term: "alight test ~/.local/share/alight/recordings", meaning: "how much of it is understood"),
      Entry(term: "alight test Audio/samples.tsv", meaning: "the same of the synthetic voices that come with Alight"),
    ])
}
