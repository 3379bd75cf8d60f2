// swift-tools-version:6.2
import Foundation
import PackageDescription

// One package, five layers (docs/architecture.md). Arrows point down only:
// apps → compatibility → client → kernel, and apps → server → kernel. Client and server never meet below the apps.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The server's asynchronous functions stay on their caller's thread, a connection's event loop (docs/decisions/0019).
let serverSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A module: one target in its layer's folder.
func module(
    _ layer: String, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", resources: resources,
        swiftSettings: layer == "Server" ? serverSettings : settings)
}

/// A small app that uses the documented SDKs as apps do (Tests/Compatibility/Apps).
func sampleApp(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Compatibility/Apps/\(name)", swiftSettings: settings)
}

/// The tests of a module, or of the package as a whole.
func tests(_ layer: String, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestVectors"], path: "Tests/\(layer)/\(name)", swiftSettings: settings)
}

/// What tests share, in a folder of its own.
func support(_ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: String(path.split(separator: "/").last ?? ""), dependencies: dependencies, path: "Tests/\(path)", swiftSettings: settings)
}

/// A program by which our half takes part in a test of Tests/Interop.
func peer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Tests/Interop/\(name)", swiftSettings: settings)
}

extension Target.Dependency {
    static let crypto: Self = .product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras: Self = .product(name: "CryptoExtras", package: "swift-crypto")
    static let asn1: Self = .product(name: "SwiftASN1", package: "swift-asn1")
    static let x509: Self = .product(name: "X509", package: "swift-certificates")
    static let asyncHTTPClient: Self = .product(name: "AsyncHTTPClient", package: "async-http-client")
    static let nioCore: Self = .product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded: Self = .product(name: "NIOEmbedded", package: "swift-nio")
    static let nioPosix: Self = .product(name: "NIOPosix", package: "swift-nio")
    static let nioHTTP1: Self = .product(name: "NIOHTTP1", package: "swift-nio")
    static let nioTLS: Self = .product(name: "NIOTLS", package: "swift-nio")
    static let nioHTTPTypes: Self = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioSSL: Self = .product(name: "NIOSSL", package: "swift-nio-ssl")
    static let hummingbird: Self = .product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore: Self = .product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdTLS: Self = .product(name: "HummingbirdTLS", package: "hummingbird")
    static let hummingbirdHTTP2: Self = .product(name: "HummingbirdHTTP2", package: "hummingbird")
    static let hummingbirdTesting: Self = .product(name: "HummingbirdTesting", package: "hummingbird")
    static let mustache: Self = .product(name: "Mustache", package: "swift-mustache")
    static let grdb: Self = .product(name: "GRDB", package: "GRDB.swift")
    static let grdbSQLite: Self = .product(name: "GRDBSQLite", package: "GRDB.swift")
    static let yams: Self = .product(name: "Yams", package: "Yams")
    static let logging: Self = .product(name: "Logging", package: "swift-log")
    static let metrics: Self = .product(name: "Metrics", package: "swift-metrics")
    static let coreMetrics: Self = .product(name: "CoreMetrics", package: "swift-metrics")
    static let metricsTesting: Self = .product(name: "MetricsTestKit", package: "swift-metrics")
    static let lifecycle: Self = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let unixSignals: Self = .product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let arguments: Self = .product(name: "ArgumentParser", package: "swift-argument-parser")
    static let collections: Self = .product(name: "Collections", package: "swift-collections")
    static let deques: Self = .product(name: "DequeModule", package: "swift-collections")
    static let httpTypes: Self = .product(name: "HTTPTypes", package: "swift-http-types")
    static let system: Self = .product(name: "SystemPackage", package: "swift-system")
}

let kernel: [Target] = [
    .target(name: "CBase64URL", path: "Sources/Kernel/CBase64URL"),
    module("Kernel", "Primitives", ["CBase64URL", .crypto]),
    module("Kernel", "CBOR", ["Primitives"]),
    module("Kernel", "JOSE", ["Primitives", .crypto, .cryptoExtras, .asn1]),
    module("Kernel", "DeviceIntegrity", ["CBOR", "JOSE", "Primitives", "WebAuthn", .crypto, .x509, .asn1]),
    module("Kernel", "JourneyMessages", ["Primitives"]),
    module("Kernel", "OAuthMessages", ["Primitives", .crypto]),
    module("Kernel", "OneTimePassword", ["Primitives", .crypto]),
    module("Kernel", "ScriptMessages", ["Primitives"]),
    module("Kernel", "ResourceMessages", ["Primitives"]),
    module("Kernel", "DeviceMessages", ["JOSE", "Primitives", .crypto]),
    module("Kernel", "AuthenticatorMessages", ["JOSE", "Primitives", .crypto]),
    module("Kernel", "DeviceBindingMessages", ["JOSE", "Primitives", .crypto]),
    module("Kernel", "WebAuthn", ["CBOR", "JOSE", "Primitives", .crypto, .cryptoExtras, .asn1, .x509]),
    module("Kernel", "WebPush", ["JOSE", "Primitives", .crypto]),
    module("Kernel", "PolicyMessages", ["OAuthMessages", "Primitives"]),
    module("Kernel", "PingIDMessages", ["DeviceMessages", "JOSE", "OneTimePassword", "Primitives", .crypto]),
    module("Kernel", "CommandChannel", ["OneTimePassword", "Primitives", .crypto, .cryptoExtras]),
    module("Kernel", "RiskSignals", ["JOSE", "Primitives", .crypto]),
    module("Kernel", "RiskScoring", ["RiskSignals", "Primitives"]),
]

let client: [Target] = [
    module("Client", "DeviceFoundation", ["Primitives", .crypto, .cryptoExtras]),
    module(
        "Client", "AsyncHTTPTransport",
        ["DeviceFoundation", "Primitives", .asyncHTTPClient, .nioCore, .nioPosix, .nioHTTP1, .nioSSL]),
    module("Client", "URLSessionTransport", ["DeviceFoundation", "Primitives"]),
    module("Client", "Journeys", ["DeviceFoundation", "JourneyMessages", "PolicyMessages", "Primitives"]),
    module("Client", "OIDC", ["DeviceFoundation", "OAuthMessages", "JOSE", "Primitives"]),
    module("Client", "LoopbackRedirect", ["OIDC", "Primitives"]),
    module(
        "Client", "Authenticator",
        ["DeviceFoundation", "AuthenticatorMessages", "OneTimePassword", "Primitives", .crypto, .cryptoExtras]),
    module("Client", "Passkeys", ["DeviceFoundation", "JourneyMessages", "WebAuthn", "Primitives", .crypto]),
    module(
        "Client", "DeviceBinding",
        ["DeviceFoundation", "DeviceBindingMessages", "JourneyMessages", "JOSE", "Primitives", .crypto, .cryptoExtras]),
    .target(name: "CPKCS11", path: "Sources/Client/CPKCS11", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    module(
        "Client", "HardwareTokens",
        ["DeviceFoundation", "Primitives", .crypto, .target(name: "CPKCS11", condition: .when(platforms: [.linux]))]),
    module("Client", "DeviceProfile", ["DeviceFoundation", "JourneyMessages", "Primitives"]),
    module("Client", "PingIDClient", ["DeviceFoundation", "DeviceMessages", "PingIDMessages", "JOSE", "Primitives"]),
    module("Client", "Orchestration", ["CommandChannel", "DeviceFoundation", "Primitives", .cryptoExtras]),
    module("Client", "Signals", ["DeviceFoundation", "DeviceProfile", "RiskSignals", "JOSE", "Primitives"]),
    module("Client", "MFA", ["DeviceFoundation", "DeviceMessages", "WebPush", "JOSE", "OneTimePassword", "Primitives", .crypto]),
]

let compatibility: [Target] = [
    module("Compatibility", "CallbackBridge"),
    module(
        "Compatibility", "PingOneSDK",
        [
            "CallbackBridge", "MFA", "DeviceFoundation", "DeviceMessages", "Primitives",
            .target(name: "AsyncHTTPTransport", condition: .when(platforms: [.linux])),
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
    module(
        "Compatibility", "PingID_SDK",
        [
            "CallbackBridge", "PingIDClient", "PingIDMessages", "DeviceFoundation", "DeviceMessages", "Primitives",
            .target(name: "AsyncHTTPTransport", condition: .when(platforms: [.linux])),
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
    module(
        "Compatibility", "OrchestrationSDK",
        ["CallbackBridge", "CommandChannel", "DeviceFoundation", "Orchestration", "Primitives"]),
    module(
        "Compatibility", "FRCore",
        [
            "CallbackBridge", "DeviceFoundation", "OAuthMessages", "Primitives",
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
    module(
        "Compatibility", "FRAuthenticator",
        [
            "FRCore", "CallbackBridge", "Authenticator", "AuthenticatorMessages", "DeviceFoundation", "OneTimePassword", "Primitives",
            .target(name: "AsyncHTTPTransport", condition: .when(platforms: [.linux])),
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
    module(
        "Compatibility", "FRAuth",
        [
            "FRCore", "CallbackBridge", "Passkeys", "WebAuthn",
            "Journeys", "OIDC", "LoopbackRedirect", "DeviceFoundation", "DeviceProfile", "JourneyMessages", "OAuthMessages",
            "PolicyMessages", "Primitives",
            .target(name: "AsyncHTTPTransport", condition: .when(platforms: [.linux])),
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
    module(
        "Compatibility", "FRDeviceBinding",
        ["FRAuth", "FRCore", "CallbackBridge", "DeviceBinding", "DeviceFoundation", "JourneyMessages", "Primitives"]),
    module(
        "Compatibility", "PingProtect",
        ["FRAuth", "FRCore", "CallbackBridge", "Signals", "RiskSignals", "DeviceFoundation", "JourneyMessages", "Primitives"]),
    module(
        "Compatibility", "SecuredTouch",
        [
            "CallbackBridge", "Signals", "RiskSignals", "DeviceFoundation", "Primitives",
            .target(name: "AsyncHTTPTransport", condition: .when(platforms: [.linux])),
            .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS, .iOS])),
        ]),
]

let server: [Target] = [
    .systemLibrary(
        name: "CArgon2", path: "Sources/Server/CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(
        name: "CSQLite", path: "Sources/Server/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    module("Server", "Store", ["CSQLite", "Primitives", .grdb, .grdbSQLite, .collections, .crypto]),
    module("Server", "Foundations", ["JOSE", "Primitives", "ResourceMessages", "Store", .crypto]),
    module(
        "Server", "Directory",
        [
            "Foundations", "CArgon2", "DeviceMessages", "JOSE", "JourneyMessages", "OAuthMessages", "Primitives", "ResourceMessages",
            "Store", .crypto, .cryptoExtras, .nioPosix,
        ]),
    module(
        "Server", "Messaging",
        [
            "Foundations", "Directory", "AuthenticatorMessages", "DeviceMessages", "JOSE", "OAuthMessages", "Primitives",
            "ResourceMessages", "Store", "WebPush", .crypto, .metrics,
        ]),
    module(
        "Server", "Sessions",
        ["Foundations", "Directory", "JOSE", "JourneyMessages", "OAuthMessages", "Primitives", "ResourceMessages", "Store", .crypto]),
    module(
        "Server", "DevicePolicies",
        [
            "Foundations", "Directory", "Messaging", "DeviceMessages", "Primitives", "ResourceMessages", "Store", "WebAuthn",
        ]),
    module(
        "Server", "DeviceRegistry",
        [
            "Foundations", "Directory", "Messaging", "DevicePolicies", "AuthenticatorMessages", "CBOR", "DeviceBindingMessages",
            "DeviceIntegrity", "DeviceMessages", "JOSE", "JourneyMessages", "OneTimePassword", "Primitives", "ResourceMessages", "Store",
            "WebAuthn", .crypto,
        ]),
    module(
        "Server", "MultiFactor",
        [
            "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "AuthenticatorMessages",
            "DeviceMessages", "JOSE", "OAuthMessages", "OneTimePassword", "Primitives", "ResourceMessages", "Store", "WebAuthn", .crypto,
        ]),
    module(
        "Server", "PingIDService",
        [
            "Foundations", "Directory", "Messaging", "DevicePolicies", "DeviceRegistry", "DeviceMessages", "PingIDMessages", "JOSE",
            "Primitives", "ResourceMessages", "Store",
        ]),
    module(
        "Server", "Risk",
        ["Foundations", "Directory", "RiskScoring", "RiskSignals", "JOSE", "Primitives", "ResourceMessages", "Store", .crypto, .metrics]),
    .systemLibrary(
        name: "CMaxMindDB", path: "Sources/Server/CMaxMindDB", pkgConfig: "libmaxminddb", providers: [.apt(["libmaxminddb-dev"])]),
    module("Server", "GeoFiles", ["Risk", "RiskScoring", "Primitives", "CMaxMindDB"]),
    module(
        "Server", "SignIn",
        [
            "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "PolicyMessages", "Primitives", "ResourceMessages",
            "ScriptMessages", "Store", .crypto,
        ]),
    module(
        "Server", "OAuth",
        [
            "Foundations", "Directory", "Sessions", "MultiFactor", "SignIn", "DeviceMessages", "JOSE", "OAuthMessages", "Primitives",
            "Store", .crypto,
        ]),
    module(
        "Server", "Services",
        [
            "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor", "PingIDService",
            "Risk", "SignIn", "OAuth", "DeviceMessages", "Primitives", "Store",
        ]),
    module("Server", "Scripting", ["ScriptMessages", "Primitives", .nioCore, .nioPosix, .deques]),
    module(
        "Server", "JourneyModel",
        [
            "AuthenticatorMessages", "JourneyMessages", "ResourceMessages", "ScriptMessages", "WebAuthn", "Primitives", .crypto, .yams,
        ]),
    module("Server", "AMFormat", ["JourneyModel", "Primitives", .crypto]),
    module(
        "Server", "JourneyTransfer",
        [
            "AMFormat", "JourneyModel", "Foundations", "Directory", "Messaging", "Sessions", "SignIn", "Services", "ResourceMessages",
            "ScriptMessages", "Store", "Primitives",
        ]),
    module(
        "Server", "JourneyEngine",
        [
            "JourneyModel", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor",
            "Risk", "RiskScoring", "SignIn",
            "OAuth", "Services", "Scripting", "Store", "JOSE", "JourneyMessages", "PolicyMessages", "ResourceMessages", "ScriptMessages",
            "DeviceMessages", "OAuthMessages", "WebAuthn", "Primitives", .crypto, .logging,
        ]),
    module(
        "Server", "JourneyNodes",
        [
            "JourneyEngine", "JourneyModel", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry",
            "MultiFactor", "Risk", "RiskScoring", "SignIn", "Services", "Scripting", "Store", "JOSE", "JourneyMessages", "ResourceMessages",
            "ScriptMessages",
            "DeviceMessages", "AuthenticatorMessages", "DeviceBindingMessages", "OneTimePassword", "OAuthMessages", "WebAuthn",
            "Primitives", .crypto, .logging, .metrics,
        ]),
    module(
        "Server", "Administration",
        [
            "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "PingIDService", "Risk", "RiskScoring",
            "RiskSignals", "SignIn", "Services",
            "AMFormat", "JourneyModel", "JourneyTransfer", "JourneyEngine", "JourneyNodes", "Scripting", "Store", "DeviceMessages", "JOSE",
            "JourneyMessages", "PolicyMessages", "ResourceMessages", "ScriptMessages", "WebAuthn", "Primitives",
        ]),
    .systemLibrary(
        name: "CCurl", path: "Sources/Server/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    module("Server", "SMTP", ["Messaging", "Store", "Primitives", "CCurl"]),
    .systemLibrary(
        name: "CQREncode", path: "Sources/Server/CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CPNG", path: "Sources/Server/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    module("Server", "QRImages", ["CQREncode", "CPNG", "Primitives"]),
    module("Server", "Pages", ["QRImages", "JourneyMessages", "Primitives", .mustache, .crypto]),
    module(
        "Server", "DialectBase",
        [
            "Foundations", "Directory", "Messaging", "Sessions", "DeviceRegistry", "Risk", "SignIn", "OAuth", "Services", "JourneyEngine",
            "JourneyModel", "Store",
            "Pages",
            "OAuthMessages",
            "JourneyMessages", "PolicyMessages", "ResourceMessages", "DeviceMessages", "AuthenticatorMessages", "Primitives",
            .hummingbird, .httpTypes, .nioCore, .nioHTTP1, .logging, .metrics,
        ]),
    module(
        "Server", "AMDialect",
        [
            "DialectBase", "Foundations", "Directory", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor", "SignIn",
            "Services", "JourneyEngine", "JOSE", "OAuthMessages", "JourneyMessages", "PolicyMessages", "ResourceMessages",
            "DeviceMessages", "AuthenticatorMessages", "WebAuthn", "Primitives", .hummingbird, .httpTypes,
        ]),
    module(
        "Server", "ManagedDialect",
        [
            "DialectBase", "Foundations", "Directory", "Services", "OAuthMessages", "JourneyMessages", "ResourceMessages", "Primitives",
            .hummingbird, .httpTypes,
        ]),
    module(
        "Server", "OpenIDDialect",
        [
            "DialectBase", "Directory", "Sessions", "OAuth", "Services", "Pages", "OAuthMessages", "Primitives", .hummingbird,
            .httpTypes,
        ]),
    module(
        "Server", "PlatformDialect",
        [
            "DialectBase", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor",
            "Risk", "RiskScoring", "RiskSignals", "SignIn", "OAuth", "Services", "JourneyEngine", "Store", "OAuthMessages",
            "JourneyMessages", "ResourceMessages",
            "DeviceMessages", "OneTimePassword", "WebAuthn", "Primitives", .hummingbird, .httpTypes, .nioCore, .logging,
        ]),
    module(
        "Server", "DeviceDialect",
        [
            "DialectBase", "Directory", "Messaging", "DeviceRegistry", "MultiFactor", "Services", "Store", "DeviceMessages",
            "Primitives", .hummingbird, .httpTypes,
        ]),
    module(
        "Server", "PingIDDialect",
        [
            "DialectBase", "Foundations", "Directory", "DevicePolicies", "DeviceRegistry", "PingIDService", "Services", "Store",
            "DeviceMessages", "PingIDMessages", "ResourceMessages", "Primitives", .hummingbird, .httpTypes,
        ]),
    module(
        "Server", "RiskDialect",
        ["DialectBase", "Risk", "RiskSignals", "Services", "Primitives", .hummingbird, .httpTypes, .nioCore, .crypto]),
    module(
        "Server", "PushDialect",
        [
            "DialectBase", "Messaging", "Services", "Primitives", .hummingbird, .httpTypes, .nioCore,
        ]),
    module(
        "Server", "HostedDialect",
        [
            "DialectBase", "Foundations", "Directory", "Sessions", "DevicePolicies", "DeviceRegistry", "OAuth", "Services",
            "JourneyEngine", "Pages", "JOSE", "OAuthMessages", "JourneyMessages", "PolicyMessages", "ResourceMessages", "WebAuthn",
            "Primitives", .hummingbird, .httpTypes, .nioCore, .crypto,
        ]),
    module(
        "Server", "Dialects",
        [
            "DialectBase", "AMDialect", "ManagedDialect", "OpenIDDialect", "PlatformDialect", "DeviceDialect", "PingIDDialect",
            "RiskDialect",
            "PushDialect",
            "HostedDialect",
            "JourneyEngine", "Pages", "Services",
        ]),
]

let apps: [Target] = [
    module(
        "Apps", "GatehouseServer",
        [
            "Administration", "Dialects", "DialectBase", "DeviceDialect", "HostedDialect", "JourneyEngine", "JourneyModel", "JourneyNodes",
            "Scripting", "ScriptMessages", "SMTP",
            "Foundations", "Directory", "Messaging",
            "DevicePolicies",
            "GeoFiles", "MultiFactor", "SignIn", "Services", "Store", "Pages", "DeviceMessages", "ResourceMessages", "Primitives",
            .asyncHTTPClient,
            .nioHTTP1,
            .hummingbird, .hummingbirdCore, .hummingbirdTLS, .hummingbirdHTTP2, .httpTypes, .nioCore, .nioHTTPTypes, .nioPosix, .nioSSL,
            .nioTLS, .logging, .metrics, .coreMetrics, .lifecycle, .unixSignals, .yams, .crypto,
        ]),
    module(
        "Apps", "Simulation",
        [
            "Dialects", "DialectBase", "JourneyEngine", "JourneyModel", "JourneyNodes", "Foundations", "Directory", "Messaging", "Sessions",
            "DevicePolicies",
            "DeviceRegistry",
            "MultiFactor", "PingIDService", "Services", "Store", "MFA", "PingIDClient", "PingIDMessages", "DeviceFoundation",
            "DeviceMessages", "JOSE", "Primitives", .hummingbird, .httpTypes, .nioCore, .nioEmbedded, .logging, .crypto,
        ]),
    module(
        "Apps", "TerminalJourneys",
        [
            "Journeys", "DeviceBinding", "Passkeys", "DeviceProfile", "Signals", "DeviceFoundation", "RiskSignals", "WebAuthn",
            "JourneyMessages",
            "Primitives",
        ]),
    .executableTarget(
        name: "gatehouse",
        dependencies: [
            // What is done to a server's data goes through Administration: none of the domain's modules stands here.
            "Administration", "GatehouseServer", "Simulation", "TerminalJourneys", "QRImages", "AMFormat", "JourneyEngine", "JourneyModel",
            "JourneyTransfer", "Scripting", "ScriptMessages", "OIDC", "LoopbackRedirect", "DeviceFoundation", "OneTimePassword",
            "AsyncHTTPTransport", "JOSE", "JourneyMessages", "OAuthMessages", "PolicyMessages", "Primitives", .arguments, .logging,
            .unixSignals,
        ],
        path: "Sources/Apps/gatehouse", swiftSettings: settings),
    .target(
        name: "CQRScan", path: "Sources/Apps/CQRScan", linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("jpeg")]),
    module("Apps", "QRScanning", ["CQRScan", "CPNG", "Primitives"]),
    .executableTarget(
        name: "phone",
        dependencies: [
            "MFA", "PingIDClient", "PingIDMessages", "OIDC", "LoopbackRedirect", "Authenticator", "AuthenticatorMessages",
            "OneTimePassword",
            "TerminalJourneys", "Journeys", "DeviceBinding", "Passkeys", "DeviceFoundation", "AsyncHTTPTransport", "DeviceMessages",
            "JourneyMessages", "JOSE",
            "Primitives", "QRScanning", .arguments, .hummingbird, .httpTypes, .nioCore, .logging,
        ],
        path: "Sources/Apps/phone", swiftSettings: settings),
    .systemLibrary(
        name: "CJavaScriptCore", path: "Sources/Apps/CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
        providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .target(name: "CConfinement", path: "Sources/Apps/CConfinement"),
    // A program of its own, so that the interpreter is never in the server's address space (docs/decisions).
    .executableTarget(
        name: "gatehouse-script",
        dependencies: [
            "ScriptMessages", "Primitives", "CConfinement", .target(name: "CJavaScriptCore", condition: .when(platforms: [.linux])),
        ],
        path: "Sources/Apps/gatehouse-script", resources: [.embedInCode("Prelude")], swiftSettings: settings),
]

let testTargets: [Target] = [
    .target(name: "TestVectors", path: "Tests/Vectors", resources: [.copy("Files")], swiftSettings: settings),
    tests(
        "Documentation", "ExamplesTests",
        [
            "Primitives", "JOSE", "JourneyMessages", "OAuthMessages", "PolicyMessages", "ResourceMessages", "DeviceFoundation",
            "AsyncHTTPTransport", "Journeys", "OIDC", "LoopbackRedirect", "MFA", "DeviceMessages", "DeviceBindingMessages", "DeviceBinding",
            "DeviceProfile", "HardwareTokens", "Authenticator", "FRAuthenticator", "CBOR", "Passkeys", "WebAuthn",
        ]),
    peer("jose-peer", ["JOSE", "Primitives"]),
    peer("webauthn-peer", ["WebAuthn", "CBOR", "Primitives"]),
    peer("otp-peer", ["OneTimePassword", "Primitives"]),
    peer("risk-peer", ["RiskScoring", "RiskSignals", "Primitives"]),
    peer("register-peer", ["FRAuth"]),
    support(
        "Support/ServerTesting",
        [
            "GatehouseServer", "Foundations", "Directory", "Sessions", "SignIn", "Services", "Store", "PolicyMessages", "Primitives",
            .asyncHTTPClient, .hummingbird, .httpTypes, .logging,
            .nioCore, .nioHTTP1, .nioPosix, .nioSSL, .crypto, .x509, .asn1,
        ]),
    tests("Kernel", "PrimitivesTests", ["Primitives"]),
    tests("Kernel", "CBORTests", ["CBOR", "Primitives"]),
    support("Support/AttestationTesting", ["WebAuthn", "CBOR", "Primitives", .crypto, .x509, .asn1]),
    tests("Kernel", "WebAuthnTests", ["WebAuthn", "AttestationTesting", "CBOR", "Primitives", .crypto, .x509, .asn1]),
    tests("Kernel", "JOSETests", ["JOSE", "Primitives", .crypto, .cryptoExtras]),
    tests("Kernel", "JourneyMessagesTests", ["JourneyMessages", "Primitives"]),
    tests("Kernel", "ScriptMessagesTests", ["ScriptMessages", "Primitives"]),
    tests("Kernel", "OAuthMessagesTests", ["OAuthMessages", "Primitives"]),
    tests("Kernel", "OneTimePasswordTests", ["OneTimePassword", "Primitives"]),
    tests("Kernel", "ResourceMessagesTests", ["ResourceMessages", "Primitives"]),
    tests("Kernel", "DeviceMessagesTests", ["DeviceMessages", "JOSE", "Primitives", .crypto]),
    tests("Kernel", "AuthenticatorMessagesTests", ["AuthenticatorMessages", "JOSE", "Primitives", .crypto]),
    tests("Kernel", "DeviceBindingMessagesTests", ["DeviceBindingMessages", "JOSE", "Primitives"]),
    tests("Kernel", "PingIDMessagesTests", ["PingIDMessages", "DeviceMessages", "JOSE", "Primitives", .crypto]),
    tests("Kernel", "CommandChannelTests", ["CommandChannel", "Primitives", .crypto, .cryptoExtras]),
    tests("Kernel", "WebPushTests", ["WebPush", "JOSE", "Primitives"]),
    support("Support/IntegrityTesting", ["CBOR", "JOSE", "Primitives", .crypto, .x509, .asn1]),
    tests(
        "Kernel", "DeviceIntegrityTests",
        ["DeviceIntegrity", "IntegrityTesting", "CBOR", "Primitives", .crypto, .x509, .asn1]),
    tests("Kernel", "RiskSignalsTests", ["RiskSignals", "JOSE", "Primitives"]),
    tests("Kernel", "RiskScoringTests", ["RiskScoring", "RiskSignals", "Primitives"]),
    tests("Kernel", "PolicyMessagesTests", ["PolicyMessages", "OAuthMessages", "Primitives"]),
    support("Client/ClientTesting", ["DeviceFoundation", "JourneyMessages", "OAuthMessages", "JOSE", "Primitives"]),
    support("Client/TokenTesting", ["DeviceFoundation", "Primitives"]),
    tests(
        "Client", "DeviceFoundationTests",
        [
            "DeviceFoundation", "HardwareTokens", "TokenTesting", "AsyncHTTPTransport", "URLSessionTransport", "ClientTesting",
            "Primitives", .crypto, .nioCore, .nioPosix, .nioHTTP1, .nioSSL, .x509, .asn1,
        ]),
    tests("Client", "JourneysTests", ["Journeys", "DeviceFoundation", "ClientTesting", "JourneyMessages", "PolicyMessages", "Primitives"]),
    tests(
        "Client", "OIDCTests",
        [
            "OIDC", "LoopbackRedirect", "Journeys", "DeviceFoundation", "AsyncHTTPTransport", "ClientTesting", "OAuthMessages",
            "JourneyMessages", "JOSE", "Primitives",
        ]),
    support("Client/DeviceTesting", ["ClientTesting", "DeviceFoundation", "DeviceMessages", "JOSE", "OneTimePassword", "Primitives"]),
    support("Client/AuthenticatorTesting", ["AuthenticatorMessages", "DeviceFoundation", "OneTimePassword", "Primitives"]),
    tests(
        "Client", "AuthenticatorTests",
        ["Authenticator", "AuthenticatorTesting", "AuthenticatorMessages", "OneTimePassword", "DeviceFoundation", "Primitives"]),
    tests(
        "Client", "PasskeysTests", ["Passkeys", "DeviceFoundation", "JourneyMessages", "WebAuthn", "ClientTesting", "Primitives"]),
    tests(
        "Client", "DeviceBindingTests",
        ["DeviceBinding", "DeviceBindingMessages", "DeviceFoundation", "ClientTesting", "JourneyMessages", "JOSE", "Primitives"]),
    tests("Client", "DeviceProfileTests", ["DeviceProfile", "DeviceFoundation", "ClientTesting", "JourneyMessages", "Primitives"]),
    support("Client/SignalsTesting", ["DeviceFoundation", "RiskSignals", "JOSE", "Primitives"]),
    tests(
        "Client", "SignalsTests",
        [
            "Signals", "SignalsTesting", "ClientTesting", "DeviceFoundation", "DeviceProfile", "RiskScoring", "RiskSignals", "JOSE",
            "Primitives",
        ]),
    tests(
        "Client", "MFATests",
        ["MFA", "DeviceTesting", "DeviceFoundation", "DeviceMessages", "ClientTesting", "JOSE", "OneTimePassword", "Primitives"]),
    support("Client/PingIDTesting", ["ClientTesting", "DeviceFoundation", "DeviceMessages", "PingIDMessages", "JOSE", "Primitives"]),
    tests(
        "Client", "PingIDClientTests",
        [
            "PingIDClient", "PingIDTesting", "PingIDMessages", "MFA", "DeviceTesting", "DeviceFoundation", "DeviceMessages",
            "ClientTesting", "JOSE", "Primitives",
        ]),
    support("Client/OrchestrationTesting", ["CommandChannel", "DeviceFoundation", "Orchestration", "Primitives", .crypto]),
    tests(
        "Client", "OrchestrationTests",
        ["Orchestration", "OrchestrationTesting", "CommandChannel", "DeviceFoundation", "Primitives"]),
    support("Support/MailTesting", ["Foundations", "Messaging", "Primitives"]),
    support("Support/FederationTesting", ["Foundations", "Sessions", "JOSE", "OAuthMessages", "Primitives"]),
    tests("Server", "StoreTests", ["Store", "Primitives"]),
    tests(
        "Server", "ServicesTests",
        [
            "MailTesting", "FederationTesting", "AttestationTesting", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies",
            "DeviceRegistry", "MultiFactor", "SignIn", "OAuth", "Services", "Store", "JOSE", "OAuthMessages", "JourneyMessages",
            "PolicyMessages", "ResourceMessages", "DeviceMessages", "WebAuthn", "WebPush", "Primitives",
        ]),
    tests(
        "Server", "PingIDServiceTests",
        [
            "MailTesting", "PingIDTesting", "PingID_SDK", "PingOneSDK", "ResourceMessages", "MultiFactor", "PingIDService", "PingIDClient",
            "MFA",
            "PingIDMessages", "Dialects", "JourneyEngine", "JourneyNodes", "Foundations",
            "Directory",
            "Messaging",
            "DevicePolicies", "DeviceRegistry", "Services", "Store", "DeviceFoundation", "DeviceMessages", "JOSE", "Primitives",
            .hummingbirdTesting, .hummingbird, .httpTypes, .nioCore, .crypto,
        ]),
    tests(
        "Server", "RiskServiceTests",
        [
            "Signals", "SecuredTouch", "PingProtect", "FRAuth", "FRCore", "CallbackBridge", "ClientTesting", "MailTesting",
            "DeviceFoundation",
            "DeviceProfile",
            "Dialects", "DialectBase", "JourneyEngine", "JourneyModel", "AMFormat", "JourneyTransfer", "JourneyNodes", "JourneyMessages",
            "Foundations", "Directory",
            "GeoFiles", "Risk",
            "RiskScoring", "RiskSignals", "SignIn", "Services", "Store", "JOSE", "Primitives", .hummingbirdTesting, .hummingbird,
            .httpTypes, .nioCore, .crypto,
        ]),
    tests(
        "Server", "AdministrationTests",
        [
            "AMFormat", "JourneyModel",
            "Administration", "AttestationTesting", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry",
            "Risk", "PingIDService", "SignIn", "Services", "JourneyEngine", "Scripting", "Store", "JOSE", "JourneyMessages", "WebAuthn",
            "Primitives", "gatehouse-script",
        ]),
    tests("Server", "PagesTests", ["Pages", "JourneyMessages", "Primitives"]),
    // Tries in a confined process what scripts must not be able to do.
    .executableTarget(name: "confinement-probe", dependencies: ["CConfinement"], path: "Tests/Support/confinement-probe"),
    tests("Server", "ScriptingTests", ["Scripting", "ScriptMessages", "Primitives", "gatehouse-script", "confinement-probe"]),
    support("Support/JourneyTesting", ["JourneyModel"]),
    tests("Server", "JourneyModelTests", ["JourneyTesting", "JourneyModel", "JourneyMessages", "ResourceMessages", "Primitives"]),
    tests(
        "Server", "JourneyEngineTests",
        [
            "JourneyEngine", "JourneyModel", "JourneyNodes", "JourneyTesting", "JourneyTransfer", "AuthenticatorMessages",
            "OneTimePassword", "Scripting", "ScriptMessages", "MailTesting", "FederationTesting",
            "AttestationTesting", "Foundations", "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor",
            "SignIn", "Services", "Store", "JourneyMessages", "WebAuthn", "CBOR", "DeviceBindingMessages", "JOSE", "PolicyMessages",
            "ResourceMessages", "Primitives", "gatehouse-script", .logging, .crypto, .coreMetrics, .metricsTesting,
        ]),
    tests("Server", "SMTPTests", ["SMTP", "Messaging", .nioCore, .nioPosix]),
    tests(
        "Server", "DialectsTests",
        [
            "AttestationTesting", "MailTesting", "FederationTesting", "Dialects", "DialectBase", "AMDialect", "ManagedDialect",
            "OpenIDDialect", "PlatformDialect", "DeviceDialect", "PushDialect", "HostedDialect", "JourneyEngine", "JourneyNodes",
            "ResourceMessages", "Scripting",
            "Foundations", "Directory",
            "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "Risk", "MultiFactor", "SignIn", "Services", "Store", "Pages",
            "JOSE",
            "OAuthMessages", "DeviceMessages", "DeviceBindingMessages", "WebAuthn", "OneTimePassword", "JourneyMessages", "PolicyMessages",
            "Primitives", "gatehouse-script", .hummingbirdTesting, .hummingbird, .logging, .crypto,
        ]),
    tests(
        "Apps", "GatehouseServerTests",
        [
            "GatehouseServer", "Dialects", "DialectBase", "JourneyEngine", "JourneyModel", "ServerTesting", "Foundations", "Directory",
            "Messaging",
            "SignIn", "Services", "Scripting", "ScriptMessages",
            "Store", "DeviceMessages", "JOSE", "WebPush", "Primitives", .asyncHTTPClient, .hummingbirdCore, .nioSSL, .nioCore, .nioEmbedded,
            .nioPosix, .nioHTTP1, .x509, .asn1, .crypto, .logging, .coreMetrics,
        ]),
    tests(
        "Apps", "GatehouseTests",
        [
            "gatehouse", "gatehouse-script", "GatehouseServer", "ServerTesting", "AttestationTesting", "Foundations", "Directory", "SignIn",
            "Services", "JourneyMessages", "WebAuthn", "Primitives", .arguments, .nioCore, .nioPosix,
        ]),
    tests(
        "Apps", "TerminalJourneysTests",
        [
            "TerminalJourneys", "DeviceBinding", "Passkeys", "DeviceFoundation", "WebAuthn", "ClientTesting", "JourneyMessages", "JOSE",
            "Primitives",
        ]),
    tests("Apps", "QRImagesTests", ["QRImages", "QRScanning"]),
    tests(
        "Apps", "PhoneTests",
        [
            "Authenticator", "OneTimePassword", "phone", "MFA", "TerminalJourneys", "DeviceBinding", "Passkeys", "JourneyMessages",
            "DeviceFoundation", "DeviceMessages", "AsyncHTTPTransport", "Primitives", .arguments,
        ]),
    tests(
        "EndToEnd", "EndToEndTests",
        [
            "ServerTesting", "GatehouseServer", "Dialects", "DialectBase", "Foundations", "Directory", "DevicePolicies", "DeviceRegistry",
            "MultiFactor",
            "SignIn", "Services", "Journeys", "OIDC", "LoopbackRedirect", "FRAuth", "Passkeys", "DeviceFoundation", "AsyncHTTPTransport",
            "JOSE", "JourneyMessages", "OAuthMessages", "PolicyMessages", "Primitives", "MFA", "DeviceMessages", "DeviceIntegrity",
            "IntegrityTesting", "PlatformTesting", "WebPush", "Store", .crypto,
        ]),
    support(
        "Support/PlatformTesting",
        [
            "ServerTesting", "Foundations", "Directory", "Messaging", "DevicePolicies", "DeviceRegistry", "MultiFactor", "SignIn",
            "Services",
            "MFA", "OIDC", "DeviceFoundation", "AsyncHTTPTransport", "DeviceMessages", "OAuthMessages", "JOSE",
            "Primitives", .hummingbird, .httpTypes, .nioCore, .logging,
        ]),
    tests(
        "EndToEnd", "PolicyTests",
        [
            "ServerTesting", "GatehouseServer", "Dialects", "DialectBase", "Foundations", "Directory", "Sessions", "DeviceRegistry",
            "MultiFactor",
            "SignIn", "Services", "Store", "JOSE", "JourneyMessages", "PolicyMessages", "ResourceMessages", "WebAuthn", "OneTimePassword",
            "OAuthMessages", "Primitives", .asyncHTTPClient, .nioCore, .nioHTTP1,
        ]),
    tests("Apps", "SimulationTests", ["Simulation"]),
    // Stands in for the module of that name, which the documentation's apps have beside FRAuth.
    support("Compatibility/FRGoogleSignIn", ["FRAuth"]),
    sampleApp("AppScreens"),
    sampleApp("QuickstartApp", ["AppScreens", "FRAuth", "FRCore"]),
    sampleApp("SwiftUIQuickstartApp", ["AppScreens", "FRAuth", "FRCore"]),
    sampleApp("RegistrationApp", ["AppScreens", "FRAuth"]),
    sampleApp("BrowserLoginApp", ["AppScreens", "FRAuth"]),
    sampleApp("TokenWalletApp", ["AppScreens", "FRAuth", "FRCore"]),
    sampleApp("BankApp", ["AppScreens", "FRAuth"]),
    sampleApp("AuthenticatorWalletApp", ["AppScreens", "FRAuthenticator", "FRCore"]),
    sampleApp("BoundDeviceApp", ["AppScreens", "FRAuth", "FRDeviceBinding"]),
    tests(
        "Compatibility", "FRAuthenticatorTests",
        [
            "FRCore", "FRAuthenticator", "ClientTesting", "AuthenticatorTesting", "AuthenticatorMessages", "CallbackBridge",
            "DeviceFoundation", "Primitives",
        ]),
    tests(
        "Compatibility", "SecuredTouchTests",
        ["SecuredTouch", "CallbackBridge", "SignalsTesting", "ClientTesting", "DeviceFoundation", "RiskSignals", "Primitives"]),
    tests(
        "Compatibility", "PingProtectTests",
        [
            "PingProtect", "FRAuth", "FRCore", "SignalsTesting", "ClientTesting", "DeviceFoundation", "JourneyMessages", "RiskSignals",
            "Primitives",
        ]),
    tests(
        "Compatibility", "PingOneSDKTests",
        [
            "PingOneSDK", "CallbackBridge", "MFA", "DeviceTesting", "ClientTesting", "DeviceFoundation", "DeviceMessages", "JOSE",
            "Primitives", "PlatformTesting", "ServerTesting", "Directory", "Messaging", "DevicePolicies", "DeviceRegistry", "MultiFactor",
            "Services", "Store", "AsyncHTTPTransport", "OIDC",
        ]),
    tests(
        "Compatibility", "PingID_SDKTests",
        [
            "PingID_SDK", "PingIDTesting", "PingIDMessages", "ClientTesting", "DeviceFoundation", "DeviceMessages", "Primitives",
        ]),
    tests(
        "Compatibility", "OrchestrationSDKTests",
        ["OrchestrationSDK", "OrchestrationTesting", "Orchestration", "CommandChannel", "DeviceFoundation", "Primitives"]),
    tests(
        "Compatibility", "FRAuthTests",
        [
            "CallbackBridge", "FRAuth", "FRCore", "FRGoogleSignIn", "FRDeviceBinding", "DeviceBinding", "DeviceProfile", "TerminalJourneys",
            "ServerTesting", "GatehouseServer", "Foundations", "Directory", "Sessions", "DeviceRegistry", "SignIn", "Services",
            "gatehouse-script", "HardwareTokens", "TokenTesting", "JOSE", "AppScreens", "QuickstartApp", "SwiftUIQuickstartApp",
            "RegistrationApp", "BrowserLoginApp", "TokenWalletApp", "BankApp", "AuthenticatorWalletApp", "BoundDeviceApp",
            "FRAuthenticator", "LoopbackRedirect", "Journeys", "OIDC", "DeviceFoundation", "AsyncHTTPTransport", "ClientTesting",
            "JourneyMessages", "OAuthMessages", "PolicyMessages", "ScriptMessages", "Primitives",
        ]),
]

/// The tests to build: all, or those that `GATEHOUSE_TESTS` names (scripts/focus).
let chosenTests = ProcessInfo.processInfo.environment["GATEHOUSE_TESTS"]?.split(separator: ",").map(String.init)
let builtTests = testTargets.filter { !$0.isTest || chosenTests?.contains($0.name) ?? true }

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // What apps and their tests link. The server's modules are for the benchmarks and the fuzz targets, which are packages of their own.
    products: (kernel + client + compatibility).map { .library(name: $0.name, targets: [$0.name]) }
        + ["gatehouse", "gatehouse-script", "phone"].map { .executable(name: $0, targets: [$0]) }
        + ["Store", "Directory", "DevicePolicies", "DeviceRegistry", "SignIn", "AMFormat", "JourneyModel", "JourneyTransfer", "Simulation"]
        .map {
            .library(name: $0, targets: [$0])
        },
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: kernel + client + compatibility + server + apps + builtTests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20)
