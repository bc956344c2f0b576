import Conversation
import Foundation
import Speech
import Storage
import Timetable

/// What Alight needs and what it can use, each looked for on this machine.
struct Checkup {
  /// One thing looked for.
  struct Finding: Encodable {
    enum Outcome: String, Encodable {
      case ok, warning, missing
    }

    var name: String
    var outcome: Outcome
    var detail: String
    /// The command that mends it.
    var fix: String?
  }

  let databasePath: String
  let timetable: URL

  /// All findings. Only `missing` keeps Alight from its work.
  func findings() async -> [Finding] {
    var findings = [prompts(), model(), dictionary(), await microphone(), speechOutput()]
    findings += [database(), timetableFinding(), await sound(), sounds(), await notifications(), Self.vibration()]
    findings.append(
      program("espeak-ng", purpose: "pronounces stop names in their own language", package: "espeak-ng"))
    findings += [pronunciations(), adaptation(), notes(), runner()]
    return findings
  }

  private func prompts() -> Finding {
    do {
      let resources = try Resources.find()
      for file in try resources.languages().map(resources.file) {
        if Prompts.hasTexts(file) { _ = try Prompts.load(from: file) } else { _ = try Prompts.lexicon(from: file) }
      }
      return Finding(name: "prompts", outcome: .ok, detail: resources.prompts.path)
    } catch {
      return Finding(name: "prompts", outcome: .missing, detail: "\(error)", fix: "make install, or set ALIGHT_HOME")
    }
  }

  private func model() -> Finding {
    do {
      return Finding(name: "speech model", outcome: .ok, detail: "\(try SpeechModel.find().acousticModel)")
    } catch {
      return Finding(
        name: "speech model", outcome: .warning, detail: "none: spoken answers cannot be heard; \(error)",
        fix: Self.fix(error))
    }
  }

  private func dictionary() -> Finding {
    do {
      return Finding(name: "dictionary", outcome: .ok, detail: try SpeechModel.find().dictionary)
    } catch {
      return Finding(
        name: "dictionary", outcome: .warning, detail: "none: recordings cannot be heard", fix: Self.fix(error))
    }
  }

  private static func fix(_ error: SpeechError) -> String {
    if case .notBuilt = error {
      "swift build -c release"
    } else {
      "sudo apt-get install pocketsphinx-en-us"
    }
  }

  private func database() -> Finding {
    do {
      let store = try ReminderStore(path: databasePath)
      let listing = try store.listing(includingPast: true, at: Date())
      if let record = listing.unreadable.first {
        let id = record.id.prefix(8).lowercased()
        return Finding(
          name: "database", outcome: .warning,
          detail: "\(listing.unreadable.count) reminders cannot be read: \(record)",
          fix: "alight reminders delete \(id)")
      }
      let count = try store.reminders(at: Date()).count
      return Finding(name: "database", outcome: .ok, detail: "\(databasePath), \(count) reminders to come")
    } catch {
      return Finding(name: "database", outcome: .missing, detail: "\(error)", fix: "alight --database FILE")
    }
  }

  private func timetableFinding() -> Finding {
    do {
      let resources = try Resources.find()
      let store = try TimetableSource.open(
        timetable: timetable, demoNetwork: resources.demoNetwork, cache: DataFolders().cache)
      let feeds = try store.feeds().map {
        "\($0.name) (\($0.stations) stops, \($0.firstDay ?? "?") to \($0.lastDay ?? "?"))"
      }
      if store.isDemonstration {
        return Finding(
          name: "timetable", outcome: .warning,
          detail: "only the demonstration network, whose rides do not exist", fix: "alight feed import FEED")
      }
      return Finding(name: "timetable", outcome: .ok, detail: feeds.joined(separator: ", "))
    } catch {
      return Finding(
        name: "timetable", outcome: .missing, detail: "\(error)", fix: "alight feed import FEED")
    }
  }

  private func sounds() -> Finding {
    let names = ["notice.wav", "attention.wav", "alarm.wav"]
    let folder = (try? Resources.find())?.audio
    let missing = names.filter { name in
      folder.map { !FileManager.default.fileExists(atPath: $0.appending(path: name).path) } ?? true
    }
    return missing.isEmpty
      ? Finding(name: "alarm sounds", outcome: .ok, detail: folder?.path ?? "")
      : Finding(
        name: "alarm sounds", outcome: .warning, detail: "\(missing.joined(separator: ", ")) missing",
        fix: "make install")
  }

  private func program(_ name: String, purpose: String, package: String) -> Finding {
    guard let path = Self.path(of: name) else {
      return Finding(
        name: name, outcome: .warning, detail: "not there; it \(purpose)", fix: "sudo apt-get install \(package)")
    }
    return Finding(name: name, outcome: .ok, detail: path)
  }

  private func pronunciations() -> Finding {
    let name = "pronunciations"
    do {
      let own = try PronunciationOverrides()
      return Finding(name: name, outcome: .ok, detail: "\(own.entries.count) of your own")
    } catch {
      return Finding(name: name, outcome: .warning, detail: "\(error)", fix: "edit the file, or move it away")
    }
  }

  private func notes() -> Finding {
    let sources = (try? ReminderStore(path: databasePath).noteSources()) ?? []
    let files = sources.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
    let detail = sources.isEmpty ? "none" : files + "; nothing is fetched: the files are all there is"
    return Finding(name: "notes along the way", outcome: .ok, detail: detail)
  }

  private func runner() -> Finding {
    let seen = (try? ReminderStore(path: databasePath).runnerSeen()).flatMap(\.self)
    if let seen, kill(seen.process, 0) == 0 {
      return Finding(name: "runner", outcome: .ok, detail: "process \(seen.process) watches")
    }
    return Finding(name: "runner", outcome: .warning, detail: "nobody is watching", fix: "alight run")
  }

  /// Where a program lies in PATH.
  static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
