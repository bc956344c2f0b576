import ArgumentParser

/// `alight notes`: what lies along the way, from files of the rider's own.
struct NotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes", abstract: "Be told quietly of what lies along the way.",
    discussion: """
      A file of places with titles is taken in once; nothing is fetched, and nobody is told where you ride. On a ride each of them is \
      told once a day when you are near: on the screen and on the page, never with a sound, never within two minutes of a call, and at \
      most one a minute, favourites first.

      GeoJSON and tables name the fields title or name, text or description, link, category, radius in metres (150 without it) and \
      opening_hours as OpenStreetMap writes them; tables have columns lat and lon as well. Of GPX files the waypoints are taken, of \
      extracts of OpenStreetMap (.osm) the points with a name.

      Examples:
        alight notes import museums.geojson
        alight notes list --category museum
        alight notes mute shop
        alight notes favourite 12
        alight notes forget --from museums.geojson
      """, subcommands: [List.self, Import.self, Show.self, Favourite.self, Mute.self, Unmute.self, Forget.self],
    defaultSubcommand: List.self)
}
