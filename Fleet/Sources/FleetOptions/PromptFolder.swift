import Foundation

/// Where the language files are.
public enum PromptFolder {
  /// The folder that has a language, among others.
  /// - Throws: `FleetFailure` where there is no such file.
  public static func folder(with language: String, in named: String?) throws -> URL {
    guard let folder = named.map({ URL(filePath: $0) }) ?? nearest() else {
      throw FleetFailure(.noInput, "no folder Prompts above the program: name it with --prompts")
    }
    let file = folder.appending(path: "\(language).yaml")
    guard FileManager.default.isReadableFile(atPath: file.path) else {
      throw FleetFailure(.noInput, "there is no \(file.path): name another language, or its folder with --prompts")
    }
    return folder
  }

  private static func nearest() -> URL? {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    var folder = program.deletingLastPathComponent()
    while folder.path != "/" {
      for found in [folder.appending(path: "Prompts"), folder.appending(path: "share/alight/Prompts")]
      where FileManager.default.fileExists(atPath: found.path) {
        return found
      }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }
}
