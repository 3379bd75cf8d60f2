// swift-tools-version:6.2
import Foundation
import PackageDescription

// One package, five layers (docs/architecture.md). Arrows point down only:
// apps → compatibility → client → kernel, and apps → server → kernel. Client and server never meet below the apps.
//
// A module is its folder's name, a colon, and the modules and products that its files import; `scripts/modules --check`, a part of
// `make lint`, compares both. A module's other properties are in the tables of the next forty lines.

/// Other packages: where each is on GitHub, the least version, and the products of it that stand here.
let packages = [
    ("apple/swift-argument-parser", "1.8.2", "ArgumentParser"),
    ("apple/swift-asn1", "1.7.4", "SwiftASN1"),
    ("apple/swift-certificates", "1.21.1", "X509"),
    ("apple/swift-collections", "1.6.0", "DequeModule"),
    ("apple/swift-crypto", "4.5.2", "Crypto CryptoExtras"),
    ("apple/swift-distributed-tracing", "1.7.3", "Instrumentation Tracing"),
    ("apple/swift-http-types", "1.8.0", "HTTPTypes"),
    ("apple/swift-log", "1.16.2", "Logging"),
    ("apple/swift-metrics", "2.13.0", "CoreMetrics Metrics MetricsTestKit"),
    ("apple/swift-nio", "2.101.2", "NIOCore NIOEmbedded NIOHTTP1 NIOPosix NIOTLS"),
    ("apple/swift-nio-extras", "1.35.2", "NIOHTTPTypes"),
    ("apple/swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("groue/GRDB.swift", "7.10.0", "GRDB GRDBSQLite"),
    ("hummingbird-project/hummingbird", "2.28.1", "Hummingbird HummingbirdCore HummingbirdHTTP2 HummingbirdTLS HummingbirdTesting"),
    ("hummingbird-project/swift-mustache", "2.1.1", "Mustache"),
    ("jpsim/Yams", "6.2.2", "Yams"),
    ("swift-server/async-http-client", "1.37.0", "AsyncHTTPClient"),
    ("swift-server/swift-service-lifecycle", "2.13.0", "ServiceLifecycle UnixSignals"),
]

/// C libraries of the system: the name that pkg-config knows, and Debian's package.
let systemLibraries = [
    "CArgon2": ("libargon2", "libargon2-dev"),
    "CCrypt": ("libcrypt", "libcrypt-dev"),
    "CCurl": ("libcurl", "libcurl4-openssl-dev"),
    "CJavaScriptCore": ("javascriptcoregtk-4.1", "libjavascriptcoregtk-4.1-dev"),
    "CMaxMindDB": ("libmaxminddb", "libmaxminddb-dev"),
    "CPNG": ("libpng", "libpng-dev"),
    "CPQ": ("libpq", "libpq-dev"),
    "CQREncode": ("libqrencode", "libqrencode-dev"),
    "CSQLite": ("sqlite3", "libsqlite3-dev"),
]

/// Libraries that a module's C or C++ links without pkg-config.
let links: [String: [LinkerSetting]] = [
    "CPKCS11": [.linkedLibrary("dl", .when(platforms: [.linux]))],
    "CQRScan": [.linkedLibrary("ZXing"), .linkedLibrary("jpeg")],
    "CUnicode": [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")],
    "CVision": ["ZXing", "jpeg", "png16", "tesseract", "lept", "dlib", "blas", "lapack"].map { .linkedLibrary($0) },
]

/// Flags of the compilers of C and C++: pixels are counted in millions, and templates of libraries are compiled with what uses them, so that
/// debug builds without optimisation would take seconds for an image.
let optimised: Set<String> = ["CVision", "CZoneScan"]

/// The linker's flags of programs in packages, which `scripts/packages` asks for by the files that go before all others, with colons between them: no
/// symbols but the loader's, short relocations, read-only tables, and a build id for the debug symbols (docs/decisions/0181-packages.md).
let packaging: [LinkerSetting]? = ProcessInfo.processInfo.environment["GATEHOUSE_PACKAGES"].map { files in
    let options = ["--no-export-dynamic", "--as-needed", "--icf=safe", "--build-id=sha1", "-zrelro", "-znow", "-zpack-relative-relocs"]
    return [.unsafeFlags(files.split(separator: ":").map(String.init) + ["-use-ld=lld"] + options.flatMap { ["-Xlinker", $0] })]
}

let resources: [String: [Resource]] = [
    "gatehouse-script": [.embedInCode("Prelude")],
    "TestVectors": [.copy("Files")],
]

/// The modules with a privacy manifest, which only Apple's systems read.
let privacyManifests: Set = ["DeviceBinding", "DeviceFoundation", "DeviceProfile", "FRProximity", "Signals"]

/// Whether the package is for the server too. On a Mac it isn't, unless asked for: the server's libraries need newer systems than apps, and none of
/// their versions is an app's concern (docs/decisions/0133-deployment.md).
#if os(macOS)
let isWhole = ProcessInfo.processInfo.environment["GATEHOUSE_SERVER"] != nil
#else
let isWhole = true
#endif

let platforms: [Substring: TargetDependencyCondition?] = [
    "linux": .when(platforms: [.linux]), "apple": .when(platforms: [.macOS, .iOS]),
]

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }

/// The server's asynchronous functions stay on their caller's thread, a connection's event loop (docs/decisions/0019).
let serverSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// The modules of a folder, one in each line; a line that is indented goes on with the module before it.
///
/// A name that begins with a small letter is a program, one that ends with `Tests` holds tests, which all have `TestVectors` too.
/// `Name@linux` and `Name@apple` are for those platforms only.
func modules(_ folder: String, _ table: String) -> [Target] {
    table.replacing("\n    ", with: " ").split(separator: "\n").map { line in
        let words = line.split { $0 == " " || $0 == ":" }
        return module(String(words[0]), in: folder, words.dropFirst().filter { isWhole || !$0.hasSuffix("@linux") }.map(dependency))
    }
}

func module(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    let path = "\(folder)/\(name)"
    let settings = folder == "Sources/Server" ? serverSettings : settings
    if let (library, package) = systemLibraries[name] {
        return .systemLibrary(name: name, path: path, pkgConfig: library, providers: [.apt([package])])
    }
    if name.hasSuffix("Tests") {
        return .testTarget(name: name, dependencies: dependencies + ["TestVectors"], path: path, swiftSettings: settings)
    }
    if name.first?.isLowercase == true {
        return .executableTarget(
            name: name, dependencies: dependencies, path: path, resources: resources[name], swiftSettings: settings,
            linkerSettings: packaging)
    }
    let manifest = privacyManifests.contains(name) ? ["PrivacyInfo.xcprivacy"] : []
    #if os(macOS)
    let (excluded, added) = ([String](), manifest.map { Resource.copy($0) })
    #else
    let (excluded, added) = (manifest, [Resource]())
    #endif
    return .target(
        name: name, dependencies: dependencies, path: path, exclude: excluded, resources: (resources[name] ?? []) + added,
        cSettings: optimised.contains(name) ? [.unsafeFlags(["-O2"])] : nil,
        cxxSettings: optimised.contains(name) ? [.unsafeFlags(["-O2"])] : nil, swiftSettings: settings, linkerSettings: links[name])
}

func dependency(_ word: Substring) -> Target.Dependency {
    let parts = word.split(separator: "@")
    let name = String(parts[0])
    if let package = packages.first(where: { $0.2.split(separator: " ").contains(parts[0]) }) {
        return .product(name: name, package: String(package.0.split(separator: "/")[1]))
    }
    return .target(name: name, condition: parts.dropFirst().first.flatMap { platforms[$0] ?? nil })
}

let kernel = modules(
    "Sources/Kernel",
    """
    CBase64URL:
    Primitives: CBase64URL Crypto
    CBOR: Primitives
    JOSE: Primitives Crypto CryptoExtras SwiftASN1
    DeviceIntegrity: CBOR JOSE Primitives WebAuthn Crypto X509 SwiftASN1
    JourneyMessages: Primitives
    OAuthMessages: Primitives Crypto
    OneTimePassword: Primitives Crypto
    WorkerMessages: Primitives
    IdentityDocuments: Primitives
    ScriptMessages: Primitives
    VisionMessages: IdentityDocuments Primitives
    ResourceMessages: Primitives
    DeviceMessages: JOSE Primitives Crypto
    AuthenticatorMessages: JOSE Primitives Crypto
    DeviceBindingMessages: JOSE Primitives Crypto
    WebAuthn: CBOR JOSE Primitives Crypto CryptoExtras SwiftASN1 X509
    WebPush: JOSE Primitives Crypto
    PolicyMessages: OAuthMessages Primitives
    PingIDMessages: DeviceMessages JOSE OneTimePassword Primitives Crypto
    CommandChannel: OneTimePassword Primitives Crypto CryptoExtras
    RiskSignals: JOSE Primitives Crypto
    RiskScoring: ResourceMessages RiskSignals Primitives
    TransparencyLog: Primitives Crypto
    VerifiableClaims: JOSE Primitives Crypto
    WalletMessages: DeviceMessages JOSE TransparencyLog VerifiableClaims Primitives Crypto CryptoExtras
    VerificationMessages: DeviceMessages JOSE ResourceMessages VerifiableClaims VisionMessages Primitives Crypto
    IdentityChecks: IdentityDocuments VerificationMessages VisionMessages Primitives
    """)

let client = modules(
    "Sources/Client",
    """
    DeviceFoundation: Primitives Crypto CryptoExtras
    AsyncHTTPTransport: DeviceFoundation Primitives AsyncHTTPClient NIOCore NIOPosix NIOHTTP1 NIOSSL
    URLSessionTransport: DeviceFoundation Primitives
    Journeys: DeviceFoundation JourneyMessages PolicyMessages Primitives
    JourneyForms: DeviceFoundation Journeys JourneyMessages Primitives
    OIDC: DeviceFoundation OAuthMessages JOSE Primitives
    LoopbackRedirect: DeviceFoundation OIDC Primitives
    Authenticator: DeviceFoundation AuthenticatorMessages OneTimePassword Primitives Crypto CryptoExtras
    Passkeys: DeviceFoundation JourneyMessages WebAuthn Primitives Crypto
    DeviceBinding: DeviceFoundation DeviceBindingMessages JourneyMessages JOSE Primitives Crypto CryptoExtras
    CPKCS11:
    HardwareTokens: DeviceFoundation Primitives Crypto CPKCS11@linux
    DeviceProfile: DeviceFoundation JourneyMessages Primitives
    PingIDClient: DeviceFoundation DeviceMessages PingIDMessages JOSE Primitives
    Orchestration: CommandChannel DeviceFoundation Primitives CryptoExtras
    Signals: DeviceFoundation DeviceProfile RiskSignals JOSE Primitives
    MFA: DeviceFoundation DeviceMessages WebPush JOSE OneTimePassword Primitives Crypto
    Verification: DeviceFoundation DeviceMessages JOSE VerifiableClaims VerificationMessages VisionMessages Primitives Crypto
    Wallet: DeviceFoundation DeviceMessages JOSE TransparencyLog VerifiableClaims WalletMessages Primitives
    """)

let compatibility = modules(
    "Sources/Compatibility",
    """
    CallbackBridge: DeviceFoundation Primitives
    PingOneSDK: CallbackBridge MFA DeviceFoundation DeviceMessages Primitives AsyncHTTPTransport@linux URLSessionTransport@apple
    PingID_SDK: CallbackBridge PingIDClient PingIDMessages DeviceFoundation DeviceMessages Primitives AsyncHTTPTransport@linux
        URLSessionTransport@apple
    DistributedID: CallbackBridge Wallet WalletMessages VerifiableClaims DeviceFoundation DeviceMessages JOSE Primitives AsyncHTTPTransport@linux
        URLSessionTransport@apple
    P1Verify: CallbackBridge DistributedID Verification VerificationMessages VerifiableClaims DeviceFoundation DeviceMessages Primitives
        AsyncHTTPTransport@linux URLSessionTransport@apple
    ShoLib: P1Verify IdentityDocuments Verification VerificationMessages VisionMessages Primitives
    OrchestrationSDK: CallbackBridge CommandChannel DeviceFoundation DeviceProfile Orchestration Primitives
    FRCore: CallbackBridge DeviceFoundation OAuthMessages Primitives AsyncHTTPTransport@linux URLSessionTransport@apple
    FRAuthenticator: FRCore CallbackBridge Authenticator AuthenticatorMessages DeviceFoundation OneTimePassword Primitives
        AsyncHTTPTransport@linux URLSessionTransport@apple
    FRAuth: FRCore CallbackBridge Passkeys WebAuthn Journeys OIDC LoopbackRedirect DeviceFoundation DeviceProfile JourneyMessages
        OAuthMessages PolicyMessages Primitives Crypto AsyncHTTPTransport@linux URLSessionTransport@apple
    FRDeviceBinding: FRAuth FRCore CallbackBridge DeviceBinding DeviceBindingMessages DeviceFoundation JOSE JourneyMessages Primitives
    PingProtect: FRAuth FRCore CallbackBridge Signals RiskSignals DeviceFoundation JourneyMessages Primitives
    FRCaptchaEnterprise: FRAuth FRCore JourneyMessages Primitives
    FRProximity: FRAuth FRCore DeviceProfile JourneyMessages Primitives
    FRGoogleSignIn: FRAuth Primitives
    FRFacebookSignIn: FRAuth Primitives
    FRUI: FRAuth FRCore CallbackBridge JourneyForms JourneyMessages Primitives
    SecuredTouch: CallbackBridge Signals RiskSignals DeviceFoundation Primitives AsyncHTTPTransport@linux URLSessionTransport@apple
    """)

/// The model of the example app, whose views are an Xcode project of its own.
let example = modules(
    "examples/ios-app",
    """
    ExampleModels: Authenticator AuthenticatorMessages DeviceBinding DeviceFoundation DeviceMessages DeviceProfile JourneyForms
        JourneyMessages Journeys MFA OAuthMessages OIDC Passkeys Primitives
    """)

let server = modules(
    "Sources/Server",
    """
    CArgon2:
    CCrypt:
    CSQLite:
    CUnicode:
    Translations: JourneyMessages Primitives Logging
    Telemetry: Primitives Instrumentation Tracing Metrics
    Store: CSQLite Primitives GRDB GRDBSQLite DequeModule Crypto
    CPQ:
    StorePostgres: CPQ Store Primitives Crypto Metrics
    Foundations: JOSE Primitives ResourceMessages Store Crypto
    PasswordHashes: Foundations CArgon2 CCrypt Primitives Crypto CryptoExtras
    Directory: Foundations Translations PasswordHashes CUnicode DeviceMessages JOSE JourneyMessages OAuthMessages Primitives ResourceMessages Store
        Crypto CryptoExtras NIOPosix
    Messaging: Foundations Translations Directory AuthenticatorMessages DeviceMessages JOSE OAuthMessages Primitives ResourceMessages Store WebPush
        Crypto Metrics
    Sessions: Foundations Directory JOSE JourneyMessages OAuthMessages Primitives ResourceMessages Store Crypto
    DevicePolicies: Foundations Translations Directory Messaging DeviceMessages Primitives ResourceMessages Store WebAuthn
    DeviceRegistry: Foundations Directory Messaging DevicePolicies AuthenticatorMessages CBOR DeviceBindingMessages DeviceIntegrity
        DeviceMessages JOSE JourneyMessages OneTimePassword Primitives ResourceMessages Store WebAuthn Crypto
    MultiFactor: Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry AuthenticatorMessages DeviceMessages JOSE
        OAuthMessages OneTimePassword Primitives ResourceMessages Store WebAuthn Crypto
    PingIDService: Foundations Directory Messaging DevicePolicies DeviceRegistry DeviceMessages PingIDMessages JOSE Primitives
        ResourceMessages Store
    Risk: Foundations Directory RiskScoring RiskSignals JOSE Primitives ResourceMessages Store Crypto Metrics
    CMaxMindDB:
    GeoFiles: Risk RiskScoring Primitives CMaxMindDB
    OrchestrationService: Foundations Directory Messaging CommandChannel DeviceMessages Primitives ResourceMessages Store
    SealedFiles: Foundations Store Primitives NIOPosix
    Wallets: SealedFiles Foundations Directory Messaging DeviceMessages TransparencyLog VerifiableClaims WalletMessages JOSE Primitives
        ResourceMessages Store Crypto Metrics NIOPosix
    VerificationPolicies: Foundations Directory VerificationMessages JOSE Primitives ResourceMessages Store
    Verifications: VerificationPolicies SealedFiles Foundations Directory Messaging DevicePolicies DeviceRegistry DeviceMessages IdentityChecks IdentityDocuments
        VerifiableClaims VerificationMessages VisionMessages JOSE Primitives ResourceMessages Store Crypto
    SignIn: Foundations Directory Messaging Sessions DevicePolicies PolicyMessages Primitives ResourceMessages ScriptMessages Store
        Crypto
    OAuth: Foundations Translations Directory Sessions MultiFactor SignIn DeviceMessages JOSE OAuthMessages Primitives ResourceMessages Store Crypto Metrics
    UserFiles: Foundations PasswordHashes OneTimePassword WebAuthn CBOR Primitives Crypto
    UserTransfer: UserFiles Foundations Directory DevicePolicies DeviceRegistry Store Primitives
    Services: UserTransfer Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry MultiFactor PingIDService Risk RiskScoring
        RiskSignals OrchestrationService SealedFiles Wallets VerificationPolicies Verifications SignIn OAuth Primitives Store
    Workers: Foundations WorkerMessages Primitives NIOCore NIOPosix
    Scripting: Telemetry Workers ScriptMessages WorkerMessages Primitives Metrics Tracing
    Vision: Workers Foundations VisionMessages WorkerMessages Primitives Metrics
    JourneyModel: Translations AuthenticatorMessages JourneyMessages ResourceMessages ScriptMessages VerificationMessages WebAuthn Primitives Crypto Yams
    AMFormat: JourneyModel Primitives Crypto
    JourneyTransfer: AMFormat JourneyModel Foundations Directory Messaging Sessions SignIn ResourceMessages ScriptMessages
        Store Primitives
    JourneyEngine: JourneyModel Translations Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry MultiFactor Risk RiskScoring
        SignIn OAuth OrchestrationService Verifications Scripting Store JOSE JourneyMessages PolicyMessages ResourceMessages ScriptMessages DeviceMessages
        OAuthMessages WebAuthn Primitives Crypto Logging
    JourneyNodes: Translations JourneyEngine JourneyModel DeviceIntegrity Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry MultiFactor Risk
        RiskScoring OrchestrationService Verifications VerificationPolicies VerificationMessages CommandChannel SignIn Scripting Store JOSE JourneyMessages ResourceMessages ScriptMessages DeviceMessages
        AuthenticatorMessages DeviceBindingMessages OneTimePassword OAuthMessages WebAuthn Primitives Crypto Logging Metrics
    Administration: Services Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry PingIDService Risk RiskScoring RiskSignals
        OrchestrationService VerificationPolicies Verifications VerificationMessages SignIn OAuth AMFormat JourneyModel JourneyTransfer UserFiles
        UserTransfer JourneyEngine JourneyNodes Scripting Workers Store DeviceMessages JOSE JourneyMessages PolicyMessages ResourceMessages
        ScriptMessages WebAuthn Primitives
    CCurl:
    SMTP: Messaging Store Primitives CCurl
    CQREncode:
    CPNG:
    QRImages: CQREncode CPNG Primitives
    Pages: Translations QRImages JourneyMessages VerificationMessages Primitives Mustache Crypto
    HTTPBase: Telemetry Foundations Store OAuthMessages JourneyMessages ResourceMessages Primitives Hummingbird HTTPTypes NIOCore NIOHTTP1
        NIOHTTPTypes Logging Metrics
    RealmHTTP: HTTPBase Telemetry Foundations Directory Sessions Store OAuthMessages JourneyMessages DeviceMessages Primitives
        Hummingbird HTTPTypes Instrumentation Tracing
    PageHTTP: Translations HTTPBase RealmHTTP Foundations Directory Pages Primitives Hummingbird HTTPTypes NIOCore Logging Crypto
    DeviceHTTP: HTTPBase RealmHTTP Directory Messaging DeviceRegistry Store DeviceMessages Primitives Hummingbird
        HTTPTypes NIOCore
    JourneyHTTP: HTTPBase RealmHTTP Foundations Directory Sessions JourneyEngine JourneyModel OAuthMessages
        JourneyMessages PolicyMessages AuthenticatorMessages Primitives Hummingbird HTTPTypes
    AMDialect: HTTPBase RealmHTTP DeviceHTTP JourneyHTTP Foundations Directory Sessions DevicePolicies DeviceRegistry MultiFactor
        SignIn JourneyEngine JOSE OAuthMessages JourneyMessages PolicyMessages ResourceMessages DeviceMessages
        AuthenticatorMessages WebAuthn Primitives Hummingbird HTTPTypes
    ManagedDialect: HTTPBase RealmHTTP Foundations Directory OAuthMessages JourneyMessages ResourceMessages Primitives
        Hummingbird HTTPTypes
    OpenIDDialect: Translations HTTPBase RealmHTTP PageHTTP Foundations Directory Sessions SignIn OAuth Pages OAuthMessages Primitives
        Hummingbird HTTPTypes Logging
    PlatformDialect: HTTPBase RealmHTTP JourneyHTTP Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry
        MultiFactor Risk RiskScoring VerificationPolicies Verifications SignIn OAuth JourneyEngine Store OAuthMessages JourneyMessages
        QRImages ResourceMessages VerificationMessages DeviceMessages OneTimePassword WebAuthn Primitives Hummingbird HTTPTypes NIOCore Logging
    DeviceDialect: HTTPBase RealmHTTP DeviceHTTP Foundations Directory Messaging DeviceRegistry MultiFactor Store DeviceMessages
        Primitives Hummingbird HTTPTypes
    PingIDDialect: HTTPBase RealmHTTP DeviceHTTP Foundations Directory DevicePolicies DeviceRegistry PingIDService Store
        ResourceMessages DeviceMessages PingIDMessages Primitives Hummingbird HTTPTypes
    RiskDialect: HTTPBase RealmHTTP Directory Risk RiskSignals Pages Primitives Hummingbird HTTPTypes NIOCore
    WalletDialect: HTTPBase RealmHTTP DeviceHTTP Directory Messaging Sessions Wallets WalletMessages TransparencyLog DeviceMessages
        Primitives Hummingbird HTTPTypes NIOCore
    VerifyDialect: Translations HTTPBase RealmHTTP PageHTTP DeviceHTTP Foundations Directory Verifications Pages VerificationMessages VisionMessages
        DeviceMessages OAuthMessages Primitives Hummingbird HTTPTypes NIOCore
    OrchestrationDialect: HTTPBase RealmHTTP Foundations Directory OrchestrationService QRImages CommandChannel
        OAuthMessages ResourceMessages Primitives Hummingbird HTTPTypes NIOCore Crypto
    PushDialect: HTTPBase RealmHTTP Foundations Messaging Primitives Hummingbird HTTPTypes
    HostedDialect: Translations HTTPBase RealmHTTP PageHTTP JourneyHTTP Foundations Directory Sessions DevicePolicies DeviceRegistry SignIn
        OAuth Risk JourneyEngine Pages JOSE OAuthMessages JourneyMessages PolicyMessages ResourceMessages WebAuthn Primitives
        Hummingbird HTTPTypes NIOCore Crypto
    AdminDialect: HTTPBase RealmHTTP Administration Foundations Directory Sessions OAuthMessages ResourceMessages Store Primitives Hummingbird
        HTTPTypes NIOCore Logging Crypto
    Dialects: RiskDialect WalletDialect VerifyDialect OrchestrationDialect AMDialect PushDialect PlatformDialect DeviceDialect PingIDDialect OpenIDDialect
        HostedDialect ManagedDialect HTTPBase RealmHTTP PageHTTP Foundations Directory Messaging DeviceRegistry MultiFactor SignIn OAuth
        Risk Services JourneyEngine Pages
    """)

// The program gatehouse changes a server's data through Administration alone: it imports none of the domain's modules.
// gatehouse-script and gatehouse-vision are programs of their own, so that neither the interpreter nor the readers of images are ever in the
// server's address space (docs/decisions).
let apps = modules(
    "Sources/Apps",
    """
    GatehouseServer: AdminDialect Administration Dialects HTTPBase RealmHTTP DeviceDialect HostedDialect JourneyEngine JourneyModel JourneyNodes Scripting
        Telemetry Workers Vision ScriptMessages SMTP SealedFiles Foundations Directory Messaging DevicePolicies DeviceRegistry GeoFiles MultiFactor OAuth OrchestrationService Risk SignIn Services
        Wallets VerificationMessages VerificationPolicies Verifications VisionMessages TransparencyLog Store StorePostgres Pages DeviceMessages ResourceMessages Primitives AsyncHTTPClient NIOHTTP1 Hummingbird HummingbirdCore HummingbirdTLS HummingbirdHTTP2
        HTTPTypes NIOCore NIOHTTPTypes NIOPosix NIOSSL NIOTLS Logging Metrics CoreMetrics Tracing ServiceLifecycle UnixSignals Yams Crypto
    Simulation: Dialects HTTPBase RealmHTTP JourneyEngine JourneyModel JourneyNodes Foundations Directory Messaging Sessions DevicePolicies
        DeviceRegistry MultiFactor PingIDService OrchestrationService Risk RiskScoring RiskSignals Services Store MFA PingIDClient PingIDMessages
        Orchestration Signals Wallet SealedFiles Wallets WalletMessages VerifiableClaims TransparencyLog CommandChannel DeviceProfile DeviceFoundation
        DeviceMessages JOSE Primitives Hummingbird HTTPTypes NIOCore NIOEmbedded Logging Crypto
    TerminalJourneys: Journeys DeviceBinding Passkeys DeviceProfile Signals DeviceFoundation RiskSignals WebAuthn JourneyMessages
        Primitives
    gatehouse: Administration GatehouseServer Vision VisionMessages Workers IdentityDocuments Simulation TerminalJourneys QRImages AMFormat JourneyEngine JourneyModel JourneyTransfer UserFiles
        PasswordHashes Scripting ScriptMessages RiskScoring OIDC LoopbackRedirect DeviceFoundation OneTimePassword AsyncHTTPTransport JOSE JourneyMessages
        DeviceMessages OAuthMessages PolicyMessages ResourceMessages TransparencyLog VerifiableClaims VerificationMessages Wallet WalletMessages Primitives ArgumentParser Logging
        UnixSignals
    CZoneScan:
    ZoneReading: CZoneScan IdentityDocuments Primitives
    CQRScan:
    QRScanning: CQRScan CPNG Primitives
    phone: Translations CommandChannel Orchestration MFA PingIDClient PingIDMessages OIDC LoopbackRedirect Authenticator AuthenticatorMessages
        OneTimePassword TerminalJourneys Journeys DeviceBinding Passkeys DeviceFoundation AsyncHTTPTransport DeviceMessages
        JourneyMessages JOSE OAuthMessages Primitives QRScanning VerifiableClaims Verification VerificationMessages VisionMessages Wallet
        WalletMessages ArgumentParser Hummingbird HTTPTypes NIOCore Logging ServiceLifecycle UnixSignals
    CJavaScriptCore:
    CConfinement:
    WorkerPrograms: WorkerMessages Primitives
    gatehouse-script: WorkerPrograms ScriptMessages WorkerMessages Primitives CConfinement CJavaScriptCore@linux
    CVision:
    gatehouse-vision: WorkerPrograms VisionMessages WorkerMessages ZoneReading IdentityDocuments Primitives CConfinement CVision
    """)

let testTargets =
    modules(
        "Tests/Support",
        """
        TestVectors:
        SettingTesting: ResourceMessages
        ServerTesting: KeyTesting PostgresTesting GatehouseServer Foundations Directory Messaging Sessions SignIn Services Store PolicyMessages Primitives
            AsyncHTTPClient Hummingbird HTTPTypes Logging NIOCore NIOHTTP1 NIOPosix NIOSSL Crypto X509 SwiftASN1
        AttestationTesting: WebAuthn CBOR Primitives Crypto X509 SwiftASN1
        IntegrityTesting: CBOR JOSE Primitives Crypto X509 SwiftASN1
        WorkerTesting:
        MailTesting: Foundations Messaging Primitives
        FederationTesting: Foundations Sessions JOSE OAuthMessages Primitives
        confinement-probe: CConfinement
        JourneyTesting: JourneyModel
        EngineTesting: JourneyEngine Services Foundations Directory Messaging Sessions DevicePolicies DeviceRegistry MultiFactor SignIn OAuth
            Risk OrchestrationService Verifications
        KeyTesting: JOSE Primitives
        PostgresTesting: CPQ StorePostgres Store Primitives
        DialectTesting: KeyTesting PostgresTesting MailTesting Dialects HTTPBase RealmHTTP JourneyNodes WebAuthn DevicePolicies DeviceRegistry MultiFactor JOSE HostedDialect
            OAuthMessages OneTimePassword Crypto Messaging DeviceMessages Hummingbird NIOCore JourneyEngine Foundations Directory Sessions
            SignIn Services Store JourneyMessages Primitives HTTPTypes JourneyModel HummingbirdTesting
        PlatformTesting: ServerTesting Foundations Directory Messaging DevicePolicies DeviceRegistry MultiFactor SignIn Services MFA OIDC
            DeviceFoundation AsyncHTTPTransport DeviceMessages OAuthMessages Primitives Hummingbird HTTPTypes NIOCore Logging
        """)
    + modules(
        "Tests/Documentation",
        """
        ExamplesTests: Primitives JOSE JourneyMessages OAuthMessages PolicyMessages ResourceMessages DeviceFoundation AsyncHTTPTransport
            Journeys OIDC LoopbackRedirect MFA DeviceMessages DeviceBindingMessages DeviceBinding DeviceProfile HardwareTokens
            Authenticator FRAuthenticator CBOR Passkeys WebAuthn
        """)
    + modules(
        "Tests/Kernel",
        """
        PrimitivesTests: Primitives
        CBORTests: CBOR Primitives
        WebAuthnTests: WebAuthn AttestationTesting CBOR Primitives Crypto X509 SwiftASN1
        JOSETests: JOSE Primitives Crypto CryptoExtras
        JourneyMessagesTests: JourneyMessages Primitives
        WorkerMessagesTests: WorkerMessages
        ScriptMessagesTests: ScriptMessages Primitives
        VisionMessagesTests: VisionMessages IdentityDocuments Primitives
        OAuthMessagesTests: OAuthMessages Primitives
        OneTimePasswordTests: OneTimePassword Primitives
        IdentityDocumentsTests: IdentityDocuments Primitives
        ResourceMessagesTests: ResourceMessages Primitives
        DeviceMessagesTests: DeviceMessages JOSE Primitives Crypto
        AuthenticatorMessagesTests: AuthenticatorMessages JOSE Primitives Crypto
        DeviceBindingMessagesTests: DeviceBindingMessages JOSE Primitives
        TransparencyLogTests: TransparencyLog Primitives
        VerifiableClaimsTests: VerifiableClaims JOSE Primitives
        WalletMessagesTests: WalletMessages DeviceMessages JOSE TransparencyLog VerifiableClaims Primitives Crypto CryptoExtras
        VerificationMessagesTests: VerificationMessages DeviceMessages JOSE ResourceMessages VisionMessages Primitives Crypto
        IdentityChecksTests: IdentityChecks IdentityDocuments VerificationMessages VisionMessages ResourceMessages Primitives
        PingIDMessagesTests: PingIDMessages DeviceMessages JOSE Primitives Crypto
        CommandChannelTests: CommandChannel Primitives Crypto CryptoExtras
        WebPushTests: WebPush JOSE Primitives
        DeviceIntegrityTests: DeviceIntegrity IntegrityTesting CBOR Primitives Crypto X509 SwiftASN1
        RiskSignalsTests: RiskSignals JOSE Primitives
        RiskScoringTests: RiskScoring RiskSignals ResourceMessages Primitives
        PolicyMessagesTests: PolicyMessages OAuthMessages Primitives
        """)
    + modules(
        "Tests/Client",
        """
        ClientTesting: DeviceFoundation JourneyMessages OAuthMessages JOSE Primitives
        TokenTesting: DeviceFoundation Primitives
        DeviceFoundationTests: DeviceFoundation HardwareTokens TokenTesting AsyncHTTPTransport URLSessionTransport ClientTesting
            Primitives Crypto NIOCore NIOPosix NIOHTTP1 NIOSSL X509 SwiftASN1
        JourneysTests: Journeys DeviceFoundation ClientTesting JourneyMessages PolicyMessages Primitives
        JourneyFormsTests: JourneyForms JourneyMessages Primitives
        OIDCTests: OIDC LoopbackRedirect DeviceFoundation AsyncHTTPTransport ClientTesting OAuthMessages JOSE Primitives
        DeviceTesting: ClientTesting DeviceFoundation DeviceMessages JOSE OneTimePassword Primitives
        AuthenticatorTesting: AuthenticatorMessages DeviceFoundation OneTimePassword Primitives
        AuthenticatorTests: Authenticator AuthenticatorTesting AuthenticatorMessages OneTimePassword DeviceFoundation Primitives
        PasskeysTests: Passkeys DeviceFoundation JourneyMessages WebAuthn Primitives
        DeviceBindingTests: DeviceBinding DeviceBindingMessages DeviceFoundation ClientTesting JourneyMessages JOSE Primitives
        DeviceProfileTests: DeviceProfile DeviceFoundation ClientTesting JourneyMessages Primitives
        SignalsTesting: DeviceFoundation RiskSignals JOSE Primitives
        SignalsTests: Signals SignalsTesting ClientTesting DeviceFoundation DeviceProfile RiskScoring RiskSignals Primitives
        WalletTesting: Wallet WalletMessages DeviceFoundation DeviceMessages JOSE TransparencyLog VerifiableClaims Primitives
        WalletTests: Wallet WalletTesting WalletMessages DeviceFoundation DeviceMessages JOSE TransparencyLog VerifiableClaims Primitives
        VerificationTesting: VerificationMessages DeviceFoundation DeviceMessages JOSE VerifiableClaims Primitives
        VerificationTests: Verification VerificationTesting VerificationMessages VisionMessages DeviceFoundation DeviceMessages JOSE VerifiableClaims Primitives
        MFATests: MFA DeviceTesting DeviceFoundation DeviceMessages ClientTesting JOSE OneTimePassword Primitives
        PingIDTesting: ClientTesting DeviceFoundation DeviceMessages PingIDMessages JOSE Primitives
        PingIDClientTests: PingIDClient PingIDTesting PingIDMessages MFA DeviceTesting DeviceFoundation DeviceMessages ClientTesting
            JOSE Primitives
        OrchestrationTesting: CommandChannel Orchestration Primitives Crypto
        OrchestrationTests: Orchestration OrchestrationTesting CommandChannel DeviceFoundation Primitives
        """)
    + modules(
        "Tests/Server",
        """
        StoreTests: PostgresTesting StorePostgres Store Primitives
        TelemetryTests: Telemetry Primitives Tracing CoreMetrics
        PasswordHashesTests: PasswordHashes Primitives
        UserFilesTests: UserFiles OneTimePassword PasswordHashes WebAuthn Primitives
        ServicesTests: Translations CPQ CSQLite PostgresTesting StorePostgres PasswordHashes KeyTesting MailTesting FederationTesting AttestationTesting Foundations Directory Messaging Sessions
            DevicePolicies OrchestrationService Risk VerificationMessages VerificationPolicies Verifications Wallets
            DeviceRegistry MultiFactor SignIn OAuth Services Store JOSE OAuthMessages JourneyMessages PolicyMessages ResourceMessages
            DeviceMessages WebAuthn WebPush Primitives DeviceIntegrity
        PingIDServiceTests: PostgresTesting SettingTesting PingIDDialect KeyTesting MailTesting PingIDTesting PingID_SDK PingOneSDK ResourceMessages MultiFactor PingIDService
            PingIDClient MFA PingIDMessages Dialects JourneyEngine JourneyNodes Foundations Directory Messaging DevicePolicies
            DeviceRegistry Services Store DeviceFoundation DeviceMessages JOSE Primitives HummingbirdTesting Hummingbird HTTPTypes NIOCore
            Crypto HTTPBase RealmHTTP
        RiskServiceTests: PostgresTesting SettingTesting Signals SecuredTouch PingProtect FRAuth ClientTesting MailTesting DeviceFoundation DeviceProfile Dialects
            HTTPBase RealmHTTP JourneyEngine JourneyModel AMFormat JourneyTransfer JourneyNodes JourneyMessages Foundations Directory GeoFiles
            Risk RiskScoring RiskSignals SignIn Services Store JOSE Primitives HummingbirdTesting Hummingbird HTTPTypes NIOCore
            Crypto CoreMetrics MetricsTestKit
        WalletServiceTests: PostgresTesting Dialects HTTPBase RealmHTTP JourneyEngine JourneyNodes SealedFiles Wallets WalletMessages VerifiableClaims TransparencyLog DeviceMessages
            Foundations Directory Messaging Services Store JOSE Primitives HummingbirdTesting Hummingbird HTTPTypes NIOCore Crypto
        VerificationServiceTests: PostgresTesting StorePostgres Dialects MailTesting SignIn HTTPBase RealmHTTP JourneyEngine JourneyMessages JourneyModel JourneyNodes SealedFiles VerificationPolicies Verifications VerificationMessages
            Vision VisionMessages Workers IdentityDocuments VerifiableClaims DeviceMessages ResourceMessages Foundations gatehouse-vision Directory Messaging
            Services Store JOSE OAuthMessages Primitives
            P1Verify ClientTesting DeviceFoundation HummingbirdTesting Hummingbird HTTPTypes NIOCore Crypto
        OrchestrationServiceTests: PostgresTesting SettingTesting ResourceMessages OrchestrationService OrchestrationDialect Orchestration OrchestrationSDK OrchestrationBankApp
            OrchestrationTesting
            CommandChannel Dialects HTTPBase RealmHTTP JourneyEngine JourneyMessages JourneyModel JourneyNodes Foundations Directory Messaging
            Services Sessions SignIn Risk RiskScoring Store DeviceFoundation DeviceMessages Primitives HummingbirdTesting Hummingbird
            HTTPTypes NIOCore Crypto
        AdministrationTests: PostgresTesting KeyTesting EngineTesting AMFormat JourneyModel AdminDialect HTTPBase RealmHTTP Dialects Administration AttestationTesting
            Foundations Directory Messaging Sessions Logging RiskSignals
            DevicePolicies DeviceRegistry Risk OrchestrationService PingIDService VerificationMessages VerificationPolicies Verifications SignIn Services
            JourneyEngine JourneyNodes Scripting Store JOSE
            JourneyMessages OAuthMessages ResourceMessages WebAuthn Primitives HummingbirdTesting Hummingbird HTTPTypes NIOCore
            gatehouse-script
        TranslationsTests: Translations JourneyMessages Primitives
        PagesTests: Translations Pages JourneyMessages VerificationMessages Primitives
        ScriptingTests: Scripting Workers WorkerTesting ScriptMessages Primitives gatehouse-script confinement-probe
        VisionTests: Vision VisionMessages IdentityDocuments Foundations Workers WorkerTesting gatehouse-vision
        JourneyModelTests: Translations JourneyTesting JourneyModel JourneyMessages ResourceMessages ScriptMessages Primitives
        JourneyEngineTests: KeyTesting PostgresTesting EngineTesting JourneyEngine JourneyModel JourneyNodes JourneyTesting JourneyTransfer AuthenticatorMessages
            OneTimePassword Scripting Workers ScriptMessages MailTesting FederationTesting AttestationTesting Foundations Directory Messaging
            Sessions DevicePolicies DeviceRegistry MultiFactor SignIn Services Store JourneyMessages WebAuthn CBOR DeviceBindingMessages
            JOSE Primitives gatehouse-script Logging Crypto CoreMetrics MetricsTestKit DeviceMessages AMFormat Pages ResourceMessages
        SMTPTests: SMTP Messaging NIOCore NIOPosix
        DialectsTests: Dialects MailTesting FederationTesting DialectTesting HTTPBase RealmHTTP Scripting Risk Verifications Wallets OrchestrationService Orchestration
            OrchestrationTesting CommandChannel DeviceFoundation DeviceBindingMessages gatehouse-script Logging WebAuthn DevicePolicies
            DeviceRegistry MultiFactor JOSE OAuthMessages OneTimePassword Messaging Hummingbird JourneyEngine Foundations Directory
            Sessions SignIn Services Store JourneyMessages Primitives HTTPTypes JourneyModel Crypto IntegrityTesting
        AMDialectTests: DialectTesting HTTPBase JourneyNodes PolicyMessages WebAuthn DeviceRegistry JOSE OAuthMessages JourneyEngine
            Foundations Directory Sessions SignIn Services Store JourneyMessages Primitives HTTPTypes JourneyModel
        OpenIDDialectTests: DialectTesting HTTPBase RealmHTTP PageHTTP OAuth Crypto JOSE OAuthMessages Foundations Directory Sessions SignIn Services Store Pages Primitives HTTPTypes
        PlatformDialectTests: SettingTesting MailTesting DialectTesting Dialects HTTPBase RealmHTTP DeviceHTTP PlatformDialect ResourceMessages DevicePolicies DeviceRegistry
            MultiFactor Crypto Messaging DeviceMessages Foundations Directory Sessions SignIn VerificationMessages VerificationPolicies Verifications Services Store Primitives HTTPTypes
            Hummingbird NIOCore NIOEmbedded Logging
        PlatformAPITests: AttestationTesting MailTesting DialectTesting HTTPBase RealmHTTP WebAuthn ResourceMessages DevicePolicies
            DeviceRegistry MultiFactor OAuthMessages OneTimePassword Messaging DeviceMessages Foundations Directory Sessions SignIn Services Store
            Primitives HTTPTypes
        DeviceDialectTests: MailTesting DialectTesting HTTPBase DevicePolicies DeviceRegistry MultiFactor JOSE OAuthMessages
            OneTimePassword Messaging DeviceMessages JourneyEngine Foundations Directory SignIn Services Store Primitives HTTPTypes
            JourneyModel
        PushDialectTests: DeviceHTTP DialectTesting HTTPBase Foundations PushDialect Messaging DeviceMessages Hummingbird NIOCore Directory Services
            Store Primitives HTTPTypes
        HostedDialectTests: Translations Dialects DialectTesting HTTPBase RealmHTTP DevicePolicies DeviceRegistry HostedDialect JourneyEngine Foundations Directory Sessions SignIn Services Store
            Pages JourneyMessages OAuthMessages Primitives Hummingbird HTTPTypes JourneyModel
        """)
    + modules(
        "Tests/Compatibility",
        """
        FRAuthenticatorTests: FRCore FRAuthenticator ClientTesting AuthenticatorTesting AuthenticatorMessages CallbackBridge
            DeviceFoundation Primitives
        SecuredTouchTests: SecuredTouch SignalsTesting ClientTesting DeviceFoundation RiskSignals Primitives
        PingProtectTests: PingProtect FRAuth SignalsTesting ClientTesting DeviceFoundation JourneyMessages RiskSignals Primitives
        PingOneSDKTests: Foundations PingOneSDK CallbackBridge MFA DeviceTesting ClientTesting DeviceFoundation DeviceMessages JOSE Primitives
            PlatformTesting ServerTesting Directory Messaging DevicePolicies DeviceRegistry MultiFactor Services Store
            AsyncHTTPTransport OIDC
        P1VerifyTests: P1Verify DistributedID VerificationTesting VerificationMessages ClientTesting DeviceFoundation DeviceMessages JOSE Primitives
        ShoLibTests: ShoLib P1Verify CallbackBridge ClientTesting Verification VerificationMessages VisionMessages Primitives
        DistributedIDTests: DistributedID ClientTesting WalletTesting DeviceFoundation Primitives
        PingID_SDKTests: PingID_SDK PingIDTesting PingIDMessages ClientTesting DeviceFoundation DeviceMessages Primitives PingIDClient
        OrchestrationSDKTests: OrchestrationSDK ClientTesting OrchestrationTesting Orchestration CommandChannel DeviceFoundation DeviceProfile Primitives
        FRAuthTests: FRAuth FRCore FRCaptchaEnterprise FRFacebookSignIn FRGoogleSignIn FRProximity FRUI PingProtect JourneyForms
            FRDeviceBinding DeviceBinding DeviceProfile TerminalJourneys ServerTesting Foundations Directory Sessions
            DeviceRegistry OAuth SignIn Services gatehouse-script HardwareTokens TokenTesting JOSE AppScreens QuickstartApp
            SwiftUIQuickstartApp RegistrationApp BrowserLoginApp TokenWalletApp BankApp AuthenticatorWalletApp BoundDeviceApp BridgeApp ExampleApp
            FRAuthenticator LoopbackRedirect Journeys OIDC DeviceFoundation AsyncHTTPTransport ClientTesting JourneyMessages OAuthMessages
            PolicyMessages ScriptMessages Primitives DevicePolicies IntegrityTesting Store Crypto DeviceBindingMessages Hummingbird
            HummingbirdTLS HTTPTypes Logging NIOCore NIOSSL
        """)
    + modules(
        "Tests/Compatibility/Apps",
        """
        AppScreens:
        QuickstartApp: AppScreens FRAuth FRCore
        SwiftUIQuickstartApp: AppScreens FRAuth FRCore
        RegistrationApp: AppScreens FRAuth
        BrowserLoginApp: AppScreens FRAuth
        TokenWalletApp: AppScreens FRAuth FRCore
        BankApp: AppScreens FRAuth
        BridgeApp: FRAuth FRCore
        ExampleApp: AppScreens FRAuth
        AuthenticatorWalletApp: AppScreens FRAuthenticator FRCore
        BoundDeviceApp: AppScreens FRAuth FRDeviceBinding
        OrchestrationBankApp: OrchestrationSDK
        VerifyScreensApp: P1Verify ShoLib
        DocumentedScreensApp: FRAuth FRFacebookSignIn FRGoogleSignIn
        """)
    + modules(
        "Tests/Apps",
        """
        GatehouseServerTests: Telemetry RealmHTTP HTTPTypes PostgresTesting StorePostgres Administration GatehouseServer TransparencyLog Dialects HTTPBase JourneyModel ServerTesting Foundations Directory DeviceRegistry Messaging SignIn
            Services Scripting Vision Workers ScriptMessages Store DeviceMessages JOSE WebPush Primitives AsyncHTTPClient HummingbirdCore NIOSSL NIOCore
            NIOEmbedded NIOPosix NIOHTTP1 NIOTLS X509 SwiftASN1 Crypto Logging CoreMetrics
        GatehouseTests: TerminalJourneys gatehouse gatehouse-script gatehouse-vision GatehouseServer TransparencyLog VerifiableClaims Wallet WalletMessages ServerTesting PlatformTesting AttestationTesting Foundations
            Directory SignIn Services Administration AsyncHTTPTransport DeviceFoundation OIDC Primitives ArgumentParser NIOCore NIOPosix
        TerminalJourneysTests: TerminalJourneys DeviceBinding Passkeys DeviceFoundation ClientTesting SignalsTesting RiskSignals
            JourneyMessages Primitives
        QRImagesTests: QRImages QRScanning
        ZoneReadingTests: ZoneReading CQRScan IdentityDocuments
        PhoneTests: TerminalJourneys Translations Directory Foundations Services VerificationMessages Verifications Authenticator CommandChannel OneTimePassword Orchestration phone DeviceBinding Passkeys JourneyMessages
            ServerTesting VerifiableClaims Wallet WalletMessages DeviceFoundation DeviceMessages AsyncHTTPTransport Primitives ArgumentParser
        SimulationTests: Simulation
        """)
    + modules(
        "Tests/EndToEnd",
        """
        ExampleAppTests: ExampleModels JourneyForms JourneyModel PlatformTesting ServerTesting Directory Foundations MultiFactor Services
            SignIn Authenticator DeviceFoundation DeviceMessages MFA AsyncHTTPTransport Primitives
        EndToEndTests: PostgresTesting ServerTesting VerifiableClaims Wallet WalletTesting Foundations Directory DevicePolicies DeviceRegistry MultiFactor SignIn Services Journeys OIDC
            LoopbackRedirect Passkeys DeviceFoundation AsyncHTTPTransport JourneyMessages OAuthMessages PolicyMessages Primitives MFA
            DeviceMessages DeviceIntegrity IntegrityTesting PlatformTesting WebPush Store Crypto
        PolicyTests: PostgresTesting ServerTesting Foundations Directory Sessions DeviceRegistry MultiFactor SignIn Services Store
            JourneyMessages ResourceMessages WebAuthn OneTimePassword OAuthMessages Primitives AsyncHTTPClient NIOCore NIOHTTP1
        """)

/// The programs that stand between our kernel and the foreign ones of `make interop`, which alone builds them.
let peers =
    ProcessInfo.processInfo.environment["GATEHOUSE_PEERS"] == nil
    ? []
    : modules(
        "Tests/Interop",
        """
        jose-peer: JOSE Primitives
        document-peer: IdentityDocuments Primitives
        webauthn-peer: WebAuthn CBOR Primitives
        otp-peer: OneTimePassword Primitives
        risk-peer: RiskScoring RiskSignals Primitives
        register-peer: FRAuth
        claims-peer: VerifiableClaims TransparencyLog JOSE Primitives
        """)

/// The tests to build: all, or those that `GATEHOUSE_TESTS` names (scripts/focus).
let chosenTests = ProcessInfo.processInfo.environment["GATEHOUSE_TESTS"]?.split(separator: ",").map(String.init)
let builtTests = testTargets.filter { !$0.isTest || chosenTests?.contains($0.name) ?? true }

/// The modules for apps; without the server's, also without Linux's transport.
let forApps: [Target] = (kernel + client + compatibility + example).filter { isWhole || $0.name != "AsyncHTTPTransport" }
let targets: [Target] = forApps + (isWhole ? server + apps + builtTests + peers : [])

/// The packages that apps need, which take a product of each, and the tools; all for the server.
let neededPackages = packages.filter { path, _, products in
    isWhole || products.isEmpty
        || targets.flatMap(\.dependencies).contains {
            if case .productItem(_, let name?, _, _) = $0 { path.hasSuffix("/\(name)") } else { false }
        }
}

/// The products for apps and their tests, and the programs.
let products: [Product] = forApps.map { .library(name: $0.name, targets: [$0.name]) }
let programs: [Product] = ["gatehouse", "gatehouse-script", "gatehouse-vision", "phone"].map { .executable(name: $0, targets: [$0]) }
/// The products for the benchmarks and the fuzz targets, which are packages of their own.
let serverProducts: [Product] = [
    "AMFormat", "CVision", "DevicePolicies", "DeviceRegistry", "Directory", "Foundations", "GeoFiles", "HTTPBase", "JourneyModel",
    "JourneyTransfer", "PageHTTP", "QRImages", "Risk", "Services", "SignIn", "Simulation", "Store", "StorePostgres", "UserFiles",
    "ZoneReading",
].map { .library(name: $0, targets: [$0]) }

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: products + (isWhole ? programs + serverProducts : []),
    dependencies: neededPackages.map { .package(url: "https://github.com/\($0.0)", from: Version(stringLiteral: $0.1)) },
    targets: targets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20)

#if os(macOS)
if isWhole { package.platforms = [.macOS(.v15), .iOS(.v18)] }
#endif
