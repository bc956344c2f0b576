#!/usr/bin/env python3
"""The most usual words of a language and the decadic logarithms of their shares, for the recogniser to hold answers against.

    background.py LANGUAGE > Prompts/models/background-LANGUAGE.tsv

Needs wordfreq (pip install wordfreq==3.1.1).
"""
import importlib.metadata
import math
import sys
import unicodedata

import wordfreq

COUNT = 3000


def is_spoken(word):
    """Whether it is a word as a voice says it: no number, no sign, no single letter that is an abbreviation."""
    letters = word.replace("'", "")
    plain = letters and all(unicodedata.category(letter).startswith("L") for letter in letters)
    return plain and (len(word) > 1 or word in ("a", "i", "o"))


def main(language):
    words = [word for word in wordfreq.top_n_list(language, 2 * COUNT) if is_spoken(word)][:COUNT]
    print(f"# The {len(words):,} most usual words of the language and the decadic logarithm of their share: wordfreq "
          f"{importlib.metadata.version('wordfreq')} (R. Speer, 2022), CC BY-SA 4.0; made by make background")
    for word in words:
        print(f"{word}\t{math.log10(wordfreq.word_frequency(word, language)):.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
