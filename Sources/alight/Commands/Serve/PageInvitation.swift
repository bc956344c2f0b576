#if Page
import Devices
import Foundation

/// Where the page is served and by which code the next browser is let in, as the server leaves it for other programs of the same user.
struct PageInvitation: Codable, Equatable {
  /// Without a path: `http://127.0.0.1:8437`.
  var address: String
  var code: String
  /// The server's process.
  var server = getpid()
  /// Whether browsers come to it by another address, which only its owner knows.
  var isBehindProxy = false

  /// Where it lies: beside the socket of the runner, in a folder of this user alone.
  static func file(of database: URL) -> URL {
    URL(filePath: ControlPath.of(database, runtime: ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]) + ".page")
  }

  /// Where a file of reminders lies that was opened, and that the page asks about.
  static func offer(of database: URL) -> URL { URL(filePath: file(of: database).path + ".offer") }

  /// Nil where no page is served. A server that was killed leaves its own behind, by whose code nobody is let in.
  ///
  /// What somebody else has put there is none: it could lead a browser to a page of theirs.
  init?(in file: URL) {
    let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0,
      let data = try? handle.read(upToCount: 4096), let read = try? JSONDecoder().decode(Self.self, from: data),
      read.server > 0, kill(read.server, 0) == 0
    else { return nil }
    self = read
  }

  init(address: String, code: String, isBehindProxy: Bool = false) {
    (self.address, self.code, self.isBehindProxy) = (address, code, isBehindProxy)
  }

  /// For its owner alone: the code lets a browser in.
  /// - Throws: What keeps it from being written.
  func write(to file: URL) throws {
    try PrivateFile.write(JSONEncoder().encode(self), to: file)
  }

  /// What a browser opens to come to a page of ours, by the code where it has not been let in.
  /// - Parameter path: Nil for the first one.
  func link(to path: String?) -> String {
    var parts = URLComponents()
    parts.path = "/enter"
    parts.queryItems = [URLQueryItem(name: "code", value: code)]
    if let path { parts.queryItems?.append(URLQueryItem(name: "next", value: path)) }
    // A plus is a blank to those who read queries as forms are read.
    return address + (parts.string ?? "/enter").replacing("+", with: "%2B")
  }
}
#endif
