import Foundations
package import JOSE
import Primitives
package import ResourceMessages

/// A provider outside that judges documents, and is asked by a webhook (`docs/protocols/verify.md` 9).
package struct WebhookProvider: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm: 1 to 64 letters, digits, dots, hyphens and underscores of ASCII.
    package var id = ""
    /// The address that orders are sent to.
    package var address = ""
    /// The key on P-256 that verifies the provider's answers.
    package var key: JWK?

    package init() {}

    /// The ids of the providers that every realm has.
    package static let reserved: Set = ["built-in", "manual"]
}

extension WebhookProvider: Shaped {
    package static let shapeName = "WebhookProvider"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .text(1...64, pattern: "^[A-Za-z0-9._-]+$", isValid: isName), .required)
            .saying("The id, which policies name and answers have as iss."),
        Member("address", \.address, .text(1...2048, format: "uri"), .required)
            .saying("The address that orders are sent to: https, or this machine's own."),
        Member("key", optional: \.key, .verificationKey, .required).saying("The public key on P-256 that verifies its answers."),
    ]

    package func check(_ reading: inout ShapeReading) {
        if Self.reserved.contains(id) { reading.refuse(.invalid, "every realm has a provider of this id already", at: "id") }
        if !OutboundURL.isSafe(address) { reading.refuse(.invalid, "it is an https URL without a user and a fragment", at: "address") }
    }

    private static let isName: @Sendable (String) -> Bool = { text in
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

extension Form where Value == JWK {
    /// A public key on P-256 (RFC 7517). What a key says beside its point isn't kept, but for `kid`.
    fileprivate static var verificationKey: Form {
        Form(.open) { json, reading in
            guard let object = json.object, let key = try? JWK(object), key.isPublicP256 else {
                reading.refuse(.invalid, "it is a public key on P-256 as a JSON Web Key")
                return nil
            }
            return JWK(key.material, keyID: key.keyID)
        } write: {
            .object($0.publicJSON ?? JSONObject())
        }
    }
}
