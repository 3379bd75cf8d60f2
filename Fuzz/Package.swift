// swift-tools-version:6.2
import PackageDescription

// One libFuzzer program for each parser of foreign bytes. `scripts/fuzz` builds and runs them; the sanitizer that it names
// instruments the code under test as well.

/// The name within which `package` declarations can be used: that of the folder around this one, as the package manager makes a word of it.
let house = String(Context.packageDirectory.split(separator: "/").dropLast().last?.map { $0.isLetter || $0.isNumber ? $0 : "_" } ?? [])
    .lowercased()

/// A program whose main function is libFuzzer's: its one file holds `LLVMFuzzerTestOneInput`. It counts as part of the repository's main
/// package, not of this one.
func fuzzer(_ name: String, _ modules: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: modules.map { .product(name: $0, package: "gatehouse") },
        packageAccess: false, swiftSettings: [.unsafeFlags(["-parse-as-library", "-package-name", house])])
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "gatehouse", path: "..")],
    targets: [
        fuzzer("FuzzAdvice", ["PolicyMessages", "Primitives"]),
        fuzzer("FuzzAccountList", ["OneTimePassword"]),
        fuzzer("FuzzAuthenticatorURI", ["OneTimePassword", "Primitives"]),
        fuzzer("FuzzPushConversation", ["AuthenticatorMessages", "JOSE", "Primitives"]),
        fuzzer("FuzzAuthorizeQuery", ["OAuthMessages"]),
        fuzzer("FuzzCallbackAnswers", ["JourneyMessages", "Primitives"]),
        fuzzer("FuzzAttestation", ["CBOR", "Primitives", "WebAuthn"]),
        fuzzer("FuzzBackup", ["Authenticator", "Primitives"]),
        fuzzer("FuzzBindingStatement", ["DeviceBindingMessages", "JOSE", "Primitives"]),
        fuzzer("FuzzCBOR", ["CBOR"]),
        fuzzer("FuzzClientData", ["Primitives", "WebAuthn"]),
        fuzzer("FuzzCommand", ["CommandChannel", "Primitives"]),
        fuzzer("FuzzDeviceData", ["CommandChannel", "Primitives"]),
        fuzzer("FuzzVisualCode", ["CommandChannel", "Primitives", "QRImages"]),
        fuzzer("FuzzCOSE", ["CBOR", "WebAuthn"]),
        fuzzer("FuzzLicence", ["IdentityDocuments", "Primitives"]),
        fuzzer("FuzzZone", ["IdentityDocuments", "Primitives"]),
        fuzzer("FuzzMetadata", ["WebAuthn"]),
        fuzzer("FuzzTrustFile", ["WebAuthn"]),
        fuzzer("FuzzIntegrity", ["CBOR", "DeviceIntegrity", "Primitives"]),
        fuzzer("FuzzDeviceProfile", ["DeviceRegistry", "JourneyMessages", "Primitives"]),
        fuzzer("FuzzDeviceProof", ["DeviceMessages", "Primitives"]),
        fuzzer("FuzzEventStream", ["DeviceFoundation"]),
        fuzzer("FuzzDeviceMessages", ["DeviceMessages", "JOSE", "Primitives"]),
        fuzzer("FuzzCodeText", ["DeviceMessages"]),
        fuzzer("FuzzFront", ["Simulation"]),
        fuzzer("FuzzFormBody", ["OAuthMessages"]),
        fuzzer("FuzzMultipart", ["HTTPBase", "PageHTTP"]),
        fuzzer("FuzzImport", ["AMFormat", "JourneyModel", "JourneyTransfer", "Primitives"]),
        fuzzer("FuzzUserFile", ["Primitives", "UserFiles"]),
        fuzzer("FuzzJourneyFile", ["JourneyModel", "Primitives"]),
        fuzzer("FuzzJSON", ["Primitives"]),
        fuzzer("FuzzJWE", ["JOSE", "Primitives"]),
        fuzzer("FuzzJWK", ["JOSE", "Primitives"]),
        fuzzer("FuzzJWS", ["JOSE", "Primitives"]),
        fuzzer("FuzzPingIDMessages", ["DeviceMessages", "PingIDMessages", "Primitives"]),
        fuzzer("FuzzPingIDPayload", ["DeviceMessages", "JOSE", "PingIDMessages", "Primitives"]),
        fuzzer("FuzzPingIDSignature", ["PingIDMessages", "Primitives"]),
        fuzzer("FuzzPlatformBody", ["DevicePolicies", "Directory", "Primitives", "ResourceMessages", "SignIn"]),
        fuzzer("FuzzScriptFrames", ["ScriptMessages", "Primitives", "WorkerMessages"]),
        fuzzer("FuzzImageHeader", ["VisionMessages"]),
        fuzzer("FuzzVisionMessages", ["VisionMessages", "WorkerMessages", "Primitives"]),
        fuzzer("FuzzGeoFile", ["GeoFiles", "Risk", "RiskScoring"]),
        fuzzer("FuzzRiskPolicy", ["RiskScoring", "RiskSignals", "Primitives"]),
        fuzzer("FuzzSignals", ["RiskSignals", "RiskScoring", "JOSE", "Primitives"]),
        fuzzer("FuzzQueryFilter", ["ResourceMessages", "Primitives"]),
        fuzzer("FuzzSDJWT", ["VerifiableClaims", "JOSE", "Primitives"]),
        fuzzer("FuzzDisclosure", ["VerifiableClaims", "Primitives"]),
        fuzzer("FuzzSaltedClaim", ["VerifiableClaims", "JOSE", "Primitives"]),
        fuzzer("FuzzClaimEnvelope", ["VerifiableClaims", "JOSE", "Primitives"]),
        fuzzer("FuzzLogTile", ["TransparencyLog", "Primitives"]),
        fuzzer("FuzzCheckpoint", ["TransparencyLog", "Primitives"]),
        fuzzer("FuzzSignedNote", ["TransparencyLog", "Primitives"]),
        fuzzer("FuzzCosignature", ["TransparencyLog", "Primitives"]),
        fuzzer("FuzzVerification", ["DeviceMessages", "Primitives", "ResourceMessages", "VerificationMessages"]),
        fuzzer("FuzzStepBody", ["JourneyMessages", "Primitives"]),
        fuzzer("FuzzWalletMessages", ["DeviceMessages", "JOSE", "Primitives", "TransparencyLog", "VerifiableClaims", "WalletMessages"]),
        fuzzer("FuzzWebPush", ["Primitives", "WebPush"]),
        fuzzer("FuzzZoneImage", ["IdentityDocuments", "ZoneReading"]),
    ],
    swiftLanguageModes: [.v6])
