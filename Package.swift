// swift-tools-version: 6.2
import PackageDescription

/// `GESTURED_EMBEDDED=1` builds the same sources as Embedded Swift: no Swift runtime to load, half the memory. Whether two
/// accesses overlap is checked while it runs in the other build alone, in which all tests are run too.
let embedded = Context.environment["GESTURED_EMBEDDED"] == "1"

let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety()]
    + (embedded
        ? [
            .enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo", "-enforce-exclusivity=unchecked"]),
        ] : [])

/// As Embedded Swift, a program compiles all that it uses of other modules together with its own code. Machine code in the object of
/// a library would be a second copy, which takes time to build and makes the program larger and slower.
let library = settings + (embedded ? [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])] : [])

let hasUnitTests = Context.environment["GESTURED_UNIT_TESTS"] == "1"

/// `GESTURED_UNIT_TESTS=1` optimizes what tests with thousands of random touches run, as scripts/unit-tests does. Optimizing all
/// modules would take longer than it saves.
let tested =
    library
    + (hasUnitTests && !embedded
        ? [.unsafeFlags(["-O", "-wmo", "-disable-batch-mode", "-num-threads", "1"])] : [])

/// Tests are always ordinary Swift, which they need for reflection.
let tests: [Target] =
    embedded
    ? []
    : [
        .target(
            name: "TestSupport", dependencies: ["TouchScripts", "GestureCore", "Text"], path: "Tests/TestSupport",
            swiftSettings: tested),
        .testTarget(name: "TextTests", dependencies: ["Text"]),
        .testTarget(name: "GestureCoreTests", dependencies: ["GestureCore", "Text", "TestSupport"]),
        .testTarget(
            name: "TouchDecodingTests",
            dependencies: ["TouchDecoding", "TouchRecordings", "GestureCore", "TestSupport"]),
        .testTarget(
            name: "TouchRecordingsTests",
            dependencies: ["TouchRecordings", "TouchDecoding", "GestureCore", "TestSupport"]),
        .testTarget(
            name: "TouchDevicesTests",
            dependencies: [
                "TouchDevices", "TouchDecoding", "GestureCore", "CLibevdev", "System", "Text", "TestSupport",
            ]),
        .testTarget(
            name: "GestureProtocolTests", dependencies: ["GestureProtocol", "GestureCore", "Text", "TestSupport"]),
        .testTarget(
            name: "GestureConfigurationTests",
            dependencies: ["GestureConfiguration", "TouchDecoding", "GestureCore", "Text"]),
        .testTarget(
            name: "GestureServiceTests",
            dependencies: [
                "GestureService", "GestureConfiguration", "GestureProtocol", "TouchDevices", "TouchRecordings",
                "TouchDecoding",
                "GestureCore", "System", "Text", "TestSupport",
            ]),
        .testTarget(
            name: "TouchSketchesTests",
            dependencies: ["TouchSketches", "GestureProtocol", "GestureCore", "Text", "TestSupport"]),
        .testTarget(
            name: "GestureActionsTests",
            dependencies: [
                "GestureActions", "GestureProtocol", "GestureCore", "Text", "TestSupport",
            ]),
        .testTarget(
            name: "GestureConnectionTests", dependencies: ["GestureConnection", "GestureProtocol", "GestureCore"]),
        .testTarget(
            name: "GestureClientTests",
            dependencies: ["GestureClientTesting", "GestureClient", "GestureProtocol", "GestureCore", "TestSupport"]),
        .testTarget(
            name: "GestureClientServiceTests",
            dependencies: ["GestureClient", "GestureProtocol", "CLinux", "gestured", "gesturectl"]),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "GestureProtocol", "GestureCore", "Text"]),
        .testTarget(
            name: "ServiceAccessTests", dependencies: ["ServiceAccess", "GestureProtocol", "GestureCore", "Text"]),
        .testTarget(
            name: "TouchPictureTests",
            dependencies: ["TouchPicture", "Terminal", "TouchRecordings", "GestureCore", "Text", "TestSupport"]),
        .testTarget(
            name: "TouchViewerTests",
            dependencies: [
                "TouchViewer", "Terminal", "GestureProtocol", "TouchRecordings", "GestureCore", "Text", "TestSupport",
            ]),
        .testTarget(
            name: "DiagnosisTests",
            dependencies: [
                "Diagnosis", "ServiceAccess", "Terminal", "GestureConfiguration", "GestureProtocol", "TouchDevices",
                "TouchDecoding", "GestureCore", "Text",
            ]),
        .testTarget(
            name: "PanelSetupTests",
            dependencies: [
                "PanelSetup", "Terminal", "GestureConfiguration", "GestureProtocol", "TouchDecoding", "GestureCore",
                "Text", "TestSupport",
            ]),
        .testTarget(
            name: "ActionRunnerTests",
            dependencies: [
                "ActionRunner", "GestureActions", "TouchDecoding", "GestureCore", "System", "Text", "CLinux",
            ]),
        .testTarget(
            name: "GesturectlTests", dependencies: ["gesturectl", "Terminal", "GestureActions", "GestureProtocol"]),
    ]

/// `GESTURED_SANITIZE=thread` is what scripts/sanitize builds with.
let clientSettings =
    settings + (Context.environment["GESTURED_SANITIZE"] == "thread" ? [.define("THREAD_SANITIZER")] : [])

/// The libraries for programs in ordinary Swift, which use its concurrency.
let client: [Target] =
    embedded
    ? []
    : [
        .target(
            name: "GestureClient",
            dependencies: ["GestureConnection", "GestureProtocol", "GestureCore", "Text", "System", "CLinux"],
            swiftSettings: clientSettings),
        .target(
            name: "GestureClientTesting",
            dependencies: [
                "GestureClient", "GestureProtocol", "TouchScripts", "TouchRecordings", "TouchDecoding", "GestureCore",
                "Text",
            ],
            swiftSettings: clientSettings),
    ]

let hasLongTests = Context.environment["GESTURED_LONG_TESTS"] == "1"

/// `GESTURED_LONG_TESTS=1` adds the programs that scripts/simulate-day and scripts/worst-request build.
let longTests: [Target] =
    hasLongTests
    ? [
        .systemLibrary(name: "CAllocator", path: "Tests/Endurance/CAllocator"),
        .executableTarget(
            name: "SimulatedDay",
            dependencies: [
                "CAllocator", "GestureService", "GestureProtocol", "TouchDecoding", "GestureCore", "System",
                "TestSupport",
            ], path: "Tests/Endurance/SimulatedDay"),
        .executableTarget(
            name: "WorstRequest",
            dependencies: [
                "CAllocator", "GestureService", "GestureConfiguration", "GestureProtocol", "GestureCore", "System",
                "TestSupport",
            ], path: "Tests/Endurance/WorstRequest"),
    ] : []

/// The programs that scripts/fuzz builds, with options that link libFuzzer, or that scripts/unit-tests builds beside the tests, with
/// `GESTURED_FUZZER` as the path of libFuzzer.
let fuzzer = Context.environment["GESTURED_FUZZER"]
let fuzzerSettings: [LinkerSetting] = fuzzer.map { [.unsafeFlags([$0]), .linkedLibrary("stdc++")] } ?? []
let fuzzers: [Target] =
    hasLongTests || fuzzer != nil
    ? [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .target(
            name: "FuzzSupport",
            dependencies: [
                "CLibFuzzer", "TouchRecordings", "TouchDecoding", "GestureProtocol", "GestureCore", "TestSupport",
            ],
            path: "Tests/Fuzz/Support"),
    ]
        + ["Frames", "Evemu", "Getevent", "Libinput", "Socket", "Configuration", "Replies"].map {
            .executableTarget(
                name: "Fuzz\($0)",
                dependencies: [
                    "FuzzSupport", "GestureService", "GestureClient", "GestureConfiguration", "GestureProtocol",
                    "TouchRecordings", "TouchDecoding", "GestureCore", "System", "TestSupport",
                ],
                path: "Tests/Fuzz/\($0)", linkerSettings: fuzzerSettings)
        }
    : []

/// `GESTURED_FOREIGN_TESTS=1` adds the programs that scripts/test-foreign builds, as Embedded Swift, which lacks reflection.
let foreignTests: [Target] =
    Context.environment["GESTURED_FOREIGN_TESTS"] == "1"
    ? [
        .target(
            name: "TestSupport", dependencies: ["TouchScripts", "GestureCore", "Text"], path: "Tests/TestSupport",
            exclude: [
                "BalanceChecker.swift", "Demand.swift", "EventText.swift", "FrameChecker.swift", "Replay.swift",
                "RandomRuns.swift", "RegionText.swift", "SelectionText.swift",
            ],
            swiftSettings: library),
        .executableTarget(
            name: "RandomFrames", dependencies: ["GestureProtocol", "GestureCore", "Text", "CLinux", "TestSupport"],
            path: "Tests/Foreign/RandomFrames", swiftSettings: settings),
        .target(
            name: "CBoundary", dependencies: ["CEvdevMessages", "CLibevdev", "CJsonC"], path: "Tests/Foreign/CBoundary"),
        .executableTarget(
            name: "Boundary",
            dependencies: ["CBoundary", "GestureProtocol", "Text", "CEvdevMessages", "CLibevdev", "CJsonC", "CLinux"],
            path: "Tests/Foreign/Boundary", swiftSettings: settings),
    ]
    : []

/// `GESTURED_BENCHMARKS=1` adds the programs that Benchmarks/Core/measure and Benchmarks/Client/measure build.
let benchmarks: [Target] =
    Context.environment["GESTURED_BENCHMARKS"] == "1"
    ? [
        .target(name: "CBenchmark", path: "Benchmarks/Core/CBenchmark"),
        .executableTarget(
            name: "CoreBenchmark",
            dependencies: [
                "CBenchmark", "GestureProtocol", "TouchRecordings", "TouchDecoding", "GestureCore", "System", "Text",
            ],
            path: "Benchmarks/Core/CoreBenchmark", swiftSettings: settings),
    ]
        + (embedded
            ? []
            : [
                .executableTarget(
                    name: "ClientBenchmark", dependencies: ["GestureClient", "GestureConnection"],
                    path: "Benchmarks/Client/ClientBenchmark", swiftSettings: settings)
            ])
    : []

/// Everything the products share is a module of its own; imports go inwards, from what does I/O to what is pure.
let package = Package(
    name: "gestured",
    products: [
        .executable(name: "gestured", targets: ["gestured"]),
        .executable(name: "gesturectl", targets: ["gesturectl"]),
        .library(name: "GestureCore", targets: ["GestureCore"]),
        .library(name: "GestureConnection", targets: ["GestureConnection"]),
    ]
        + (embedded
            ? []
            : [
                .library(name: "GestureClient", targets: ["GestureClient"]),
                .library(name: "GestureClientTesting", targets: ["GestureClientTesting"]),
            ]),
    targets: [
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev", "libmtdev-dev"])]),
        .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CLibinih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CJsonC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CEvdevMessages", dependencies: ["CLibevdev"]),
        .target(name: "Text", swiftSettings: tested),
        .target(name: "System", dependencies: ["Text", "CLinux"], swiftSettings: library),

        // The standard library's square root is the C library's where the optimizer does not make it an instruction. As Embedded
        // Swift it does, and scripts/build has the library only linked if something is needed of it.
        .target(
            name: "GestureCore", dependencies: ["Text"], swiftSettings: tested,
            linkerSettings: embedded ? [] : [.linkedLibrary("m")]),
        .target(
            name: "TouchDecoding", dependencies: ["GestureCore", "Text", "CLibevdev"],
            swiftSettings: tested, linkerSettings: [.linkedLibrary("mtdev")]),
        .target(name: "TouchScripts", dependencies: ["GestureCore"], swiftSettings: tested),
        .target(
            name: "TouchRecordings",
            dependencies: ["TouchDecoding", "GestureCore", "Text", "System", "CLibevdev"], swiftSettings: tested),
        .target(
            name: "TouchDevices",
            dependencies: [
                "TouchRecordings", "TouchDecoding", "GestureCore", "Text", "System", "CLibevdev", "CEvdevMessages",
                "CLibudev", "CLinux",
            ],
            swiftSettings: library),
        .target(
            name: "GestureProtocol", dependencies: ["GestureCore", "Text", "CJsonC"],
            resources: [
                .embedInCode("org.gestured.Gestures.varlink"), .embedInCode("org.gestured.Control.varlink"),
                .embedInCode("org.varlink.service.varlink"),
            ],
            swiftSettings: tested),
        .target(
            name: "TouchSketches", dependencies: ["GestureProtocol", "GestureCore", "Text"], swiftSettings: library),
        .target(
            name: "GestureActions",
            dependencies: ["GestureProtocol", "GestureCore", "Text", "CLibevdev"],
            swiftSettings: library),
        .target(
            name: "GestureConfiguration",
            dependencies: [
                "TouchDecoding", "GestureCore", "Text", "System", "CLibinih", "CLinux",
            ],
            swiftSettings: library),
        .target(
            name: "GestureService",
            dependencies: [
                "GestureConfiguration", "GestureProtocol", "TouchDevices", "TouchRecordings", "TouchDecoding",
                "GestureCore", "Text", "System", "CLinux",
            ],
            swiftSettings: tested),
        .target(
            name: "GestureConnection", dependencies: ["GestureProtocol", "GestureCore", "System", "Text", "CLinux"],
            swiftSettings: library),
        .target(
            name: "Terminal", dependencies: ["GestureProtocol", "GestureCore", "System", "Text", "CLinux"],
            swiftSettings: library),
        .target(
            name: "ServiceAccess",
            dependencies: [
                "Terminal", "GestureConnection", "GestureConfiguration", "GestureProtocol", "TouchRecordings",
                "TouchDecoding", "GestureCore", "System", "Text", "CLinux",
            ],
            swiftSettings: library),

        .target(
            name: "TouchPicture",
            dependencies: [
                "Terminal", "GestureProtocol", "TouchRecordings", "TouchDecoding", "GestureCore", "Text",
            ],
            swiftSettings: library),
        .target(
            name: "TouchViewer",
            dependencies: [
                "ServiceAccess", "Terminal", "GestureConnection", "GestureConfiguration", "GestureProtocol",
                "TouchRecordings", "GestureCore", "System", "Text", "CLinux",
            ],
            swiftSettings: library),
        .target(
            name: "Diagnosis",
            dependencies: [
                "ActionRunner", "ServiceAccess", "Terminal", "GestureConnection", "GestureConfiguration",
                "GestureProtocol",
                "TouchDevices", "TouchDecoding", "GestureCore", "System", "Text", "CLinux",
            ],
            swiftSettings: library),
        .target(
            name: "PanelSetup",
            dependencies: [
                "Diagnosis", "ServiceAccess", "Terminal", "GestureConnection", "GestureConfiguration",
                "GestureProtocol", "TouchDevices", "TouchRecordings", "TouchDecoding", "GestureCore", "System", "Text",
                "CLinux",
            ],
            swiftSettings: library),
        .target(
            name: "ActionRunner",
            dependencies: [
                "GestureActions", "ServiceAccess", "Terminal", "GestureConnection",
                "GestureConfiguration", "GestureProtocol", "TouchRecordings", "TouchDecoding", "GestureCore", "System",
                "Text", "CLibevdev",
                "CLinux",
            ],
            resources: ["sway", "hyprland", "labwc", "gnome", "kde", "generic"].map {
                .embedInCode("Examples/\($0).conf")
            },
            swiftSettings: library),

        .executableTarget(
            name: "gestured",
            dependencies: [
                "GestureService", "GestureConfiguration", "GestureProtocol", "TouchRecordings",
                "TouchDecoding", "GestureCore", "Text", "System", "CLinux",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gesturectl",
            dependencies: [
                "ActionRunner", "PanelSetup", "Diagnosis", "TouchViewer", "TouchPicture", "ServiceAccess", "Terminal",
                "GestureActions", "TouchSketches", "GestureConnection", "GestureConfiguration", "GestureProtocol",
                "TouchDevices", "TouchRecordings", "TouchDecoding", "GestureCore", "Text", "System", "CLinux",
            ],
            swiftSettings: settings),
    ] + client + tests + longTests + fuzzers + foreignTests + benchmarks
)

/// `GESTURED_TEST_TARGETS` names test targets: the package then has only these and what they depend on.
if let names = Context.environment["GESTURED_TEST_TARGETS"] {
    let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    func add(_ name: String) {
        guard needed.insert(name).inserted else { return }
        for case .byNameItem(let name, _) in byName[name]?.dependencies ?? [] { add(name) }
    }
    for name in names.split(separator: " ") { add(String(name)) }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
