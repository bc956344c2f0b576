import Foundation

/// A program of the rider's own that gets the alerts.
struct AlertCommand {
  /// Whole, so that it is found from wherever the runner is started.
  let path: String

  /// - Parameter name: its path, or its name in the search path.
  /// - Throws: `CommandFailure` where it cannot be run.
  init(_ name: String) throws {
    let found =
      name.contains("/") ? URL(filePath: (name as NSString).expandingTildeInPath).path : Checkup.path(of: name)
    guard let found, FileManager.default.isExecutableFile(atPath: found), !Self.isFolder(found) else {
      throw CommandFailure(
        .unavailable, "there is no program \(name) that can be run: check its path, and make it executable (chmod +x)")
    }
    path = found
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
