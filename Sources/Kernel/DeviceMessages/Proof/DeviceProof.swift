internal import Crypto
public import Foundation
public import JOSE
import Primitives

/// The statement by which a device proves that one request is its own, in the header field `Device-Proof` (a sender-constrained proof after
/// RFC 9449).
///
/// It is a compact JWS that the device's key signs: the key store is given ``signingInput`` and gives the signature.
public struct DeviceProof: Sendable, Equatable {
    /// The header field.
    public static let field = "Device-Proof"
    /// `typ` of the header, exactly.
    public static let type = "device-proof+jwt"
    /// The number of seconds that a device's clock may be off.
    public static let tolerance: TimeInterval = 300

    /// The key that signs: exactly one of the two is in the header.
    public enum Key: Sendable, Equatable {
        /// The installation's current key, by its thumbprint.
        case current(thumbprint: String)
        /// The key itself, for an installation that the server doesn't know yet.
        case embedded(JWK)
    }

    /// The kind of id that senders of a protocol have.
    public enum Naming: Sendable, Equatable {
        /// The thumbprint of the first key, which an embedded key must have: installations.
        case firstKey
        /// An id that the sender has chosen, which its server binds to the first key that it sees: instances of wallets
        /// (`docs/protocols/claims.md` 5.1).
        case chosen
    }

    /// The installation's id; an instance's, where a protocol has instances.
    public var installation: String
    /// The key that signs, as the proof names it.
    public var key: Key
    /// The method of the request, such as `POST`.
    public var method: String
    /// The address without a query; the protocol has none.
    public var url: String
    /// The time when the proof was made.
    public var issuedAt: Date
    /// Made up for each proof.
    public var id: String
    /// The hash of the body; nil for a request without one.
    public internal(set) var bodyHash: String?

    /// - Parameters:
    ///   - body: the bytes as they are sent.
    ///   - id: unique for each proof; 128 random bits.
    public init(
        installation: String, key: Key, method: String, url: String, body: [UInt8] = [], issuedAt: Date, id: String
    ) {
        self.installation = installation
        self.key = key
        self.method = method
        self.url = url
        self.issuedAt = issuedAt
        self.id = id
        bodyHash = Self.hash(of: body)
    }

    /// The bytes that the key signs.
    public var signingInput: [UInt8] {
        let header: JSONObject =
            switch key {
            case .current(let thumbprint): ["kid": .string(thumbprint)]
            case .embedded(let key): ["jwk": JSONValue(key)]
            }
        var claims: JSONObject = [
            "iss": .string(installation), "htm": .string(method), "htu": .string(url), "iat": JSONValue(issuedAt), "jti": .string(id),
        ]
        claims["bd"] = bodyHash.map(JSONValue.string)
        return Statement.signingInput(type: Self.type, header: header, claims: claims)
    }

    /// The proof as it is sent.
    /// - Parameter signature: of ``signingInput``, r and s in 32 bytes each (RFC 7518 §3.4).
    public func text(signature: [UInt8]) -> String { JWS.text(signingInput, signature: signature) }

    static func hash(of body: [UInt8]) -> String? { body.isEmpty ? nil : Base64URL.encode(SHA256.hash(data: body)) }
}
