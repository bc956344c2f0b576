// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "alight",
  products: [
    .executable(name: "alight", targets: ["alight"]),
    .library(name: "Journey", targets: ["Journey"]),
    .library(name: "Matching", targets: ["Matching"]),
    .library(name: "Conversation", targets: ["Conversation"]),
    .library(name: "Alerts", targets: ["Alerts"]),
    .library(name: "Dialogue", targets: ["Dialogue"]),
    .library(name: "Following", targets: ["Following"]),
    .library(name: "Blocking", targets: ["Blocking"]),
    .library(name: "WebPush", targets: ["WebPush"]),
    .library(name: "Manual", targets: ["Manual"]),
  ],
  // What may be left out: swift build --disable-default-traits
  traits: [
    .trait(name: "Voice", description: "Spoken answers, recognised by pocketsphinx"),
    .trait(name: "MQTT", description: "Positions of phones and published alerts, by libmosquitto"),
    .trait(name: "Realtime", description: "Live feeds in GTFS Realtime, by SwiftProtobuf"),
    .trait(name: "Page", description: "The page in the browser and Web Push, by Hummingbird and BoringSSL"),
    .default(enabledTraits: ["Voice", "MQTT", "Realtime", "Page"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CKissFFT", providers: [.apt(["libkissfft-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(name: "Journey"),
    .target(name: "Blocking"),
    .target(name: "Programs", dependencies: [.product(name: "Subprocess", package: "swift-subprocess")]),
    .target(name: "BuiltFiles", dependencies: ["CXXHash"]),
    .target(name: "Matching", dependencies: ["Journey", "BuiltFiles", "CXXHash"]),
    .target(
      name: "Conversation",
      dependencies: ["Journey", "BuiltFiles", "Matching", .product(name: "Yams", package: "Yams")]),
    .target(
      name: "Speech",
      dependencies: [
        "Journey", "Blocking", "BuiltFiles", "Programs", "CKissFFT",
        .target(name: "CPocketSphinx", condition: .when(traits: ["Voice"])),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(name: "Listening", dependencies: ["Journey", "Matching", "Conversation", "Speech"]),
    .target(
      name: "Storage", dependencies: ["Journey", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "Timetable",
      dependencies: [
        "Journey", "BuiltFiles", "Matching", "CArchive", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "Planning", dependencies: ["Journey", "Timetable"]),
    .target(
      name: "Dialogue",
      dependencies: ["Journey", "Matching", "Conversation", "Speech", "Listening", "Storage", "Timetable", "Planning"]),
    .target(name: "Alerts", dependencies: ["Journey"]),
    .target(name: "Rehearsal", dependencies: ["Journey", "Conversation", "Alerts"]),
    .target(
      name: "Following",
      dependencies: ["Journey", "Blocking", "Alerts", .product(name: "Logging", package: "swift-log")]),
    .target(
      name: "Devices",
      dependencies: [
        "Journey", "Programs", "Alerts", "Rehearsal", "Live", "Following",
        .target(name: "CMosquitto", condition: .when(traits: ["MQTT"])),
        .product(name: "Subprocess", package: "swift-subprocess"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "Live",
      dependencies: [
        "Journey", "Alerts", "Timetable",
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["Realtime"])),
      ], exclude: ["Realtime/gtfs-realtime.proto"]),
    .target(name: "Places", dependencies: ["Journey"]),
    .target(name: "Handoff", dependencies: ["Journey", "Conversation", "Alerts", "Storage"]),
    .target(name: "RunnerStorage", dependencies: ["Journey", "Alerts", "Following", "Storage"]),
    .target(name: "Terminal", dependencies: ["Journey"]),
    .target(name: "Manual"),
    .target(
      name: "WebPush",
      dependencies: [.product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Page"]))]),
    .target(
      name: "Web",
      dependencies: [
        "WebPush",
        "Journey", "Blocking", "Matching", "Conversation", "Alerts", "Rehearsal", "Speech", "Storage", "Timetable",
        "Dialogue",
        "Handoff", "Places", "Following", "Devices", "Live",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Page"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Page"])),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["Page"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Page"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Page"])),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Page"])),
        .product(name: "Mustache", package: "swift-mustache", condition: .when(traits: ["Page"])),
      ]),
    .target(
      name: "BatchTest",
      dependencies: [
        "Journey", "Matching", "Conversation", "Speech", "Listening", "Storage", "Dialogue",
        .product(name: "Yams", package: "Yams"),
      ]),
    .executableTarget(
      name: "alight",
      dependencies: [
        "Journey", "Blocking", "BuiltFiles", "Matching", "Conversation", "Alerts", "Rehearsal", "Speech", "Listening",
        "Storage",
        "Timetable", "Live", "Dialogue", "Handoff", "Places", "BatchTest", "Terminal", "Following", "Devices",
        "RunnerStorage", "Web", "WebPush", "Manual",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), .product(name: "Yams", package: "Yams"),
      ]),
    .executableTarget(
      name: "alight-lab",
      dependencies: [
        "Journey", "Programs", "Matching", "Conversation", "Alerts", "Rehearsal", "Speech", "Storage", "Timetable",
        "Planning", "Live", "Following", "Devices", "RunnerStorage", "BatchTest", "CArchive",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"), .product(name: "Yams", package: "Yams"),
      ], exclude: ["Benchmark/peers.py", "Voice/background.py"]),
    // Servers that tests of several modules start.
    .target(name: "TestServers", path: "Tests/TestServers"),
    .testTarget(name: "ModulesTests"),
    .testTarget(name: "JourneyTests", dependencies: ["Journey"]),
    .testTarget(name: "MatchingTests", dependencies: ["BuiltFiles", "Matching", "Conversation"]),
    .testTarget(
      name: "ConversationTests", dependencies: ["Conversation", .product(name: "Yams", package: "Yams")]),
    .testTarget(name: "SpeechTests", dependencies: ["Programs", "Speech"]),
    .testTarget(name: "ListeningTests", dependencies: ["Listening"]),
    .testTarget(name: "DialogueTests", dependencies: ["Dialogue", "Speech"]),
    .testTarget(
      name: "StorageTests",
      dependencies: ["Storage", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "TimetableTests",
      dependencies: ["BuiltFiles", "Timetable", "CArchive", .product(name: "GRDB", package: "GRDB.swift")],
      exclude: ["Independent/broken_feeds.py", "Independent/count_feed.py", "Independent/made_feeds.py"]),
    .testTarget(name: "AlertsTests", dependencies: ["Alerts", "Rehearsal"]),
    .testTarget(
      name: "RunnerTests", dependencies: ["Following", "Devices", "Alerts", "Rehearsal", "Journey", "TestServers"]),
    .testTarget(
      name: "RunnerStorageTests",
      dependencies: ["RunnerStorage", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Web", "WebPush", .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Page"])),
      ]),
    .testTarget(
      name: "AlightTests",
      dependencies: [
        "alight", "Journey", "Conversation", "Alerts", "Rehearsal", "Dialogue", "BatchTest", "Terminal", "Storage",
        "Timetable", "Handoff", "Speech",
        "Following", "Devices",
        "RunnerStorage",
        "TestServers",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: [
        "Handoff/foreign_runner.py", "Handoff/foreign_ride.py", "Handoff/independent.py", "Page/browse.py",
        "Page/receivers.py",
        "Page/api_hooks.py", "Page/attacks.py", "Page/bench.py", "Live/feed_server.py",
      ]),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "Live", "Alerts", "Journey", "Timetable",
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["Realtime"])),
      ],
      exclude: ["Independent/live_times.py"]),
    .testTarget(name: "PlacesTests", dependencies: ["Places"]),
    .testTarget(name: "PlanningTests", dependencies: ["Journey", "Timetable", "Planning"]),
    .testTarget(name: "LabTests", dependencies: ["alight-lab", "Matching", "Rehearsal", "Timetable"]),
  ],
  swiftLanguageModes: [.v6]
)

// What is not optimised matches, plans and recognises many times slower, and the tests do that all day: `make test` asks for
// libraries that are; those that mostly wait for others are built sooner as they are. Flags of this kind bar others from depending on a
// package, so nobody else may get them.
let waiting: Set = ["BatchTest", "Devices", "Following", "Handoff", "RunnerStorage", "Storage", "Terminal", "Web"]
if Context.environment["ALIGHT_OPTIMISED"] != nil {
  for target in package.targets where target.type == .regular && !waiting.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"])]
  }
}

// The documentation's plugin is resolved by `make docs` alone: nobody else needs it.
if Context.environment["ALIGHT_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
