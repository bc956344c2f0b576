import ArgumentParser
import FleetOptions
import Foundation
import Manual

/// `alight-fleet manual`: a manual page for each command. Whoever packages the program calls it; nobody else needs to see it.
struct FleetManual: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages, one a command.",
    discussion: """
      Examples:

        alight-fleet manual /usr/share/man/man1
      """, shouldDisplay: false)

  @Argument(help: "The folder that the pages go into; it is made where it is missing.")
  var folder: String

  func run() async throws {
    try await reporting {
      let manual = try Manual(help: Data(AlightFleet._dumpHelp().utf8), version: AlightFleet.configuration.version)
      do {
        let count = try manual.write(to: URL(filePath: folder, directoryHint: .isDirectory))
        FileHandle.standardError.write(Data("\(count) pages in \(folder)\n".utf8))
      } catch {
        throw FleetFailure(
          .storage, "the pages cannot be written to \(folder): \((error as NSError).localizedDescription)")
      }
    }
  }
}
