import GRDB

/// The tables of a timetable.
///
/// Trips that call at the same stops along the same shape share one pattern; a trip itself is one row with its start and
/// packed offsets (`TripTimes`); where it has frequencies, it starts at each headway instead. Days are counted from 1970-01-01, times in seconds from the start of the service day.
enum TimetableSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("feeds, stops, services, patterns and trips") { database in
      try database.execute(sql: tables)
    }
    migrator.registerMigration("agencies, names in other languages and changes") { database in
      try database.execute(sql: additions)
    }
    migrator.registerMigration("a version of the contents") { database in
      try database.execute(sql: contents)
    }
    migrator.registerMigration("zones of stops") { database in
      try database.execute(sql: "ALTER TABLE stop ADD COLUMN zone TEXT")
    }
    migrator.registerMigration("vehicles that go on under another trip, and rules for single trips") { database in
      try database.execute(sql: singleTrips)
    }
    migrator.registerMigration("what riders with wheelchairs and bicycles look for, and signs that change on the way") {
      try $0.execute(sql: accessAndSigns)
    }
    migrator.registerMigration("places") {
      // What is near a stop is asked for at each key that is typed.
      try $0.execute(sql: "CREATE INDEX stop_place ON stop (latitude, longitude) WHERE calls > 0")
    }
    migrator.registerMigration("what live feeds name trips and calls by") { try $0.execute(sql: liveNames) }
    return migrator
  }

  static let tables = """
    CREATE TABLE feed (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE CHECK (name <> '' AND instr(name, ':') = 0),
      source TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      zone TEXT NOT NULL,
      publisher TEXT,
      language TEXT,
      version TEXT,
      first_day INTEGER,
      last_day INTEGER,
      latest INTEGER NOT NULL,
      stations INTEGER NOT NULL,
      trips INTEGER NOT NULL,
      demonstration INTEGER NOT NULL CHECK (demonstration IN (0, 1))
    ) STRICT;

    CREATE TABLE stop (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      stop_id TEXT NOT NULL,
      station INTEGER NOT NULL REFERENCES stop DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL,
      latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      code TEXT,
      platform TEXT,
      calls INTEGER NOT NULL DEFAULT 0 CHECK (calls >= 0),
      UNIQUE (feed, stop_id)
    ) STRICT;
    CREATE INDEX stop_station ON stop (station);

    CREATE TABLE route (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      route_id TEXT NOT NULL,
      name TEXT NOT NULL,
      long_name TEXT,
      type INTEGER NOT NULL,
      color TEXT,
      UNIQUE (feed, route_id)
    ) STRICT;

    CREATE TABLE service (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      service_id TEXT NOT NULL,
      weekdays INTEGER NOT NULL CHECK (weekdays BETWEEN 0 AND 127),
      first_day INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      UNIQUE (feed, service_id)
    ) STRICT;

    CREATE TABLE service_exception (
      service INTEGER NOT NULL REFERENCES service ON DELETE CASCADE,
      day INTEGER NOT NULL,
      runs INTEGER NOT NULL CHECK (runs IN (0, 1)),
      PRIMARY KEY (service, day)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shape (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      points BLOB NOT NULL
    ) STRICT;
    CREATE INDEX shape_feed ON shape (feed);

    CREATE TABLE pattern (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      shape INTEGER REFERENCES shape
    ) STRICT;
    CREATE INDEX pattern_feed ON pattern (feed);
    CREATE INDEX pattern_shape ON pattern (shape);

    CREATE TABLE pattern_stop (
      pattern INTEGER NOT NULL REFERENCES pattern ON DELETE CASCADE,
      position INTEGER NOT NULL CHECK (position >= 0),
      stop INTEGER NOT NULL REFERENCES stop,
      station INTEGER NOT NULL REFERENCES stop,
      metres REAL NOT NULL CHECK (metres >= 0),
      boards INTEGER NOT NULL CHECK (boards IN (0, 1)),
      alights INTEGER NOT NULL CHECK (alights IN (0, 1)),
      PRIMARY KEY (pattern, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pattern_stop_station ON pattern_stop (station, pattern, position);
    CREATE INDEX pattern_stop_stop ON pattern_stop (stop);

    CREATE TABLE trip (
      id INTEGER PRIMARY KEY,
      pattern INTEGER NOT NULL REFERENCES pattern ON DELETE CASCADE,
      route INTEGER NOT NULL REFERENCES route,
      service INTEGER NOT NULL REFERENCES service,
      trip_id TEXT NOT NULL,
      headsign TEXT,
      start INTEGER NOT NULL,
      times BLOB NOT NULL
    ) STRICT;
    CREATE INDEX trip_pattern ON trip (pattern, start);
    CREATE INDEX trip_route ON trip (route);
    CREATE INDEX trip_service ON trip (service);

    CREATE TABLE frequency (
      trip INTEGER NOT NULL REFERENCES trip ON DELETE CASCADE,
      first INTEGER NOT NULL,
      until INTEGER NOT NULL,
      headway INTEGER NOT NULL CHECK (headway > 0),
      PRIMARY KEY (trip, first)
    ) STRICT, WITHOUT ROWID;
    """

  /// What feeds imported before it do not have.
  static let additions = """
    CREATE TABLE agency (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      agency_id TEXT NOT NULL,
      name TEXT NOT NULL,
      zone TEXT NOT NULL,
      UNIQUE (feed, agency_id)
    ) STRICT;
    ALTER TABLE route ADD COLUMN agency INTEGER REFERENCES agency ON DELETE SET NULL;
    ALTER TABLE route ADD COLUMN text_color TEXT;
    CREATE INDEX route_agency ON route (agency);

    -- A stop's name in another language, or how it is read: the language is then ja-Hrkt, ja-Latn or the like.
    CREATE TABLE stop_name (
      stop INTEGER NOT NULL REFERENCES stop ON DELETE CASCADE,
      language TEXT NOT NULL,
      name TEXT NOT NULL CHECK (name <> ''),
      PRIMARY KEY (stop, language)
    ) STRICT, WITHOUT ROWID;

    -- How a rider changes from one stop to another, from transfers.txt and, where that says nothing, over pathways. Stations stand
    -- for all their platforms. A route narrows a rule to who comes from it or goes on with it.
    CREATE TABLE transfer (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      from_stop INTEGER NOT NULL REFERENCES stop ON DELETE CASCADE,
      to_stop INTEGER NOT NULL REFERENCES stop ON DELETE CASCADE,
      from_route INTEGER REFERENCES route ON DELETE CASCADE,
      to_route INTEGER REFERENCES route ON DELETE CASCADE,
      -- As in GTFS: 0 recommended, 1 timed, 2 with a minimum time, 3 not possible.
      type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 3),
      seconds INTEGER CHECK (seconds >= 0)
    ) STRICT;
    CREATE INDEX transfer_feed ON transfer (feed);
    CREATE INDEX transfer_from ON transfer (from_stop);
    CREATE INDEX transfer_to ON transfer (to_stop);
    CREATE INDEX transfer_from_route ON transfer (from_route);
    CREATE INDEX transfer_to_route ON transfer (to_route);
    """
  /// What feeds imported before it do not have either.
  static let singleTrips = """
    -- Trips of one block are run by one vehicle, one after the other.
    ALTER TABLE trip ADD COLUMN block TEXT;

    -- Rules of transfers.txt for those who come from one trip or go on with one. Stops narrow a rule where they are named.
    CREATE TABLE trip_transfer (
      id INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
      from_trip INTEGER REFERENCES trip ON DELETE CASCADE,
      to_trip INTEGER REFERENCES trip ON DELETE CASCADE,
      from_stop INTEGER REFERENCES stop ON DELETE CASCADE,
      to_stop INTEGER REFERENCES stop ON DELETE CASCADE,
      from_route INTEGER REFERENCES route ON DELETE CASCADE,
      to_route INTEGER REFERENCES route ON DELETE CASCADE,
      -- As in GTFS: 0 to 3 as in transfer, 4 riders stay seated, 5 they may not.
      type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 5),
      seconds INTEGER CHECK (seconds >= 0),
      CHECK (from_trip IS NOT NULL OR to_trip IS NOT NULL),
      CHECK (type > 3 OR from_stop IS NOT NULL AND to_stop IS NOT NULL)
    ) STRICT;
    CREATE INDEX trip_transfer_feed ON trip_transfer (feed);
    CREATE INDEX trip_transfer_from ON trip_transfer (from_trip);
    CREATE INDEX trip_transfer_to ON trip_transfer (to_trip);
    CREATE INDEX trip_transfer_from_stop ON trip_transfer (from_stop);
    CREATE INDEX trip_transfer_to_stop ON trip_transfer (to_stop);
    CREATE INDEX trip_transfer_from_route ON trip_transfer (from_route);
    CREATE INDEX trip_transfer_to_route ON trip_transfer (to_route);
    """

  /// What feeds imported before it do not have either.
  static let accessAndSigns = """
    -- As in GTFS: 1 yes, 2 no; null where the feed does not say.
    ALTER TABLE stop ADD COLUMN wheelchair INTEGER CHECK (wheelchair IN (1, 2));
    ALTER TABLE trip ADD COLUMN wheelchair INTEGER CHECK (wheelchair IN (1, 2));
    ALTER TABLE trip ADD COLUMN bikes INTEGER CHECK (bikes IN (1, 2));

    -- What the vehicle shows from here on, where that is not what the trip says.
    ALTER TABLE pattern_stop ADD COLUMN headsign TEXT CHECK (headsign <> '');
    """

  /// What feeds imported before it do not have either.
  static let liveNames = """
    -- As in GTFS: 0 or 1; null where the feed does not say.
    ALTER TABLE trip ADD COLUMN direction INTEGER CHECK (direction IN (0, 1));

    -- The feed's own number of the call, which need not follow that of the one before; of a trip that numbers its calls in
    -- another way than the first of its pattern, packed.
    ALTER TABLE pattern_stop ADD COLUMN sequence INTEGER;
    ALTER TABLE trip ADD COLUMN sequences BLOB;

    CREATE INDEX trip_name ON trip (trip_id);
    """

  /// By what name things are stored that were built from the timetable.
  static let contents = """
    -- Another one after each import and removal, so that what was built before is known to be out of date.
    CREATE TABLE contents (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version BLOB NOT NULL CHECK (length(version) = 16)
    ) STRICT;
    INSERT INTO contents (id, version) VALUES (1, randomblob(16));
    CREATE TRIGGER feed_imported AFTER INSERT ON feed BEGIN
      UPDATE contents SET version = randomblob(16);
    END;
    CREATE TRIGGER feed_removed AFTER DELETE ON feed BEGIN
      UPDATE contents SET version = randomblob(16);
    END;
    """
}
