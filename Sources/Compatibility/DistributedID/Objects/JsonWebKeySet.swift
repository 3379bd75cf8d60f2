import JOSE
import Primitives

/// The public keys of an instance: one that signs (ES256), one to which envelopes are sealed (ECDH-ES), both on P-256. The private halves stay in
/// the key store of the device.
public struct JsonWebKeySet: Sendable, Equatable {
    let set: JWKSet

    init(signing: JWK, agreement: JWK) {
        var (signing, agreement) = (signing, agreement)
        signing.keyID = signing.thumbprintText
        signing.use = .signature
        agreement.keyID = agreement.thumbprintText
        agreement.use = .encryption
        set = JWKSet([signing, agreement])
    }

    /// Reads a JWK Set (RFC 7517 §5).
    /// - Throws: ``DIDException`` for a text that isn't the set of an instance.
    public init(_ jsonString: String) throws {
        guard jsonString.utf8.count <= 64 << 10, let members = (try? JSONValue(parsing: jsonString))?.object else {
            throw DIDException("jwks is no JSON object")
        }
        try self.init(members)
    }

    init(_ members: JSONObject) throws {
        do { set = try JWKSet(members) } catch { throw DIDException.of(error) }
        guard signing != nil else { throw DIDException("jwks has no key that signs") }
    }

    /// The set as JSON.
    public func toJson() -> String { JSONValue.object(set.publicJSON).text }

    var json: JSONObject { self.set.publicJSON }

    /// The key that signs.
    var signing: JWK? { self.set.keys.first { $0.use == .signature } }
}
