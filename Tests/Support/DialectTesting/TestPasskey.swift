import Foundation
import HTTPBase
import HTTPTypes
package import Primitives
package import WebAuthn

/// A browser with an authenticator, before the platform's API.
package struct TestPasskey {
    package static let party = "example.com"
    package static let origin = "https://login.example.com"

    package var model = AuthenticatorModel()
    package var key: SoftwareCredentialKey
    package var id: [UInt8]
    package var isVerifying = true

    package init(seed: UInt64 = 1) throws {
        let random = SeededRandom(seed: seed)
        key = try SoftwareCredentialKey(.es256, random: random)
        id = random.bytes(32)
    }

    /// The body that activates a device, from what its creation answered.
    package func attestation(_ device: JSONValue, origin: String = Self.origin, stating stated: String? = nil) throws -> JSONValue {
        let options = try CreationOptions(json: Self.options(device["publicKeyCredentialCreationOptions"]))
        let response = try model.create(for: options, origin: origin, key: key, id: id, userVerified: isVerifying)
        return ["origin": .string(stated ?? origin), "attestation": .string(response.json.text)]
    }

    /// The body of `assertion.check`, from where an authentication stands.
    package func assertion(
        _ authentication: JSONValue, origin: String = Self.origin, stating stated: String? = nil, signCount: UInt32 = 0
    ) throws -> JSONValue {
        let options = try RequestOptions(json: Self.options(authentication["publicKeyCredentialRequestOptions"]))
        let response = try model.sign(
            for: options, origin: origin, key: key, id: id, userHandle: nil, userVerified: isVerifying, signCount: signCount)
        return ["origin": .string(stated ?? origin), "assertion": .string(response.json.text), "compatibility": "FULL"]
    }

    /// The options with their lists of signed numbers read, as a page makes typed arrays of them.
    package static func options(_ value: JSONValue?) throws -> JSONValue {
        var json = try JSONValue(parsing: value?.string ?? "").object ?? JSONObject()
        json["challenge"] = text(json["challenge"])
        if var user = json["user"]?.object {
            user["id"] = text(user["id"])
            json["user"] = .object(user)
        }
        for name in ["excludeCredentials", "allowCredentials"] {
            guard let list = json[name]?.array else { continue }
            json[name] = .array(
                list.map { item in
                    var item = item.object ?? JSONObject()
                    item["id"] = text(item["id"])
                    return .object(item)
                })
        }
        return .object(json)
    }

    private static func text(_ numbers: JSONValue?) -> JSONValue {
        .string(
            Base64URL.encode((numbers?.array ?? []).compactMap { $0.integer.flatMap { Int8(exactly: $0) }.map { UInt8(bitPattern: $0) } }))
    }
}
