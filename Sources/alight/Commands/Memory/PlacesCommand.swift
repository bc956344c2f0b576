import ArgumentParser
import Foundation
import Journey

/// `alight places`: stops and points on the map by names of the rider's own.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Name stops and points on the map: \"home\", \"cabin\".",
    discussion: """
      Examples:
        alight places add home "linz hbf"
        alight places add cabin 48.40,14.60 --radius 300
        alight places list
        alight places import parking.geojson --radius 80
        alight places remove home
      """, subcommands: [List.self, Set.self, Import.self, Remove.self], defaultSubcommand: List.self)
}

extension PlacesCommand {
  /// `alight places list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the places: their stops, or where they are.")

    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try PlaceNames(data).list(json: json, Output())
    }
  }

  /// `alight places add`, or `set`
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a stop or a point on the map a name of your own.",
      discussion: """
        In the dialogue the name is an answer like the stop's own: "from home to work". What is usually said of such places \
        counts too: a place named home is meant by "my place" and "nach Hause". To a point no timetable leads: you may come \
        from anywhere, and are warned by how near you are.
        """, aliases: ["add"])

    @Argument(help: "The name, like home.") var name: String
    @Argument(help: "The stop, by its name or id, or a point like 48.40,14.60, a geo: address or a link of a map.")
    var stop: String
    @Option(help: "Metres round the point that count as being there: 30 to 20000.", transform: PlaceRadius.parse)
    var radius: PlaceRadius?
    @Flag(help: "Print the place as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws { try ReminderLabel.check(name) }

    func run() async throws {
      try PlaceNames(data).give(name, to: stop, radius: radius?.metres, json: json, Output())
    }
  }

  /// `alight places remove`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a name back; the stop stays.")

    @Argument(help: "The name.") var name: String?
    @Option(help: "All names that came with this list.") var list: String?
    @OptionGroup var data: DataOptions

    func validate() throws {
      if (name == nil) == (list == nil) { throw ValidationError("give a name, or --list with the name of a list") }
    }

    func run() async throws {
      if let name { try PlaceNames(data).remove(name) }
      if let list { try PlaceNames(data).remove(list: list, Output()) }
    }
  }

  /// `alight places import`
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Name the places of a file: GeoJSON, GPX waypoints, CSV or the points of an .osm extract.",
      discussion: """
        Their titles are their names, and the name of the list means any of them: "remind me to pay when I arrive at parking". \
        A list of the same name is replaced. Places without a title, or with one that something else has, are left out and named.

        Example:
          alight places import parking.geojson --list parking --radius 80
        """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "What the list is called (default: the file's own name without its ending).") var list: String?
    @Option(
      help: "Metres round each that count as being there, where the file does not say.", transform: PlaceRadius.parse)
    var radius: PlaceRadius?
    @OptionGroup var data: DataOptions

    func validate() throws { if let list { try ReminderLabel.check(list) } }

    func run() async throws {
      let name = list ?? URL(filePath: file).deletingPathExtension().lastPathComponent
      try PlaceNames(data).take(file, list: name, radius: radius?.metres, Output())
    }
  }
}
