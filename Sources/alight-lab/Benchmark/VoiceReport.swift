import Foundation

/// All that `bench-voice` measured in one run.
struct VoiceReport: Encodable {
  /// Medians for one size of grammar.
  struct Size: Encodable {
    var options: Int
    var startMilliseconds: Double
    /// Of pronunciations and grammar.
    var grammarMilliseconds: Double
    /// The same without a cache, by the clock.
    var coldGrammarMilliseconds: Double
    var realTimeFactor: Double
    var residentBytes: Double
    var anonymousBytes: Double

    init(cold: VoiceProbe, warm: [VoiceProbe]) {
      func median(_ value: (VoiceProbe) -> Double) -> Double { Timings(warm.map(value)).median }
      options = cold.options
      startMilliseconds = median(\.startMilliseconds)
      grammarMilliseconds = median(\.grammarMilliseconds)
      coldGrammarMilliseconds = cold.grammarClockMilliseconds
      realTimeFactor = median { Timings($0.realTimeFactors).median }
      residentBytes = median { Double($0.residentBytes) }
      anonymousBytes = median { Double($0.anonymousBytes) }
    }
  }

  /// Many recordings by "alight transcribe".
  struct Batch: Encodable {
    var jobs: Int
    var recordings: Int
    var seconds: Double
  }

  var recordings: Int
  var runs: Int
  /// How many processes wanted the machine in the last minute, before and after.
  var load: [Double]
  var sizes: [Size] = []
  var batches: [Batch] = []
  var leak: [VoiceLeak.Row] = []

  /// The tables for a reader.
  var text: String {
    let load = load.map { String(format: "%.1f", $0) }.joined(separator: " to ")
    var lines = [
      "\(recordings) recordings, medians of \(runs) processes; load of the machine \(load)",
      "start, grammar and real time are times of the processor; uncached and the batch are by the clock", "",
    ]
    lines.append(
      Self.row("options", "start", "grammar", "uncached", "real time", "resident", "of it own"))
    lines += sizes.map { size in
      Self.row(
        "\(size.options)", Self.milliseconds(size.startMilliseconds), Self.milliseconds(size.grammarMilliseconds),
        Self.milliseconds(size.coldGrammarMilliseconds), String(format: "%.3f", size.realTimeFactor),
        Self.megabytes(size.residentBytes), Self.megabytes(size.anonymousBytes))
    }
    if !batches.isEmpty {
      lines += ["", Self.row("decoders", "recordings", "seconds", "times")]
      lines += batches.map { batch in
        Self.row(
          "\(batch.jobs)", "\(batch.recordings)", String(format: "%.1f", batch.seconds),
          String(format: "%.2f", (batches.first?.seconds ?? batch.seconds) / batch.seconds))
      }
    }
    if !leak.isEmpty {
      lines += ["", Self.row("answers", "resident", "of it own")]
      lines += leak.map {
        Self.row(
          "\($0.answers)", Self.megabytes(Double($0.residentBytes)), Self.megabytes(Double($0.anonymousBytes)))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ cells: String...) -> String {
    cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }

  private static func milliseconds(_ value: Double) -> String { String(format: "%.1f ms", value) }
  private static func megabytes(_ bytes: Double) -> String { String(format: "%.1f MB", bytes / 1_000_000) }
}
