#!/usr/bin/env python3
"""Prints what is linked into the programs as the field Static-Built-Using has it.

    built_using.py linked-in.tsv
"""

import sys


def main(path):
    parts = {}
    for line in open(path, encoding="utf-8"):
        name, version = line.rstrip("\n").split("\t")
        if not version:
            sys.exit(f"{path}: {name} has no version")
        # Names of packages have small letters.
        parts[name.lower()] = version
    print(", ".join(f"{name} (= {parts[name]})" for name in sorted(parts)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
