import Foundation

/// The manual of a program: a page for each of its commands, in the macros of man(7), made of what the commands say of themselves.
public struct Manual {
  private let pages: [ManualPage]

  /// - Parameters:
  ///   - help: What the program prints for `--experimental-dump-help`: its commands as JSON, as swift-argument-parser has it.
  ///   - version: That of the program.
  ///   - topics: What stands in the page of the program itself beside its options.
  /// - Throws: `DecodingError` where the parser tells the commands in another form.
  public init(help: Data, version: String, topics: [ManualTopic] = []) throws {
    pages = try CommandInfo.read(help).all.map { command in
      ManualPage(command: command, version: version, topics: command.superCommands == nil ? topics : [])
    }
  }

  /// Writes each page into a file of its name, as `alight-run.1`; what stands there is replaced.
  /// - Parameter folder: It is made where it is missing.
  /// - Returns: How many pages there are.
  /// - Throws: An `NSError` of Cocoa where the folder or a file cannot be written.
  public func write(to folder: URL) throws -> Int {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for page in pages { try Data(page.text.utf8).write(to: folder.appending(path: "\(page.name).1"), options: .atomic) }
    return pages.count
  }
}
