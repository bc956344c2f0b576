"""A runner that somebody else might write: `foreign_runner.py ALIGHT.SQLITE OWN.SQLITE STOP-FILE`.

It follows the contract of Prompts/schema/README.md with nothing but Python's standard library: reads the outbox after its
cursor, claims each id and revision in a database of its own, which it may share with others of its kind, acts, acknowledges.
It ends once the stop file is there and the outbox is read to its end, and prints what it saw as one JSON object.
"""

import json
import os
import sqlite3
import sys
import time


def flaw(reminder, revision, kind, text):
    """What is wrong with an entry; None for a whole one."""
    if kind == "delete":
        return None if text is None else "a tombstone with a record"
    try:
        record = json.loads(text)
    except (TypeError, ValueError) as error:
        return f"half a record: {error}"
    # Of the second version the route is its end alone.
    least = {"alight.reminder/1": 2, "alight.reminder/2": 1}.get(record["schema"])
    if least is None or record["id"] != reminder or record["revision"] != revision:
        return f"another record than the entry's: {record['id']} {record['revision']}"
    if len(record["levels"]) != 3 or len(record["route"]["stops"]) < least:
        return "a record with parts missing"
    return None


class Runner:
    def __init__(self, alight, own):
        self.outbox = sqlite3.connect(alight, timeout=60, isolation_level=None)
        assert self.outbox.execute("PRAGMA user_version").fetchone()[0] >= 1
        self.own = sqlite3.connect(own, timeout=60, isolation_level=None)
        self.use_log()
        self.own.execute(
            "CREATE TABLE IF NOT EXISTS claimed (reminder TEXT, revision INTEGER, PRIMARY KEY (reminder, revision))"
        )
        self.cursor = 0
        self.seen, self.acted, self.news, self.flaws = 0, 0, 0, []
        self.order = {}

    def use_log(self):
        """Of two that switch the journal at one moment SQLite refuses one at once, whatever the timeout: it tries again."""
        while True:
            try:
                self.own.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                time.sleep(0.01)

    def step(self):
        """Deals with what is new; returns how many entries that was."""
        entries = self.outbox.execute(
            "SELECT sequence, reminder, revision, kind, record FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT 50",
            (self.cursor,),
        ).fetchall()
        for sequence, reminder, revision, kind, text in entries:
            self.seen += 1
            if sequence <= self.cursor or revision <= self.order.get(reminder, 0):
                self.flaws.append(f"out of order: {sequence} {reminder} {revision}")
            problem = flaw(reminder, revision, kind, text)
            if problem:
                self.flaws.append(problem)
            self.order[reminder] = revision
            claim = self.own.execute("INSERT OR IGNORE INTO claimed (reminder, revision) VALUES (?, ?)", (reminder, revision))
            # Whoever got the row acts; what this one does is to count.
            self.acted += claim.rowcount
            acknowledged = self.outbox.execute(
                "UPDATE outbox SET acknowledged_at = ? WHERE reminder = ? AND revision <= ? AND acknowledged_at IS NULL",
                (time.time(), reminder, revision),
            )
            self.news += acknowledged.rowcount > 0
            self.cursor = sequence
        return len(entries)


def main(alight, own, stop):
    runner = Runner(alight, own)
    while True:
        is_last = os.path.exists(stop)
        while runner.step():
            pass
        if is_last:
            break
        time.sleep(0.02)
    json.dump(
        {"seen": runner.seen, "acted": runner.acted, "news": runner.news, "flaws": runner.flaws[:20], "cursor": runner.cursor},
        sys.stdout,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
