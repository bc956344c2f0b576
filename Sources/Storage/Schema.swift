import GRDB

/// The tables of `alight.sqlite` and how older files become newer ones.
enum Schema {
  /// Written to `PRAGMA user_version`, so that a foreign runner can check it without knowing our migrations.
  static let version = 2

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 reminders, drafts and the ledger") { database in
      try createReminders(database)
      try createDrafts(database)
      try createLedger(database)
      try database.execute(sql: "PRAGMA user_version = 1")
    }
    migrator.registerMigration("2 conversations, trips and changes") { database in
      try createSessions(database)
      try createTrips(database)
      try createChanges(database)
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    migrator.registerMigration("2a index of the outbox") { database in
      // Acknowledgements name a reminder and its revision; without it each reads the whole outbox.
      try database.execute(sql: "CREATE INDEX outbox_by_reminder ON outbox (reminder, revision)")
    }
    migrator.registerMigration("3 alerts put off and asked after") { database in
      try widenLedger(database)
    }
    migrator.registerMigration("4 journeys with changes") { database in
      try addLegs(database)
    }
    migrator.registerMigration("5 indexes of what is due") { database in
      // A runner asks every few seconds, of ten thousand reminders as of ten: it reads the records of those that it may get.
      try database.execute(
        sql: """
          CREATE INDEX reminders_by_time ON reminders (status, departure, valid_until);
          CREATE INDEX reminders_that_recur ON reminders (valid_until) WHERE status = 'on' AND \(recurs);
          """)
    }
    migrator.registerMigration("6 browsers that may see the page") { database in
      // Secrets are random and of no use elsewhere; the file is its owner's alone.
      try database.execute(
        sql: """
          CREATE TABLE browsers (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            secret TEXT NOT NULL UNIQUE CHECK (length(secret) >= 40),
            name TEXT NOT NULL,
            created_at REAL NOT NULL,
            seen_at REAL NOT NULL
          ) STRICT;
          """)
    }
    migrator.registerMigration("7 browsers that are pushed to") { database in
      try database.execute(
        sql: """
          CREATE TABLE push_subscriptions (
            browser TEXT PRIMARY KEY REFERENCES browsers (id) ON DELETE CASCADE,
            endpoint TEXT NOT NULL,
            public_key BLOB NOT NULL,
            secret BLOB NOT NULL,
            receipt TEXT
          ) STRICT;
          """)
    }
    migrator.registerMigration("8 notes along the way") { database in
      try createNotes(database)
    }
    migrator.registerMigration("9 lists of places") { database in
      // The name of the list that a place came with; NULL for one that was named by itself.
      try database.execute(sql: "ALTER TABLE places ADD COLUMN list TEXT")
    }
    migrator.registerMigration("10 trips of several stops") { database in
      // `trips` holds the pairs of stops that were travelled between.
      try database.execute(
        sql: """
          CREATE TABLE trip_plans (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            key TEXT NOT NULL UNIQUE CHECK (key <> ''),
            start REAL NOT NULL,
            record TEXT NOT NULL CHECK (json_valid(record))
          ) STRICT;
          """)
    }
    return migrator
  }

  /// Whether everything is there that a runner reads. Later migrations have brought indexes alone.
  static let readable = "4 journeys with changes"

  /// Whether a reminder comes again; a record that is no JSON does not. Written the same in an index and in what is asked of it.
  static let recurs = "CASE WHEN json_valid(record) THEN json_extract(record, '$.recurrence') IS NOT NULL ELSE 0 END"

  private static func createReminders(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE reminders (
          id TEXT PRIMARY KEY CHECK (length(id) = 36),
          revision INTEGER NOT NULL CHECK (revision >= 1),
          status TEXT NOT NULL CHECK (status IN ('on', 'off', 'done')),
          service_day TEXT NOT NULL CHECK (service_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
          departure REAL,
          arrival REAL,
          valid_until REAL,
          created_at REAL NOT NULL,
          record TEXT NOT NULL CHECK (json_valid(record))
        ) STRICT;
        CREATE INDEX reminders_by_departure ON reminders (status, departure);

        -- What a foreign runner reads: every change in order, a delete with no record. Rows are never changed
        -- but for their acknowledgement.
        CREATE TABLE outbox (
          sequence INTEGER PRIMARY KEY AUTOINCREMENT,
          reminder TEXT NOT NULL,
          revision INTEGER NOT NULL CHECK (revision >= 1),
          kind TEXT NOT NULL CHECK (kind IN ('put', 'delete')),
          record TEXT CHECK ((kind = 'put') = (record IS NOT NULL)),
          written_at REAL NOT NULL,
          acknowledged_at REAL
        ) STRICT;
        """)
  }

  private static func createNotes(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE notes (
          id INTEGER PRIMARY KEY,
          source TEXT NOT NULL,
          title TEXT NOT NULL CHECK (title <> ''),
          text TEXT,
          link TEXT,
          category TEXT,
          latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
          longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
          radius REAL NOT NULL CHECK (radius > 0),
          hours TEXT,
          is_favourite INTEGER NOT NULL DEFAULT 0,
          -- Not in the file that is being read in the place of the one before.
          is_stale INTEGER NOT NULL DEFAULT 0,
          told_on TEXT,
          UNIQUE (source, title, latitude, longitude)
        ) STRICT;
        CREATE INDEX notes_by_place ON notes (latitude, longitude);
        CREATE INDEX notes_told ON notes (told_on) WHERE told_on IS NOT NULL;
        CREATE TABLE muted_notes (category TEXT PRIMARY KEY) STRICT;
        """)
  }

  private static func createDrafts(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE drafts (
          id TEXT PRIMARY KEY CHECK (length(id) = 36),
          updated_at REAL NOT NULL,
          summary TEXT NOT NULL,
          state TEXT NOT NULL CHECK (json_valid(state))
        ) STRICT;

        CREATE TABLE preferences (
          key TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT;
        """)
  }

  /// The ledger with alerts that come again after they were put off, and the questions after a ride. A check and a primary key
  /// cannot be changed in place.
  private static func widenLedger(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE wider (
          reminder TEXT NOT NULL REFERENCES reminders (id) ON DELETE CASCADE,
          service_day TEXT NOT NULL,
          level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 6),
          round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
          status TEXT NOT NULL CHECK (status IN ('pending', 'delivered')),
          alert TEXT NOT NULL CHECK (json_valid(alert)),
          pending_at REAL NOT NULL,
          delivered_at REAL CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
          repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats >= 0),
          PRIMARY KEY (reminder, service_day, level, round)
        ) STRICT;
        INSERT INTO wider (reminder, service_day, level, status, alert, pending_at, delivered_at, repeats)
          SELECT reminder, service_day, level, status, alert, pending_at, delivered_at, repeats FROM ledger;
        DROP TABLE ledger;
        ALTER TABLE wider RENAME TO ledger;
        """)
  }

  /// The ledger with alerts on each ride of a journey. Here too the primary key changes.
  private static func addLegs(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE with_legs (
          reminder TEXT NOT NULL REFERENCES reminders (id) ON DELETE CASCADE,
          service_day TEXT NOT NULL,
          leg INTEGER NOT NULL DEFAULT 0 CHECK (leg >= 0),
          level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 6),
          round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
          status TEXT NOT NULL CHECK (status IN ('pending', 'delivered')),
          alert TEXT NOT NULL CHECK (json_valid(alert)),
          pending_at REAL NOT NULL,
          delivered_at REAL CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
          repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats >= 0),
          PRIMARY KEY (reminder, service_day, leg, level, round)
        ) STRICT;
        INSERT INTO with_legs (reminder, service_day, level, round, status, alert, pending_at, delivered_at, repeats)
          SELECT reminder, service_day, level, round, status, alert, pending_at, delivered_at, repeats FROM ledger;
        DROP TABLE ledger;
        ALTER TABLE with_legs RENAME TO ledger;
        """)
  }

  private static func createLedger(_ database: Database) throws {
    try database.execute(
      sql: """
        -- 'pending' is written before an alert is shown and 'delivered' after it.
        CREATE TABLE ledger (
          reminder TEXT NOT NULL REFERENCES reminders (id) ON DELETE CASCADE,
          service_day TEXT NOT NULL,
          level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
          status TEXT NOT NULL CHECK (status IN ('pending', 'delivered')),
          alert TEXT NOT NULL CHECK (json_valid(alert)),
          pending_at REAL NOT NULL,
          delivered_at REAL CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
          repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats >= 0),
          PRIMARY KEY (reminder, service_day, level)
        ) STRICT;

        CREATE TABLE engine_states (
          reminder TEXT NOT NULL REFERENCES reminders (id) ON DELETE CASCADE,
          service_day TEXT NOT NULL,
          state TEXT NOT NULL CHECK (json_valid(state)),
          updated_at REAL NOT NULL,
          PRIMARY KEY (reminder, service_day)
        ) STRICT;

        -- One row: the runner that is alive, so that the wizard can say who watches.
        CREATE TABLE runner (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          process INTEGER NOT NULL,
          seen_at REAL NOT NULL
        ) STRICT;
        """)
  }
}
