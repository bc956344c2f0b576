import Foundation
import Journey

extension CrashedRide {
  /// A database of its own, and two runners one after the other on it.
  struct Attempt {
    /// What a runner said of itself.
    struct Outcome {
      /// The levels that the ledger called delivered when it started.
      var delivered: Set<Int> = []
      /// The input at which it stood still and was killed.
      var haltedAt: Int?
      /// Inputs and points of the ride, where it came to its end.
      var end: (inputs: Int, points: Int)?
    }

    private let folder: URL
    private let program: String
    private let seed: UInt64

    init(_ ride: URL, _ program: String, _ seed: UInt64) throws {
      folder = ride.appending(path: UUID().uuidString)
      self.program = program
      self.seed = seed
      let files = FileManager.default
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try files.copyItem(at: ride.appending(path: "template.sqlite"), to: folder.appending(path: "alight.sqlite"))
      for part in 1...2 { try writeProgram(part) }
    }

    func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    /// A program outside of the runner: what it has written was seen, whatever becomes of the runner.
    private func writeProgram(_ part: Int) throws {
      let text = """
        #!/bin/sh
        exec dd of="\(file(part).path)" oflag=append conv=notrunc,fsync status=none

        """
      try Data(text.utf8).write(to: script(part))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script(part).path)
    }

    private func file(_ part: Int) -> URL { folder.appending(path: "shown-\(part)") }
    private func script(_ part: Int) -> URL { folder.appending(path: "show-\(part).sh") }

    /// Runs the runner, and kills it where it stands still.
    func follow(part: Int, from: Int, place: Place?) throws -> Outcome {
      var arguments = [
        "crash-child", "--database", folder.appending(path: "alight.sqlite").path, "--show", script(part).path,
        "--seed", String(seed), "--from", String(from),
      ]
      switch place {
      case .afterInput(let index): arguments += ["--halt-after-input", String(index)]
      case .atPoint(let index): arguments += ["--halt-at-point", String(index)]
      case nil: break
      }
      let child = try ChildProcess(program, arguments)
      var outcome = Outcome()
      while let line = child.line() {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch words.first {
        case "delivered": outcome.delivered = Set(numbers)
        case "halt":
          outcome.haltedAt = numbers.first
          child.kill()
        case "end" where numbers.count == 2: outcome.end = (numbers[0], numbers[1])
        default: break
        }
      }
      child.end()
      return outcome
    }

    /// What the rider was shown by a runner.
    func shown(part: Int) throws -> [Shown] {
      guard let data = try? Data(contentsOf: file(part)) else { return [] }
      return try data.split(separator: 0x0A).map { try RecordCoding.decoder().decode(Shown.self, from: Data($0)) }
    }
  }
}
