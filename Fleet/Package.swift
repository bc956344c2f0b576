// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "alight-fleet",
  products: [.library(name: "Fleet", targets: ["Fleet", "FleetSQL", "FleetSQLite", "FleetPostgres", "FleetNATS"])],
  dependencies: [
    .package(name: "alight", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "Fleet",
      dependencies: [.product(name: "Journey", package: "alight"), .product(name: "Alerts", package: "alight")]),
    .target(
      name: "FleetSQL",
      dependencies: [
        "Fleet", .product(name: "Journey", package: "alight"), .product(name: "Alerts", package: "alight"),
      ]),
    .target(name: "FleetSQLite", dependencies: ["FleetSQL", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "FleetPostgres",
      dependencies: ["FleetSQL", "CPostgres", .product(name: "Blocking", package: "alight")]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "FleetNATS", dependencies: ["Fleet", "CNats"]),
    .testTarget(
      name: "FleetTests", dependencies: ["Fleet", "FleetSQL", "FleetSQLite", "FleetPostgres", "FleetNATS", "CNats"]),
  ],
  swiftLanguageModes: [.v6]
)
