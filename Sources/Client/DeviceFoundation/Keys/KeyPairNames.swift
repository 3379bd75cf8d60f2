package import Primitives

/// Two key pairs in the key store, and the thumbprint by which proofs name the first.
package struct KeyPairNames: Sendable, Equatable {
    /// The names in the key store.
    package let signing, agreement: String
    /// The `sig` key's thumbprint (RFC 7638), the `kid` of proofs.
    package let thumbprint: String

    package init(signing: String, agreement: String, thumbprint: String) {
        self.signing = signing
        self.agreement = agreement
        self.thumbprint = thumbprint
    }

    /// Reads ``json``; nil when a member is missing.
    package init?(json: JSONValue?) {
        guard let signing = json?["sig"]?.string, let agreement = json?["enc"]?.string, let thumbprint = json?["kid"]?.string else {
            return nil
        }
        self.init(signing: signing, agreement: agreement, thumbprint: thumbprint)
    }

    /// The names as they are stored, with the members `sig`, `enc` and `kid`.
    package var json: JSONValue { ["sig": .string(signing), "enc": .string(agreement), "kid": .string(thumbprint)] }
}
