import ArgumentParser
import Foundation

/// `alight-lab make-service`: the unit by which systemd keeps the runner of a user's session.
struct MakeService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-service", abstract: "Write the unit by which systemd runs alight for a user.")

  @Option(help: "Where the program is installed.", completion: .file()) var program: String
  @Option(help: "The file to write.", completion: .file()) var output: String
  @Flag(help: "That of the page, \"alight serve\", instead of the runner's alone.") var page = false

  func run() throws {
    let file = URL(filePath: output)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Self.unit(program: program, isPage: page).utf8).write(to: file, options: .atomic)
  }

  private static let runnerNote =
    "# A runner that was started by hand has the database for itself: this one waits for its end, however long."
  private static let pageNote =
    "# Where a runner has the database the page talks to it, so that it comes behind it.\nAfter=alight.service"

  private static let runnerStart = """
    Type=notify
    # The runner's loop turns once a second; one that has stood still for a minute is started anew, and tells what was pending.
    WatchdogSec=60
    """
  /// Where another program's runner has the database nothing here turns, and nothing could be told.
  private static let pageStart = "Type=exec"

  static func unit(program: String, isPage: Bool = false) -> String {
    // To systemd a % begins a specifier, and a space ends the program's name unless that is quoted.
    let path = program.replacing("%", with: "%%").replacing("\"", with: "\\\"")
    return """
      [Unit]
      Description=\(isPage ? "Alight as a page in the browser" : "Alight follows the rides that are due and tells when to get off")
      Documentation=man:alight-\(isPage ? "serve" : "run")(1)
      \(isPage ? Self.pageNote : Self.runnerNote)
      StartLimitIntervalSec=0

      [Service]
      \(isPage ? Self.pageStart : Self.runnerStart)
      ExecStart="\(path)" \(isPage ? "serve" : "run")
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
