import ArgumentParser
import Foundation

/// `alight-lab fuzz-wave`: looks for WAV files that crash the reader, that take it long, or that it makes nonsense of.
struct FuzzWave: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-wave", abstract: "Read WAV files that were spoilt in every way.",
    discussion: """
      Good files of every encoding, and those named, are spoilt in their headers, sizes, chunks and samples; the same seed \
      gives the same files in the same order. They are read in a process of its own kind, so that one that crashes it can be \
      kept. Exits with 1 where one crashed, took more than the limit, or was read as what no file can hold.

      Built with the address sanitizer it finds reads beyond the end as well:
        swift build --sanitize=address --scratch-path .build/address --product alight-lab
        ASAN_OPTIONS=detect_leaks=0 .build/address/debug/alight-lab fuzz-wave --minutes 10 Audio/*/*.wav
      """)

  @Argument(help: "WAV files to spoil, besides invented ones.")
  var files: [String] = []

  @OptionGroup var fuzz: FuzzOptions

  @Option(help: "How many milliseconds of a processor a file may take.")
  var limit = 2000.0

  @Option(help: "The folder for files that did harm.")
  var save = ".build/fuzz-wave"

  func run() async throws {
    let fuzzing = ReaderFuzzing(
      command: "fuzz-wave", seeds: files, words: ("files", "read as sound"), options: fuzz, limit: limit)
    guard let journal = fuzz.journal else { return try await fuzzing.run(folder: save, name: "last.wav") }
    try work(FuzzJournal(input: URL(filePath: journal)), fuzzing)
  }

  private func work(_ journal: FuzzJournal, _ fuzzing: ReaderFuzzing) throws {
    let recordings = try files.map { path in
      // A short piece is spoilt as well as a long one, and read sooner.
      Array(try Data(contentsOf: URL(filePath: path)).prefix(100_000))
    }
    var inputs = FuzzWaves(seed: fuzz.seed, files: recordings)
    var reading = WaveReading()
    let file = open(journal.input.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ValidationError("cannot write \(journal.input.path)") }
    try fuzzing.work(journal) {
      let input = inputs.next()
      input.bytes.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
      ftruncate(file, off_t(input.bytes.count))
      return reading.read(input, file: journal.input.path + ".read")
    }
  }
}
