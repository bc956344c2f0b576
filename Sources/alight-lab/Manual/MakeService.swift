import ArgumentParser
import Foundation

/// `alight-lab make-service`: the unit by which systemd keeps the runner of a user's session.
struct MakeService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-service", abstract: "Write the unit by which systemd runs alight for a user.")

  @Option(help: "Where the program is installed.", completion: .file()) var program: String
  @Option(help: "The file to write.", completion: .file()) var output: String

  func run() throws {
    let file = URL(filePath: output)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Self.unit(program: program).utf8).write(to: file, options: .atomic)
  }

  static func unit(program: String) -> String {
    // To systemd a % begins a specifier, and a space ends the program's name unless that is quoted.
    let path = program.replacing("%", with: "%%").replacing("\"", with: "\\\"")
    return """
      [Unit]
      Description=Alight follows the rides that are due and tells when to get off
      Documentation=man:alight-run(1)
      # A runner that was started by hand has the database for itself: this one waits for its end, however long.
      StartLimitIntervalSec=0

      [Service]
      Type=notify
      ExecStart="\(path)" run
      # The runner's loop turns once a second; one that has stood still for a minute is started anew, and tells what was pending.
      WatchdogSec=60
      Restart=on-failure
      RestartSec=10
      # Ended by a signal it says 130. A wrong command line or bad data are not mended by another try.
      SuccessExitStatus=130
      RestartPreventExitStatus=64 65
      TimeoutStopSec=15
      NoNewPrivileges=yes

      [Install]
      WantedBy=default.target

      """
  }
}
