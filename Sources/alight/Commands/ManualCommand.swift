import ArgumentParser
import Foundation
import Journey
import Manual

/// `alight manual`: a manual page for each command. Whoever packages the program calls it; nobody else needs to see it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages, one a command.",
    discussion: """
      Examples:
        alight manual /usr/share/man/man1
      """, shouldDisplay: false)

  @Argument(help: "The folder that the pages go into; it is made where it is missing.", completion: .directory)
  var folder: String

  func run() throws {
    let topics = HelpTopic.all.map { topic in
      ManualTopic(
        title: topic.title, paragraphs: topic.paragraphs,
        entries: topic.entries.map { ManualTopic.Entry(term: $0.term, meaning: $0.meaning) })
    }
    let manual = try Manual(help: Data(Alight._dumpHelp().utf8), version: AlightVersion.text, topics: topics)
    do {
      Output().talk("\(try manual.write(to: URL(filePath: folder, directoryHint: .isDirectory))) pages in \(folder)")
    } catch {
      throw CommandFailure(
        .storage, "the pages cannot be written to \(folder): \((error as NSError).localizedDescription)")
    }
  }
}
