import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching

/// `alight-lab calibrate`: fits how much each likeness counts, so that the scores of places are probabilities.
struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit the probabilities of places to labelled answers.",
    discussion: """
      Answers are lines of TSV files with the columns question, utterance and expected, and perhaps gold: an id of the \
      options, several with | between where the answer names them all, or none. Prints how good the probabilities are on \
      answers that were kept aside, five times a fifth, and writes the model fitted to all of them.

      Example:
        alight-lab calibrate --options stops.tsv --cases queries.tsv --output Prompts/models/places.json
      """)

  @Option(
    help:
      "A TSV with the stops that answers may mean, or with a column options that names several sets; may be repeated.")
  var options: [String]

  @Option(help: "A TSV with labelled answers; may be given several times.")
  var cases: [String]

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Option(help: "Where the fitted model goes; nothing is written without it.")
  var output: String?

  @Option(help: "What the answers are and under which licence, to be noted in the file; may be given several times.")
  var source: [String] = []

  @Option(help: "How many smaller sets of options are drawn as well, so that the model also suits small networks.")
  var subsets = 12

  func run() throws {
    let lexicon = try Self.lexicon(URL(filePath: prompts))
    let sets = try OptionSets(options)
    let answers = try cases.flatMap { try LabelledAnswer.read($0) }
    var model = lexicon.placeModel
    // What is found for an answer depends a little on the model: once more with the fitted one.
    for round in 1...2 {
      var lexicon = lexicon
      lexicon.placeModel = model
      var examples: [PlaceExample] = []
      for (name, stops) in sets.byName.sorted(by: { $0.key < $1.key }) {
        var maker = PlaceExamples(matcher: Matcher(lexicon: lexicon), stops: stops, subsets: subsets)
        // Sets of their own are small, and their answers of one kind: they correct the stops, and do not outvote them.
        if !name.isEmpty { maker.weight = 0.3 }
        let own = answers.enumerated().filter { sets.name(for: $0.element) == name }.map { ($0.offset, $0.element) }
        guard !own.isEmpty else { continue }
        print("\(name.isEmpty ? "stops" : name): \(maker.recall(own.map(\.1))), \(own.count) answers")
        examples += maker.made(of: own)
      }
      print("round \(round): \(examples.count) examples of \(answers.count) answers")
      model = PlaceFit(examples).model(from: model)
      if round == 2 { print(PlaceFit(examples).heldOutReport(from: model)) }
    }
    for (feature, weight) in zip(PlaceFeatures.Feature.allCases, model.weights) { print(feature.name, weight) }
    print("none", model.none)
    if let output { try write(model, to: output, answers: answers.count) }
  }

  private func write(_ model: PlaceModel, to path: String, answers: Int) throws {
    let file = PlaceModelFile(model: model, fittedOn: source, answers: answers)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(file) + Data("\n".utf8)).write(to: URL(filePath: path), options: .atomic)
  }

  /// All languages, because stops are named in any of them.
  static func lexicon(_ folder: URL) throws -> Lexicon {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
      .sorted()
    let first = files.contains("en.yaml") ? ["en.yaml"] : []
    let lexicons = try (first + files.filter { $0 != "en.yaml" }).map {
      try Prompts.lexicon(from: folder.appending(path: $0))
    }
    return lexicons.dropFirst().reduce(lexicons[0]) { $0.merged(with: $1) }
  }
}
