import Crypto
package import Foundation
import JOSE
package import Primitives

/// Google's Play Integrity, with keys of its own: makes tokens as the service does.
package struct PretendPlayIntegrity: Sendable {
    private let decryption = SymmetricKey(size: .bits256)
    private let signing = P256.Signing.PrivateKey()

    package init() {}

    /// The two keys as the Play Console shows them.
    package var keys: (decryption: Secret, verification: Secret) {
        let aes = decryption.withUnsafeBytes { Data($0) }.base64EncodedString()
        return (Secret(aes), Secret(signing.publicKey.derRepresentation.base64EncodedString()))
    }

    /// A verdict as Google words it, of a device that is sound.
    package static func verdict(package name: String, request hash: [UInt8], at now: Date, isClassic: Bool = false) -> JSONObject {
        var details: JSONObject = [
            "requestPackageName": .string(name), "timestampMillis": .string(String(Int64(now.timeIntervalSince1970 * 1000))),
        ]
        details[isClassic ? "nonce" : "requestHash"] = .string(
            isClassic ? Data(hash).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") : Base64URL.encode(hash))
        return [
            "requestDetails": .object(details),
            "appIntegrity": [
                "appRecognitionVerdict": "PLAY_RECOGNIZED", "packageName": .string(name),
                "certificateSha256Digest": ["6a6a1474b5cbbb2b1aa57e0bc3"], "versionCode": "42",
            ],
            "deviceIntegrity": ["deviceRecognitionVerdict": ["MEETS_DEVICE_INTEGRITY"]],
            "accountDetails": ["appLicensingVerdict": "LICENSED"],
        ]
    }

    /// A token of a verdict.
    package func token(_ verdict: JSONObject) throws -> String {
        let point = Array(signing.publicKey.rawRepresentation)
        let key = JWK(
            .ec(
                try ECKey(
                    curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)), d: Secret(bytes: signing.rawRepresentation))))
        let signed = try JWS.sign(JSONValue.object(verdict).encoded, with: try SigningKey(key, algorithm: .es256))
        let sealing = try SealingKey(
            JWK(.symmetric(Secret(bytes: decryption.withUnsafeBytes { Data($0) }))), algorithm: .a256KW, encryption: .a256GCM)
        return try JWE.seal(Array(signed.utf8), with: sealing, random: SystemRandom())
    }
}
