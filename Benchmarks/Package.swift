// swift-tools-version:6.2
import PackageDescription

/// The name within which `package` declarations can be used: that of the folder around this one, as the package manager makes a word of it.
let house = String(Context.packageDirectory.split(separator: "/").dropLast().last?.map { $0.isLetter || $0.isNumber ? $0 : "_" } ?? [])
    .lowercased()

// The floors that the server's figures stand beside: see README.md.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "gatehouse", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CBareArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CLibOATH", pkgConfig: "liboath", providers: [.apt(["liboath-dev"])]),
        .target(name: "BenchSupport"),
        .executableTarget(
            name: "otp",
            dependencies: [
                "CLibOATH", .product(name: "OneTimePassword", package: "gatehouse"), .product(name: "Primitives", package: "gatehouse"),
            ]),
        .executableTarget(
            name: "webauthn",
            dependencies: [
                .product(name: "WebAuthn", package: "gatehouse"), .product(name: "CBOR", package: "gatehouse"),
                .product(name: "Primitives", package: "gatehouse"), .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "jose",
            dependencies: [
                .product(name: "JOSE", package: "gatehouse"), .product(name: "Primitives", package: "gatehouse"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "claims",
            dependencies: [
                "DeviceMessages", "JOSE", "Primitives", "TransparencyLog", "VerifiableClaims", "WalletMessages",
            ].map { .product(name: $0, package: "gatehouse") } + ["BenchSupport", .product(name: "Crypto", package: "swift-crypto")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
        .executableTarget(
            name: "submissions",
            dependencies: ["DeviceMessages", "JOSE", "Primitives", "VerificationMessages"].map { .product(name: $0, package: "gatehouse") }
                + [
                    "BenchSupport", .product(name: "Crypto", package: "swift-crypto"),
                ], packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
        .executableTarget(
            name: "vision", dependencies: [.product(name: "CVision", package: "gatehouse")],
            // From C++20 on the compiler wants CVision's header as a module, which SwiftPM makes for Swift alone.
            cxxSettings: [.unsafeFlags(["-std=c++17"])],
            linkerSettings: ["ZXing", "dlib", "blas", "lapack", "m"].map { .linkedLibrary($0) }),
        .executableTarget(
            name: "zones",
            dependencies: ["CVision", "ZoneReading"].map { .product(name: $0, package: "gatehouse") },
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
        .executableTarget(
            name: "floors",
            dependencies: [
                "CBareArgon2",
                .product(name: "Primitives", package: "gatehouse"),
                .product(name: "Store", package: "gatehouse"),
                .product(name: "StorePostgres", package: "gatehouse"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "front", dependencies: [.product(name: "Simulation", package: "gatehouse")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
        .executableTarget(
            name: "risk",
            dependencies: [
                "AsyncHTTPTransport", "DeviceFoundation", "DeviceProfile", "Directory", "Foundations", "GeoFiles", "Primitives", "Risk",
                "RiskScoring", "RiskSignals", "Services", "Signals", "Store",
            ].map { .product(name: $0, package: "gatehouse") } + ["BenchSupport"],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
        .executableTarget(
            name: "phones",
            dependencies: ["AsyncHTTPTransport", "DeviceFoundation", "DeviceMessages", "JOSE", "MFA", "OneTimePassword", "Primitives"].map {
                .product(name: $0, package: "gatehouse")
            } + ["BenchSupport", .product(name: "Crypto", package: "swift-crypto")]),
        .executableTarget(
            name: "sealed",
            dependencies: ["CommandChannel", "DeviceFoundation", "Orchestration", "Primitives"].map {
                .product(name: $0, package: "gatehouse")
            } + ["BenchSupport", .product(name: "Crypto", package: "swift-crypto")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", house])]),
    ],
    swiftLanguageModes: [.v6])
