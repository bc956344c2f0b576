import GRDB

/// The tables of version 2: what was said, where the rider goes, and what can be taken back.
extension Schema {
  static func createSessions(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE sessions (
          id TEXT PRIMARY KEY CHECK (length(id) = 36),
          started_at REAL NOT NULL,
          ended_at REAL,
          language TEXT NOT NULL,
          program TEXT NOT NULL,
          -- Tells whether the language's file is still the one that was spoken with.
          prompts TEXT NOT NULL,
          zone TEXT NOT NULL,
          initial_state TEXT NOT NULL CHECK (json_valid(initial_state)),
          ending TEXT
        ) STRICT;
        CREATE INDEX sessions_by_start ON sessions (started_at);

        -- Inputs that are findings of a look-up are turns as well: a replay needs nothing but these.
        CREATE TABLE turns (
          session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
          number INTEGER NOT NULL CHECK (number >= 1),
          at REAL NOT NULL,
          input TEXT NOT NULL CHECK (json_valid(input)),
          outputs TEXT NOT NULL CHECK (json_valid(outputs)),
          PRIMARY KEY (session, number)
        ) STRICT;
        """)
  }

  static func createTrips(_ database: Database) throws {
    try database.execute(
      sql: """
        -- One row a pair of stops. The stops are kept whole: their ids may be gone with the next timetable.
        CREATE TABLE trips (
          from_stop TEXT NOT NULL,
          to_stop TEXT NOT NULL,
          origin TEXT NOT NULL CHECK (json_valid(origin)),
          destination TEXT NOT NULL CHECK (json_valid(destination)),
          mode TEXT NOT NULL CHECK (mode IN ('time', 'stations', 'distance')),
          interval TEXT NOT NULL,
          vibration INTEGER NOT NULL CHECK (vibration IN (0, 1)),
          alarm INTEGER NOT NULL CHECK (alarm IN (0, 1)),
          count INTEGER NOT NULL CHECK (count >= 1),
          last_used_at REAL NOT NULL,
          PRIMARY KEY (from_stop, to_stop)
        ) STRICT;

        -- When a pair was used, by the clock of the ride: weekdays from 1 (Monday), minutes from midnight.
        CREATE TABLE trip_uses (
          id INTEGER PRIMARY KEY,
          from_stop TEXT NOT NULL,
          to_stop TEXT NOT NULL,
          used_at REAL NOT NULL,
          weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
          minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
          FOREIGN KEY (from_stop, to_stop) REFERENCES trips (from_stop, to_stop) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX trip_uses_by_pair ON trip_uses (from_stop, to_stop, used_at);

        CREATE TABLE places (
          -- The name in lower case, so that "Home" and "home" are one place.
          key TEXT PRIMARY KEY,
          name TEXT NOT NULL,
          stop TEXT NOT NULL CHECK (json_valid(stop))
        ) STRICT;

        CREATE TABLE names_learned (
          stop TEXT NOT NULL,
          text TEXT NOT NULL,
          learned_at REAL NOT NULL,
          PRIMARY KEY (stop, text)
        ) STRICT;
        """)
  }

  static func createChanges(_ database: Database) throws {
    try database.execute(
      sql: """
        -- What the rider did to the reminders, each with the record before and after it; none before it was set,
        -- none after it was deleted.
        CREATE TABLE changes (
          sequence INTEGER PRIMARY KEY AUTOINCREMENT,
          at REAL NOT NULL,
          kind TEXT NOT NULL,
          reminder TEXT NOT NULL,
          before TEXT CHECK (before IS NULL OR json_valid(before)),
          after TEXT CHECK (after IS NULL OR json_valid(after)),
          undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
          CHECK (before IS NOT NULL OR after IS NOT NULL)
        ) STRICT;
        """)
  }
}
