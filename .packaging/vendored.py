#!/usr/bin/env python3
"""Lays what the build takes from elsewhere beside the sources, so that a package is built without a network.

    vendored.py CHECKOUTS TREE

copies the packages that `swift package resolve` has left in the folder CHECKOUTS into TREE/Vendored, without tests and documentation,
and has all manifests in TREE look for them there. TREE/Vendored/versions.tsv tells which version each one is.
"""

import json
import pathlib
import re
import shutil
import sys

# At the top of a package; what lies deeper are sources, whatever they are called.
LEFT_OUT = {
    "Tests", "Benchmarks", "IntegrationTests", "FuzzTesting", "Performance", "Documentation", "docs", "dev", "scripts", "Examples",
    "Plugins", "Reference", "Snippets", "Support", "Package.resolved",
}


def left_out(package):
    """What is not copied of a package, as copytree asks."""

    def names(folder, entries):
        is_top = pathlib.Path(folder) == package
        if pathlib.Path(folder) == package / "Sources" and package.name == "swift-protobuf":
            # The compiler of protobuf, in C++, and what calls it.
            return [name for name in entries if name not in ("SwiftProtobuf", "SwiftProtobufPluginLibrary", "protoc-gen-swift")]
        return [
            name
            for name in entries
            if name.startswith(".") or name.endswith((".docc", ".md", ".xcodeproj", ".playground")) or is_top and name in LEFT_OUT
        ]

    return names


def identity(address):
    """The name by which manifests know a package: the last part of its address."""
    return address.rstrip("/").split("/")[-1].removesuffix(".git")


def partner(text, start):
    """Behind the sign that closes the one at `start`; strings are passed over."""
    depth, place = 0, start
    while True:
        sign = text[place]
        if sign == '"':
            place = text.index('"', place + 1)
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        place += 1
        if depth == 0:
            return place


# Appended to each manifest: targets whose sources were left out go, and the products that hold them.
WITHOUT = """
import Foundation

package.targets.removeAll { target in
    let usual = target.type == .test ? "Tests" : target.type == .plugin ? "Plugins" : "Sources"
    let path = target.path ?? "\\(usual)/\\(target.name)"
    return target.type == .test || !FileManager.default.fileExists(atPath: "\\(Context.packageDirectory)/\\(path)")
}
package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? (product as? Product.Plugin)?.targets
    return (targets ?? []).contains { name in !package.targets.contains { $0.name == name } }
}
"""


def without_resources(text):
    """A manifest without files that are found at run time: the code that looks for them would hold the folder that it was built in."""
    for found in reversed(list(re.finditer(r"(?<!let )\bresources:\s*", text))):
        depth, end = 0, found.end()
        while depth > 0 or text[end] not in ",)":
            depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[: found.end()] + "[]" + text[end:]
    return text


def local(text, known, folder):
    """A manifest that looks for the known packages in a folder, by the traits that it asks them for."""
    place = 0
    while (start := text.find(".package(", place)) >= 0:
        end = partner(text, text.index("(", start))
        call = text[start:end]
        address = re.search(r'url:\s*"([^"]+)"', call)
        place = start + 1
        if address and identity(address[1]) in known:
            traits = re.search(r"traits:\s*(?=\[)", call)
            asked = f", traits: {call[traits.end():partner(call, traits.end())]}" if traits else ""
            made = f'.package(path: "{folder}/{identity(address[1])}"{asked})'
            text = text[:start] + made + text[end:]
    return text


def rewrite(package, known, folder, is_ours):
    for manifest in package.glob("Package*.swift"):
        text = manifest.read_text()
        manifest.write_text(local(text if is_ours else without_resources(text) + WITHOUT, known, folder))


def main(checkouts, tree):
    state = json.loads((checkouts.parent / "workspace-state.json").read_text())
    versions = {
        identity(each["packageRef"]["location"]): each["state"]["checkoutState"].get("version", each["state"]["checkoutState"]["revision"])
        for each in state["object"]["dependencies"]
        if "checkoutState" in each["state"]
    }
    vendored = tree / "Vendored"
    shutil.rmtree(vendored, ignore_errors=True)
    for name in sorted(versions):
        shutil.copytree(checkouts / name, vendored / name, ignore=left_out(checkouts / name), symlinks=True)
        rewrite(vendored / name, versions, "..", is_ours=False)
    rewrite(tree, versions, "Vendored", is_ours=True)
    rewrite(tree / "Fleet", versions, "../Vendored", is_ours=True)
    (vendored / "versions.tsv").write_text("".join(f"{name}\t{versions[name]}\n" for name in sorted(versions)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
