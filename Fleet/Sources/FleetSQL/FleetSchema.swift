/// The tables of the fleet, in the words that SQLite and PostgreSQL share. They are those of a rider's own database, with the rider and
/// the partition beside each row.
///
/// Every row has a tenant, which is whoever has connected: rows of others are neither seen nor written (`PostgreSQL` sees to that).
enum FleetSchema {
  static let tables = firstTables + ["subscriptions"]
  private static let firstTables = ["rides", "reminders", "deleted", "ledger", "states", "decisions", "counter"]

  /// Each is done once, in this order; none is ever changed.
  static func migrations(_ dialect: SQLDialect) -> [[String]] {
    let isShared = dialect == .postgres
    return [
      first(dialect) + (isShared ? firstTables.flatMap(secured) : []),
      second(dialect) + (isShared ? secured("subscriptions") + [admitting("subscriptions")] : []),
    ]
  }

  private static func tenant(_ dialect: SQLDialect) -> String {
    "tenant TEXT NOT NULL DEFAULT \(dialect == .postgres ? "CURRENT_USER" : "''")"
  }

  private static func first(_ dialect: SQLDialect) -> [String] {
    let tenant = tenant(dialect)
    return [
      // What many reminders have in common, by the hash of its content.
      """
      CREATE TABLE rides (
        \(tenant), hash TEXT NOT NULL CHECK (length(hash) = 64), body TEXT NOT NULL, PRIMARY KEY (tenant, hash))
      """,
      """
      CREATE TABLE reminders (
        \(tenant),
        id TEXT NOT NULL CHECK (length(id) = 36),
        rider TEXT NOT NULL CHECK (length(rider) BETWEEN 1 AND 64),
        part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 255),
        revision BIGINT NOT NULL CHECK (revision >= 1),
        status TEXT NOT NULL CHECK (status IN ('on', 'off', 'done')),
        service_day TEXT NOT NULL CHECK (length(service_day) = 10),
        due_at DOUBLE PRECISION NOT NULL,
        valid_until DOUBLE PRECISION,
        record TEXT NOT NULL,
        rides TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        PRIMARY KEY (tenant, id)
      )
      """,
      "CREATE INDEX reminders_by_part ON reminders (tenant, part, status, due_at)",
      "CREATE INDEX reminders_by_rider ON reminders (tenant, rider)",
      "CREATE INDEX reminders_by_change ON reminders (tenant, sequence)",
      // A reminder that was deleted, for workers that follow it.
      """
      CREATE TABLE deleted (
        \(tenant), id TEXT NOT NULL, rider TEXT NOT NULL, part INTEGER NOT NULL, sequence BIGINT NOT NULL,
        PRIMARY KEY (tenant, id))
      """,
      "CREATE INDEX deleted_by_change ON deleted (tenant, sequence)",
      """
      CREATE TABLE ledger (
        \(tenant),
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
        PRIMARY KEY (tenant, reminder, service_day, leg, level, round)
      )
      """,
      "CREATE INDEX ledger_unsent ON ledger (tenant, part, at) WHERE sent = 0",
      "CREATE INDEX ledger_by_rider ON ledger (tenant, rider)",
      // Where the engine stands with a ride, for a worker that is alone.
      """
      CREATE TABLE states (
        \(tenant), reminder TEXT NOT NULL, service_day TEXT NOT NULL, rider TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        state TEXT NOT NULL, PRIMARY KEY (tenant, reminder))
      """,
      """
      CREATE TABLE decisions (
        \(tenant), rider TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, reminder TEXT,
        detail TEXT NOT NULL, trace TEXT, worker TEXT NOT NULL)
      """,
      "CREATE INDEX decisions_by_rider ON decisions (tenant, rider, at)",
      "CREATE INDEX decisions_by_age ON decisions (tenant, at)",
      // One row a tenant: the sequence of their newest change.
      "CREATE TABLE counter (\(tenant), sequence BIGINT NOT NULL, PRIMARY KEY (tenant))",
    ]
  }

  /// In which language riders are told, and the browsers that they have asked to be told by.
  private static func second(_ dialect: SQLDialect) -> [String] {
    [
      "ALTER TABLE reminders ADD COLUMN language TEXT CHECK (length(language) BETWEEN 2 AND 35)",
      """
      CREATE TABLE subscriptions (
        \(tenant(dialect)),
        rider TEXT NOT NULL CHECK (length(rider) BETWEEN 1 AND 64),
        endpoint TEXT NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 2000),
        public_key TEXT NOT NULL,
        secret TEXT NOT NULL,
        since DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (tenant, rider, endpoint)
      )
      """,
    ]
  }

  /// Each tenant sees and writes their own rows, the owner of the tables among them.
  private static func secured(_ table: String) -> [String] {
    [
      "ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY",
      "ALTER TABLE \(table) FORCE ROW LEVEL SECURITY",
      "CREATE POLICY own_rows ON \(table) USING (tenant = CURRENT_USER) WITH CHECK (tenant = CURRENT_USER)",
    ]
  }

  /// Whoever was let in before a table was there may use it as the others.
  private static func admitting(_ table: String) -> String {
    """
    DO $$ DECLARE tenant TEXT; BEGIN
      FOR tenant IN SELECT grantee FROM information_schema.role_table_grants
        WHERE table_schema = CURRENT_SCHEMA AND table_name = 'reminders' AND privilege_type = 'INSERT' LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON \(table) TO %I', tenant);
      END LOOP;
    END $$
    """
  }
}
