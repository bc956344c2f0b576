import ArgumentParser

@main
struct Alight: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alight", abstract: "Get off at the right stop.", version: "0.1.0")
}
