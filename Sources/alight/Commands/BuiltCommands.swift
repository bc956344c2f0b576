import ArgumentParser

/// The commands that are there only where what they need was built in: see the traits of the package.
enum BuiltCommands {
  #if Page
  static let page: [any ParsableCommand.Type] = [ServeCommand.self]
  static let liveServer: [any ParsableCommand.Type] = [LiveServe.self]
  #else
  static let page: [any ParsableCommand.Type] = []
  static let liveServer: [any ParsableCommand.Type] = []
  #endif
}
