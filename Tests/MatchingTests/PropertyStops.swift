import Journey
import Conversation
import Foundation
import Matching

/// Stops for statements that hold for any of them: invented ones, the demonstration network's, and real ones where they lie
/// beside the repository.
struct PropertyStops: Sendable, CustomStringConvertible {
  let description: String
  let options: [MatchOption]
  let index: OptionIndex

  /// All languages, as the program reads names of stops.
  static let lexicon: Lexicon = {
    do {
      let folder = root.appending(path: "Prompts")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
      let others = files.filter { $0 != "en.yaml" }.sorted()
      let lexicons = try (["en.yaml"] + others).map { try Prompts.lexicon(from: folder.appending(path: $0)) }
      return lexicons.dropFirst().reduce(lexicons[0]) { $0.merged(with: $1) }
    } catch {
      fatalError("\(error)")
    }
  }()

  static let matcher = Matcher(lexicon: lexicon)
  static let invented = PropertyStops("invented stops", inventedOptions(1500))
  static let demo = PropertyStops("the demonstration network", demoOptions)

  /// Every set that there is; real stops are a sample, because debug builds are slow.
  static let all: [PropertyStops] = {
    guard let real = realOptions else {
      print("skipped: there are no real stops in ../shared/data/stations")
      return [invented, demo]
    }
    var random = SplitMix(seed: 7)
    return [invented, demo, PropertyStops("real stops", Array(real.shuffled(using: &random).prefix(2000)))]
  }()

  private init(_ description: String, _ options: [MatchOption]) {
    self.description = description
    self.options = options
    index = OptionIndex(options, lexicon: Self.lexicon)
  }

  /// So many of the stops, the same ones for the same seed.
  func sample(_ count: Int, _ random: inout SplitMix) -> [MatchOption] {
    Array(options.shuffled(using: &random).prefix(count))
  }

  /// The match to a question for a stop.
  func match(_ text: String) -> Match { Self.matcher.match(text, question: .slot(.to), among: index) }

  /// How likely a stop of this name is held to be.
  func score(_ name: String, in match: Match) -> Double {
    match.candidates.first { Normalizer.key($0.name) == Normalizer.key(name) }?.score ?? 0
  }

  // MARK: - Sources

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static var demoOptions: [MatchOption] {
    let file = root.appending(path: "Prompts/demo-network/stops.txt")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline).dropFirst()
    // Platforms have a parent in the sixth column.
    return lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count > 5 && $0[5].isEmpty }.map { MatchOption(id: $0[0], name: $0[1]) }
  }

  private static var realOptions: [MatchOption]? {
    let folder = root.appending(path: "../shared/data/stations").standardizedFileURL.path
    let files = ["trainline", "switzerland", "brisbane", "japan"].map { "\(folder)/stations_\($0).tsv" }
    guard files.allSatisfy(FileManager.default.fileExists) else { return nil }
    return try? OptionsFile.read(files)
  }

  static func inventedOptions(_ count: Int) -> [MatchOption] {
    let starts = [
      "Ach", "Brun", "Dorn", "Eng", "Frei", "Gall", "Hagen", "Kirch", "Linden", "Mühl", "Neu", "Ober", "Weiß",
    ]
    let ends = ["berg", "dorf", "egg", "feld", "hausen", "hofen", "kirchen", "markt", "stätten", "tal", "wang"]
    let kinds = ["", "", " Bahnhof", " (Bus)", " Hauptplatz", "straße", " St. Georg", " 12", ", Schule", " Süd"]
    var random = SplitMix(seed: 20_261)
    return (0..<count).map { number in
      let name =
        "\(random.pick(starts))\(random.pick(ends)) \(random.pick(starts))\(random.pick(ends))\(random.pick(kinds))"
      return MatchOption(id: "stop:\(number)", name: name)
    }
  }
}

extension SplitMix {
  mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(next() % UInt64(list.count))] }

  /// The text with a slip: a letter dropped, doubled, replaced, two swapped, or a word dropped.
  mutating func spoilt(_ text: String) -> String {
    var letters = Array(text)
    guard letters.count > 3 else { return text }
    let place = 1 + Int(next() % UInt64(letters.count - 2))
    switch next() % 5 {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2: letters[place] = pick(Array("abcdefghijklmnopqrstuvwxyz"))
    case 3: letters.swapAt(place, place + 1)
    default:
      var words = text.split(separator: " ")
      if words.count > 1 { words.remove(at: Int(next() % UInt64(words.count))) }
      return words.joined(separator: " ")
    }
    return String(letters)
  }
}
