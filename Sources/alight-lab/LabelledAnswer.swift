import ArgumentParser
import Journey
import Matching

/// An answer with the options that it means.
struct LabelledAnswer {
  var slot: Slot
  var utterance: String
  /// Ids; none where it means nothing that is known.
  var meant: [String]
  /// The set of options that it chooses from, where there are several.
  var options: String

  /// - Throws: `ValidationError` that names the file where a column is missing.
  static func read(_ path: String) throws -> [LabelledAnswer] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: true)
    let header = lines.first?.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) ?? []
    guard let question = header.firstIndex(of: "question"), let utterance = header.firstIndex(of: "utterance"),
      let expected = header.firstIndex(of: "expected")
    else { throw ValidationError("\(path) needs the columns question, utterance and expected in line 1") }
    let gold = header.firstIndex(of: "gold")
    let options = header.firstIndex(of: "options")
    return lines.dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > max(question, utterance, expected), let slot = Slot(rawValue: fields[question]),
        slot == .from || slot == .to
      else { return nil }
      let answer = fields[expected]
      let all = answer == "ask" ? (gold.map { fields[$0] } ?? "") : answer == "none" ? "" : answer
      return LabelledAnswer(
        slot: slot, utterance: fields[utterance], meant: all.split(separator: "|").map(String.init),
        options: options.map { fields[$0] } ?? "")
    }
  }
}

/// The options that labelled answers choose from: one set for all, or several by name.
struct OptionSets {
  private(set) var byName: [String: [MatchOption]] = [:]

  /// - Throws: `OptionsFileError` or `ValidationError`, which name the file.
  init(_ paths: [String]) throws {
    var stops: [String] = []
    for path in paths {
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let header = lines.first?.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) ?? []
      guard let set = header.firstIndex(of: "options"), let id = header.firstIndex(of: "id") else {
        stops.append(path)
        continue
      }
      let other = header.firstIndex(of: "alt")
      for line in lines.dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == header.count else {
          throw ValidationError("\(path) has a line with too few columns: \(line)")
        }
        add(fields[id], to: fields[set], others: other.map { fields[$0] } ?? "")
      }
    }
    if !stops.isEmpty { byName[""] = try OptionsFile.read(stops) }
  }

  /// The set that an answer chooses from: its own, or the one for all.
  func name(for answer: LabelledAnswer) -> String { byName[answer.options] == nil ? "" : answer.options }

  /// A name that comes again brings other names of the same option.
  private mutating func add(_ id: String, to set: String, others: String) {
    let others = others.split(separator: "|").compactMap { part -> MatchOption.Alternative? in
      part.split(separator: "=", maxSplits: 1).last.map { MatchOption.Alternative(name: String($0)) }
    }
    if let known = byName[set]?.firstIndex(where: { $0.id == id }) {
      byName[set]?[known].alternatives += others
    } else {
      byName[set, default: []].append(MatchOption(id: id, name: id, alternatives: others))
    }
  }
}
