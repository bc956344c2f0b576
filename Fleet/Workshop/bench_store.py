#!/usr/bin/env python3
"""How fast riders move into PostgreSQL, beside COPY of the very same rows, and how fast a worker takes all of them over.

    bench_store.py FOLDER                       1,000, 10,000 and 100,000 riders
    bench_store.py FOLDER --riders 1000000

COPY is the floor: it gets finished rows, and reads no record. The server is one of its own in FOLDER, by TLS on loopback as a fleet's.
One line of JSON a size goes to standard output.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Deployment"))
from local_fleet import LocalFleet  # noqa: E402


class Bench:
    def __init__(self, folder):
        builds = HERE.parent / ".build" / "release"
        self.lab, self.folder = builds / "fleet-lab", folder
        self.fleet = LocalFleet(folder / "fleet", builds / "alight-fleet")
        self.tenant = self.fleet.tenants[0]

    def up(self):
        self.fleet.make()
        if "postgres" not in self.fleet.processes:
            self.fleet.start_database()

    def sql(self, *statements, role=None):
        subprocess.run(
            ["psql", self.fleet.database(role or self.tenant) + " options='-c client_min_messages=warning'", "-q", "-v", "ON_ERROR_STOP=1",
             *(part for statement in statements for part in ("-c", statement))], check=True, stdout=subprocess.DEVNULL)

    def timed(self, *command):
        began = time.monotonic()
        done = subprocess.run(
            command, env=self.fleet.environment(self.tenant), check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return time.monotonic() - began, done.stdout

    def size(self, count):
        riders, rows = self.folder / "riders.ndjson", self.folder / "rows.csv"
        with open(riders, "wb") as file:
            # Their rides are hours away: what waits is what a partition mostly has.
            subprocess.run(
                [self.lab, "riders", "--bare", "--count", str(count), "--rides", str(max(1, count // 200)), "--delay", "14400",
                 "--spread", "3600"], stdout=file, check=True)
        self.sql("TRUNCATE reminders, rides, ledger, deleted, states, decisions, subscriptions", role="alight")
        import_seconds, _ = self.timed(self.fleet.program, "import", riders)
        self.sql(f"\\copy (SELECT * FROM reminders) TO '{rows}' (FORMAT csv)")
        # Row-level security lets nobody copy in: the table beside it has the same columns, constraints and indexes, and no policy.
        self.sql("DROP TABLE IF EXISTS copied", "CREATE TABLE copied (LIKE reminders INCLUDING ALL)", role="alight")
        began = time.monotonic()
        self.sql(f"\\copy copied FROM '{rows}' (FORMAT csv)", role="alight")
        copy_seconds = time.monotonic() - began
        self.sql("DROP TABLE copied", "VACUUM ANALYZE reminders, rides", role="alight")
        _, taken = self.timed(self.lab, "bench-takeover")
        result = {
            "riders": count, "bytesOfRecord": riders.stat().st_size // count,
            "importSeconds": round(import_seconds, 2), "importedPerSecond": round(count / import_seconds),
            "copySeconds": round(copy_seconds, 2), "copiedPerSecond": round(count / copy_seconds),
            "takeover": json.loads(taken),
        }
        riders.unlink()
        rows.unlink()
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--riders", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    options = parser.parse_args()
    bench = Bench(options.folder.resolve())
    bench.folder.mkdir(parents=True, exist_ok=True)
    bench.up()
    try:
        for count in options.riders:
            print(json.dumps(bench.size(count)), flush=True)
    finally:
        bench.fleet.stop_database()


if __name__ == "__main__":
    main()
