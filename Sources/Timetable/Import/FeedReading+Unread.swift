extension FeedReading {
  /// What a feed may hold beside what Alight reads, by what it is about.
  private static let unread: [(files: [String], what: String)] = [
    (
      [
        "fare_attributes.txt", "fare_rules.txt", "fare_products.txt", "fare_leg_rules.txt", "fare_leg_join_rules.txt",
        "fare_transfer_rules.txt", "fare_media.txt", "rider_categories.txt", "timeframes.txt",
      ], "fares are not read"
    ),
    (
      ["areas.txt", "stop_areas.txt", "networks.txt", "route_networks.txt"],
      "areas and networks, for fares, are not read"
    ),
    (
      ["booking_rules.txt", "locations.geojson", "location_groups.txt", "location_group_stops.txt"],
      "rides on demand, by zone and booking (GTFS-Flex), are not read"
    ),
    (["attributions.txt"], "who made the feed's parts is not read"),
  ]

  /// Names the files that are there and not read, so that nobody looks for what is in them.
  mutating func noteUnread() {
    for (names, what) in Self.unread {
      for file in names where files.sizes[file] ?? 0 > 0 { log.note("not-read", .notRead, file, what) }
    }
  }
}
