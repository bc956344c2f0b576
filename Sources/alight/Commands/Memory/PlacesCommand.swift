import ArgumentParser
import Journey

/// `alight places`: stops by names of the rider's own.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Name stops: \"home\", \"work\".",
    discussion: """
      Examples:
        alight places add home "linz hbf"
        alight places list
        alight places remove home
      """, subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)
}

extension PlacesCommand {
  /// `alight places list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the places and their stops.")

    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try PlaceNames(data).list(json: json, Output())
    }
  }

  /// `alight places add`, or `set`
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a stop a name of your own.",
      discussion: """
        In the dialogue the name is an answer like the stop's own: "from home to work". What is usually said of such places \
        counts too: a place named home is meant by "my place" and "nach Hause".
        """, aliases: ["add"])

    @Argument(help: "The name, like home.") var name: String
    @Argument(help: "The stop, by its name or id.") var stop: String
    @Flag(help: "Print the place as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws { try ReminderLabel.check(name) }

    func run() async throws {
      try PlaceNames(data).give(name, to: stop, json: json, Output())
    }
  }

  /// `alight places remove`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a name back; the stop stays.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      try PlaceNames(data).remove(name)
    }
  }
}
