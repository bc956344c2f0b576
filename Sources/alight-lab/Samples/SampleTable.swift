import ArgumentParser
import Foundation

/// The table of the sample answers, `Audio/samples.tsv`: what each recording says, whose voice speaks it, and what it means.
///
/// `alight test` reads the same table.
struct SampleTable {
  struct Sample {
    /// Beside the table.
    var file: String
    /// What is said; empty where nobody speaks.
    var text: String
    var voice: SampleVoice
    /// Of the voice's own, 1.
    var speed: Double
  }

  let samples: [Sample]

  /// - Throws: `ValidationError` that names the file and the line.
  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines.first ?? []
    let columns = try ["utterance", "transcript", "voice", "speed"].map { name in
      guard let column = header.firstIndex(of: name) else {
        throw ValidationError("\(path): no column \(name) in line 1")
      }
      return column
    }
    var samples: [Sample] = []
    for (number, fields) in lines.enumerated().dropFirst() where fields != [""] {
      func failure(_ cause: String) -> ValidationError { ValidationError("\(path), line \(number + 1): \(cause)") }
      guard fields.count == header.count else {
        throw failure("\(fields.count) fields, where the header has \(header.count)")
      }
      let values = columns.map { fields[$0] }
      guard let voice = SampleVoice(values[2]) else {
        throw failure("\"\(values[2])\" is no voice: \(SampleVoice.forms)")
      }
      guard let speed = values[3].isEmpty ? 1 : Double(values[3]), (0.25...4).contains(speed) else {
        throw failure("the speed \"\(values[3])\" is not between 0.25 and 4")
      }
      guard voice.speaks != values[1].isEmpty else { throw failure("a voice needs words, and a sound has none") }
      guard values[0].hasSuffix(".wav"), !values[0].hasPrefix("/"), !values[0].contains("..") else {
        throw failure("\"\(values[0])\" is no WAV file beside the table")
      }
      guard !samples.contains(where: { $0.file == values[0] }) else { throw failure("\(values[0]) stands there twice") }
      samples.append(Sample(file: values[0], text: values[1], voice: voice, speed: speed))
    }
    self.samples = samples
  }
}
