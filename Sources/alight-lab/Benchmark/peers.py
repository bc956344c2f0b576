"""Finds stops with what a developer would take from the shelf: RapidFuzz, and SQLite's full-text search.

usage: peers.py KEYS QUERIES

KEYS has a line for each name of a stop: the number of the stop's own name, a tab, and the normalised name. QUERIES has a
normalised query a line. Prints a JSON object for each peer, with microseconds and the numbers of the best five stops for
each query. A peer whose library is missing is left out, with a word on standard error.
"""

import json
import sqlite3
import sys
import time

DEPTH = 30


def distinct(numbers):
    """The first five different ones."""
    return list(dict.fromkeys(numbers))[:5]


def measure(name, queries, find, best=None):
    """Times the quickest call that gives the best hit, and keeps what the other one finds."""
    times, found = [], []
    for query in queries:
        start = time.perf_counter_ns()
        (best or find)(query)
        times.append((time.perf_counter_ns() - start) / 1000)
        found.append(distinct(find(query)))
    print(json.dumps({"peer": name, "microseconds": times, "found": found}), flush=True)


def rapidfuzz(names, owners, queries):
    try:
        from rapidfuzz import fuzz, process
    except ImportError:
        print("RapidFuzz is not installed: left out", file=sys.stderr)
        return
    for name, scorer in [("token_sort_ratio", fuzz.token_sort_ratio), ("WRatio", fuzz.WRatio)]:
        def find(query):
            return [owners[place] for _, _, place in process.extract(query, names, scorer=scorer, limit=DEPTH)]

        def best(query):
            return process.extractOne(query, names, scorer=scorer)

        measure(f"RapidFuzz {name}", queries, find, best)


def full_text(names, owners, queries):
    def table(tokenizer):
        base = sqlite3.connect(":memory:")
        base.execute(f"CREATE VIRTUAL TABLE stops USING fts5(name, owner UNINDEXED, tokenize='{tokenizer}')")
        base.executemany("INSERT INTO stops VALUES (?, ?)", zip(names, owners))
        base.execute("INSERT INTO stops(stops) VALUES ('optimize')")
        return base

    def finder(base, parts):
        sql = f"SELECT owner FROM stops WHERE stops MATCH ? ORDER BY bm25(stops) LIMIT {DEPTH}"

        def find(query):
            text = " OR ".join(parts(query))
            return [row[0] for row in base.execute(sql, (text,))] if text else []

        return find

    def trigrams(query):
        return list(dict.fromkeys('"' + query[place:place + 3] + '"' for place in range(len(query) - 2)))

    def beginnings(query):
        return [f'"{word[:4]}"*' for word in query.split()]

    try:
        measure("SQLite FTS5, trigrams", queries, finder(table("trigram"), trigrams))
        measure("SQLite FTS5, word beginnings", queries, finder(table("unicode61"), beginnings))
    except sqlite3.OperationalError as error:
        print(f"this SQLite has no full-text search with trigrams ({error}): left out", file=sys.stderr)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t", 1) for line in file]
    with open(sys.argv[2], encoding="utf-8") as file:
        queries = [line.rstrip("\n") for line in file]
    owners = [int(row[0]) for row in rows]
    names = [row[1] for row in rows]
    full_text(names, owners, queries)
    rapidfuzz(names, owners, queries)


main()
