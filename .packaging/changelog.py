#!/usr/bin/env python3
"""Prints the changelog of the Debian packages from the releases in the AppStream metadata.

    changelog.py org.alight.alight.metainfo.xml [REVISION]

REVISION is that of the package, "0alight1" where none is named.
"""

import datetime
import sys
import textwrap
import xml.etree.ElementTree as tree

MAINTAINER = "The Alight developers <developers@alight.example>"


def main(path, revision="0alight1"):
    for release in tree.parse(path).iterfind("releases/release"):
        day = datetime.datetime.fromisoformat(release.get("date")).replace(tzinfo=datetime.timezone.utc)
        print(f"alight ({release.get('version')}-{revision}) unstable; urgency=medium\n")
        for item in release.iter("li"):
            print(textwrap.fill(" ".join(item.text.split()), 78, initial_indent="  * ", subsequent_indent="    "))
        print(f"\n -- {MAINTAINER}  {day:%a, %d %b %Y %H:%M:%S +0000}\n")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
