import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching

/// `alight-lab bench-matcher`: how long a query takes, against a plain scan through all names in the same run.
struct BenchMatcher: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-matcher", abstract: "Measure the matcher against a linear scan by edit distance.")

  @Option(help: "The English language file.")
  var words = "Prompts/en.yaml"

  @Option(help: "How many invented stops to search among.")
  var stops = 74_000

  @Option(help: "How many queries to time.")
  var queries = 300

  func run() throws {
    let lexicon = try Prompts.lexicon(from: URL(filePath: words))
    let names = InventedNames(count: stops).names
    let clock = ContinuousClock()
    var index: OptionIndex?
    let building = clock.measure {
      index = OptionIndex(names.enumerated().map { MatchOption(id: String($0), name: $1) }, lexicon: lexicon)
    }
    guard let index else { return }
    let matcher = Matcher(lexicon: lexicon)
    let asked = (0..<queries).map { Self.misspelt(names[$0 &* 7919 % names.count], $0) }
    let scan = LinearScan(names)
    var right = (matcher: 0, scan: 0)
    var times = (matcher: [Duration](), scan: [Duration]())
    for (number, query) in asked.enumerated() {
      let wanted = Normalizer.key(names[number &* 7919 % names.count])
      var match: Match?
      times.matcher.append(
        clock.measure { match = matcher.match(query, question: .slot(.to), among: index) })
      if match?.candidates.first.map({ Normalizer.key($0.name) }) == wanted { right.matcher += 1 }
      // The floor is slow: a tenth of the queries gives its median well enough.
      guard number % 10 == 0 else { continue }
      var nearest = ""
      times.scan.append(clock.measure { nearest = scan.nearest(query) })
      if nearest == wanted { right.scan += 1 }
    }
    print("index of \(names.count) stops built in \(Self.text(building))")
    print(Self.row("matcher", times.matcher, right.matcher))
    print(Self.row("linear edit distance", times.scan, right.scan))
  }

  private static func row(_ name: String, _ times: [Duration], _ right: Int) -> String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "\(name): nothing was timed" }
    return "\(name): median \(text(sorted[sorted.count / 2])), 95 % within \(text(sorted[sorted.count * 95 / 100])), "
      + "\(right) of \(sorted.count) right"
  }

  private static func text(_ duration: Duration) -> String {
    duration.formatted(.units(allowed: [.seconds, .milliseconds, .microseconds], width: .narrow, maximumUnitCount: 2))
  }

  /// The name with two neighbouring letters swapped, at a place that depends on the number.
  private static func misspelt(_ name: String, _ number: Int) -> String {
    var letters = Array(name.lowercased())
    guard letters.count > 4 else { return name }
    let place = 1 + number % (letters.count - 3)
    letters.swapAt(place, place + 1)
    return String(letters)
  }
}

/// Names put together from syllables, the same in every run.
private struct InventedNames {
  let names: [String]

  init(count: Int) {
    let starts = ["Ha", "Gen", "Lin", "Pre", "Wart", "Un", "Frei", "Kat", "Gal", "Stey", "Ke", "Tref", "Lun", "Mat"]
    let middles = ["gen", "ter", "fer", "neu", "sel", "den", "ling", "wei", "ma", "ros", "bu", "ker"]
    let ends = ["berg", "dorf", "stadt", "markt", "garten", "kirchen", "egg", "ach", "hausen", "feld", "brunn"]
    let kinds = ["", " Bahnhof", " Hauptplatz", " Schule", " Kirche", " Marktplatz", " Straße", " Siedlung"]
    var state: UInt64 = 20_261
    func pick(_ list: [String]) -> String {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return list[Int((state >> 33) % UInt64(list.count))]
    }
    names = (0..<max(1, count)).map { _ in
      pick(starts) + pick(middles) + pick(ends) + " " + pick(starts) + pick(middles) + pick(ends).lowercased()
        + pick(kinds)
    }
  }
}

/// The floor: the edit distance to every name in turn.
private struct LinearScan {
  private let keys: [(text: String, scalars: [UInt32])]

  init(_ names: [String]) {
    keys = names.map { name in
      let key = Normalizer.key(name)
      return (key, key.unicodeScalars.map(\.value))
    }
  }

  func nearest(_ query: String) -> String {
    let pattern = EditPattern(Normalizer.key(query))
    var best = (distance: Int.max, text: "")
    for key in keys {
      let distance = pattern.distance(to: key.scalars)
      if distance < best.distance { best = (distance, key.text) }
    }
    return best.text
  }
}
