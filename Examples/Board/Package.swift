// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "board",
    dependencies: [.package(name: "gestured", path: "../..")],
    targets: [
        .executableTarget(
            name: "board",
            dependencies: [
                .product(name: "GestureClient", package: "gestured"),
                .product(name: "GestureClientTesting", package: "gestured"),
            ],
            path: "Sources", swiftSettings: settings),
        .testTarget(name: "BoardTests", dependencies: ["board"], path: "Tests", swiftSettings: settings),
    ]
)
