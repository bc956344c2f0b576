/// The tables of the fleet, in the words that SQLite and PostgreSQL share. They are those of a rider's own database, with the rider and
/// the partition beside each row.
enum FleetSchema {
  /// Each is done once, in this order; none is ever changed.
  static let migrations: [[String]] = [
    [
      """
      CREATE TABLE reminders (
        id TEXT PRIMARY KEY CHECK (length(id) = 36),
        rider TEXT NOT NULL CHECK (length(rider) BETWEEN 1 AND 64),
        part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 255),
        revision BIGINT NOT NULL CHECK (revision >= 1),
        status TEXT NOT NULL CHECK (status IN ('on', 'off', 'done')),
        service_day TEXT NOT NULL CHECK (length(service_day) = 10),
        due_at DOUBLE PRECISION NOT NULL,
        valid_until DOUBLE PRECISION,
        record TEXT NOT NULL,
        sequence BIGINT NOT NULL
      )
      """,
      "CREATE INDEX reminders_by_part ON reminders (part, status, due_at)",
      "CREATE INDEX reminders_by_rider ON reminders (rider)",
      "CREATE INDEX reminders_by_change ON reminders (sequence)",
      // A reminder that was deleted, for workers that follow it.
      """
      CREATE TABLE deleted (
        id TEXT PRIMARY KEY, rider TEXT NOT NULL, part INTEGER NOT NULL, sequence BIGINT NOT NULL)
      """,
      "CREATE INDEX deleted_by_change ON deleted (sequence)",
      """
      CREATE TABLE ledger (
        reminder TEXT NOT NULL,
        service_day TEXT NOT NULL,
        leg INTEGER NOT NULL CHECK (leg >= 0),
        level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 6),
        round INTEGER NOT NULL CHECK (round >= 0),
        rider TEXT NOT NULL,
        part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 255),
        at DOUBLE PRECISION NOT NULL,
        alert TEXT NOT NULL,
        state TEXT,
        sent INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)),
        PRIMARY KEY (reminder, service_day, leg, level, round)
      )
      """,
      "CREATE INDEX ledger_unsent ON ledger (part, at) WHERE sent = 0",
      "CREATE INDEX ledger_by_rider ON ledger (rider)",
      // One row: the sequence of the newest change.
      "CREATE TABLE counter (sequence BIGINT NOT NULL)",
      "INSERT INTO counter (sequence) VALUES (0)",
    ]
  ]
}
