public import Foundation
public import Primitives

/// The verdict of Google on a device, an app and an account (Android: "Integrity verdicts"). Words that aren't known are kept.
public struct PlayIntegrityVerdict: Sendable, Equatable {
    // requestDetails
    /// The app that asked, as it says itself.
    public var requestPackage: String
    /// `requestHash` of a standard request, or `nonce` of a classic one.
    public var request: String
    /// The time when the verdict was made.
    public var made: Date
    // appIntegrity
    /// `PLAY_RECOGNIZED`, `UNRECOGNIZED_VERSION` or `UNEVALUATED`.
    public var appRecognition: String
    /// The app as Google knows it; nil when it wasn't looked at.
    public var package: String?
    /// The hashes of the certificates that the app is signed with, in base64url.
    public var certificates: [String]
    /// The version of the app that the verdict is about; nil when it says none.
    public var version: String?
    // deviceIntegrity
    /// `MEETS_DEVICE_INTEGRITY`, `MEETS_BASIC_INTEGRITY`, `MEETS_STRONG_INTEGRITY` and others.
    public var deviceRecognition: [String]
    // accountDetails
    /// `LICENSED`, `UNLICENSED` or `UNEVALUATED`.
    public var licensing: String

    /// Reads the verdict's JSON.
    /// - Throws: ``IntegrityError`` `.malformed`.
    public init(json: JSONValue) throws(IntegrityError) {
        let (details, app) = (json["requestDetails"], json["appIntegrity"])
        guard let package = details?["requestPackageName"]?.string,
            let request = details?["requestHash"]?.string ?? details?["nonce"]?.string,
            let millis = details?["timestampMillis"]?.string.flatMap(Int64.init) ?? details?["timestampMillis"]?.integer, millis >= 0
        else { throw IntegrityError(.malformed, "the verdict lacks requestDetails") }
        requestPackage = package
        self.request = request
        made = Date(timeIntervalSince1970: Double(millis) / 1000)
        appRecognition = app?["appRecognitionVerdict"]?.string ?? "UNEVALUATED"
        self.package = app?["packageName"]?.string
        certificates = app?["certificateSha256Digest"]?.strings ?? []
        version = app?["versionCode"]?.string
        deviceRecognition = json["deviceIntegrity"]?["deviceRecognitionVerdict"]?.strings ?? []
        licensing = json["accountDetails"]?["appLicensingVerdict"]?.string ?? "UNEVALUATED"
    }

    /// The time for which a verdict is good after it was made, in seconds.
    public static let lifetime: TimeInterval = 600
    private static let skew: TimeInterval = 60

    /// Checks that the verdict is of this app, for this request, new, and good: the app is the one that Google distributes, and the
    /// device one that Google vouches for.
    ///
    /// - Parameters:
    ///   - package: the app's package name.
    ///   - hash: the bytes that the app asked with. Whether they came in base64 or base64url, padded or not, doesn't matter.
    /// - Throws: ``IntegrityError`` `.wrongApp`, `.wrongRequest`, `.expired`, `.unrecognizedApp`, `.unsoundDevice`.
    public func check(package expected: String, request hash: [UInt8], at now: Date) throws(IntegrityError) {
        guard requestPackage == expected, package == nil || package == expected else {
            throw IntegrityError(.wrongApp, "the verdict is of another app")
        }
        guard Self.bytes(request) == hash else { throw IntegrityError(.wrongRequest, "the verdict is for another request") }
        let age = now.timeIntervalSince(made)
        guard age <= Self.lifetime, age >= -Self.skew else { throw IntegrityError(.expired, "the verdict is too old, or of the future") }
        guard appRecognition == "PLAY_RECOGNIZED" else {
            throw IntegrityError(.unrecognizedApp, "the app isn't the one that Google distributes: \(appRecognition.prefix(40))")
        }
        guard deviceRecognition.contains(where: ["MEETS_DEVICE_INTEGRITY", "MEETS_STRONG_INTEGRITY"].contains) else {
            throw IntegrityError(.unsoundDevice, "Google doesn't vouch for the device")
        }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let plain = text.replacing("+", with: "-").replacing("/", with: "_")
        return Base64URL.decode(String(plain.prefix { $0 != "=" }))
    }
}
