// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "alight-fleet",
  products: [
    .executable(name: "alight-fleet", targets: ["alight-fleet"]),
    .library(name: "Fleet", targets: ["Fleet", "FleetSQL", "FleetSQLite", "FleetPostgres", "FleetNATS"]),
  ],
  dependencies: [
    .package(name: "alight", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "Fleet",
      dependencies: [
        .product(name: "Journey", package: "alight"), .product(name: "Alerts", package: "alight"),
        .product(name: "Following", package: "alight"), .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(
      name: "FleetSQL",
      dependencies: [
        "Fleet", .product(name: "Journey", package: "alight"), .product(name: "Alerts", package: "alight"),
        .product(name: "WebPush", package: "alight"), .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(name: "FleetSQLite", dependencies: ["FleetSQL", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "FleetPostgres",
      dependencies: ["FleetSQL", "CPostgres", .product(name: "Blocking", package: "alight")]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "FleetNATS", dependencies: ["Fleet", "CNats"]),
    .target(
      name: "FleetService",
      dependencies: [
        "Fleet", "FleetSQL", .product(name: "Journey", package: "alight"), .product(name: "Alerts", package: "alight"),
        .product(name: "Following", package: "alight"), .product(name: "Conversation", package: "alight"),
        .product(name: "WebPush", package: "alight"),
        .product(name: "Logging", package: "swift-log"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "FleetOptions",
      dependencies: [
        "Fleet", "FleetSQLite", "FleetPostgres", "FleetNATS",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "alight-fleet",
      dependencies: [
        "FleetService", "FleetOptions", .product(name: "WebPush", package: "alight"),
        .product(name: "Journey", package: "alight"), .product(name: "Manual", package: "alight"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The workshop: it puts load and faults on the service, and is no part of it.
    .executableTarget(
      name: "fleet-lab",
      dependencies: [
        "FleetService", "FleetOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "FleetTests",
      dependencies: [
        "Fleet", "FleetSQL", "FleetSQLite", "FleetPostgres", "FleetNATS", "FleetService", "CNats", "alight-fleet",
        .product(name: "WebPush", package: "alight"), .product(name: "Logging", package: "swift-log"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Crypto", package: "swift-crypto"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
