#!/bin/sh
# The names of the suites that bear the tag "alone", as one regular expression for `swift test --filter` and `--skip`.
cd "$(dirname "$0")"
find . -name '*.swift' -exec awk '
  /^@Suite\(/ { isOpen = 1; isAlone = 0 }
  isOpen && /\.tags\(\.alone\)/ { isAlone = 1 }
  isOpen && match($0, /(struct|class|actor) [A-Za-z]+/) {
    if (isAlone) { split(substr($0, RSTART, RLENGTH), words, " "); print words[2] }
    isOpen = 0
  }' {} + | sort -u | paste -s -d '|'
