#!/usr/bin/env python3
"""Prints debian/copyright: copyright.in, a part for each vendored package, and the texts of the licences.

    copyright.py debian/copyright.in Vendored

It fails where a package has a licence that is not known here, so that none is passed over.
"""

import pathlib
import re
import sys

# What is of other origin inside of a package, by the patterns of its files.
INSIDE = [
    ("swift-nio/Sources/CNIOLLHTTP/*", "2018 Fedor Indutny", "Expat"),
    ("swift-nio/Sources/CNIOSHA1/*", "1995-1998 WIDE Project", "BSD-3-clause"),
    ("swift-nio-extras/Sources/CNIOExtrasZlib/*", "1995-2022 Jean-loup Gailly and Mark Adler", "Zlib"),
    ("swift-crypto/Sources/CCryptoBoringSSL/*", "1995-2024 The OpenSSL Project Authors, Google Inc. and others", "Apache-2.0"),
    ("swift-nio-ssl/Sources/CNIOBoringSSL/*", "1995-2024 The OpenSSL Project Authors, Google Inc. and others", "Apache-2.0"),
    ("swift-crypto/Sources/CCryptoBoringSSL/third_party/fiat/*", "2015-2020 the fiat-crypto authors", "Expat"),
    ("swift-nio-ssl/Sources/CNIOBoringSSL/third_party/fiat/*", "2015-2020 the fiat-crypto authors", "Expat"),
    ("swift-crypto/Sources/CXKCP/*", "Guido Bertoni, Joan Daemen, Michaël Peeters, Gilles Van Assche and Ronny Van Keer", "CC0-1.0"),
    ("swift-nio/Sources/CNIOAtomics/src/cpp_magic.h", "2014 Thomas Nixon, Jonathan Heathcote", "Expat"),
    ("swift-certificates/Sources/X509/X509BaseTypes/TimeCalculations.swift", "2005-2020 Rich Felker", "Expat"),
    ("swift-protobuf/Sources/SwiftProtobuf/*.pb.swift", "2008 Google Inc.", "BSD-3-clause"),
    ("Yams/Sources/CYaml/*", "2006-2016 Kirill Simonov, 2017-2020 Ingy döt Net", "Expat"),
]

# Whose packages have no line of copyright in their licence.
OWNERS = {
    "swift-mustache": "2021-2026 the Hummingbird authors",
}
OTHERS = "2014-2026 Apple Inc. and the Swift project authors"


def licence(text, path):
    """The short name of a licence by its words."""
    if "Apache License" in text:
        return "Apache-2.0 with Swift-Runtime-Library exception" if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "Expat"
    raise SystemExit(f"{path}: a licence that copyright.py does not know: add it")


def owner(name, text, short):
    # The text of the Apache licence has a line of copyright to be filled in.
    found = None if short.startswith("Apache") else re.search(r"Copyright \([cC]\) (.+?)\.?$", text, re.MULTILINE)
    return found[1] if found else OWNERS.get(name, OTHERS)


def noticed(package):
    """Who a package's notice says it is of."""
    for notice in package.glob("NOTICE*"):
        if found := re.search(r"^Copyright (\d.+)$", notice.read_text(encoding="utf-8"), re.MULTILINE):
            return found[1]
    return None


def paragraph(files, copyright, short):
    return f"Files: {files}\nCopyright: {copyright}\nLicense: {short}\n"


def main(begin, vendored):
    parts = [pathlib.Path(begin).read_text(encoding="utf-8").rstrip() + "\n"]
    for package in sorted(each for each in pathlib.Path(vendored).iterdir() if each.is_dir()):
        texts = sorted(package.glob("LICENSE*"))
        if not texts:
            raise SystemExit(f"{package}: no licence is there")
        text = texts[0].read_text(encoding="utf-8")
        short = licence(text, texts[0])
        parts.append(paragraph(f"Vendored/{package.name}/*", noticed(package) or owner(package.name, text, short), short))
        for pattern, who, name in INSIDE:
            if pattern.startswith(package.name + "/") and any(package.parent.glob(pattern)):
                parts.append(paragraph(f"Vendored/{pattern}", who, name))
    texts = pathlib.Path(begin).with_name("licences")
    # Of the data of Unicode in the toolchain, which is no file here.
    used = {"Unicode-3.0"} | set(re.findall(r"^License: (.+)$", "\n".join(parts), re.MULTILINE))
    for short in sorted(used):
        parts.append(f"License: {short}\n" + (texts / f"{short.split(' with ')[0]}{'-swift' if ' with ' in short else ''}").read_text(encoding="utf-8"))
    print("\n".join(part.rstrip() + "\n" for part in parts), end="")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
