import Crypto
import Primitives

/// The client's statement about a ceremony (`CollectedClientData`, L3 §5.8.1), with the bytes that are signed.
public struct ClientData: Sendable, Equatable {
    /// The ceremonies.
    public enum Ceremony: String, Sendable {
        /// A registration, `webauthn.create`.
        case create = "webauthn.create"
        /// An authentication, `webauthn.get`.
        case get = "webauthn.get"
    }

    private static let limits = JSONLimits(bytes: 1 << 14, depth: 8, values: 256)

    /// The serialisation, as it came.
    public let bytes: [UInt8]
    /// `webauthn.create` or `webauthn.get`, or whatever else stands there.
    public let type: String
    /// The challenge as it stands there, in base64url.
    public let challenge: [UInt8]
    /// The origin that the client saw, such as `https://example.com`.
    public let origin: String
    /// Whether the ceremony ran in a frame that is of another origin than one of its ancestors.
    public let crossOrigin: Bool
    /// The origin of the page around such a frame.
    public let topOrigin: String?

    /// Reads a serialisation. Throws ``WebAuthnError/Code/malformed``.
    public init(bytes: [UInt8]) throws(WebAuthnError) {
        // A byte order mark is no part of the text (L3 §7.1 step 5).
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let json: JSONValue
        do { json = try JSONValue(parsing: text, limits: Self.limits) } catch {
            throw WebAuthnError(.malformed, "the client data is not JSON", underlying: error)
        }
        guard let type = json["type"]?.string, let origin = json["origin"]?.string,
            let challenge = json["challenge"]?.string.flatMap({ Base64URL.decode($0) })
        else { throw WebAuthnError(.malformed, "the client data has no type, challenge and origin") }
        guard let crossOrigin = json["crossOrigin"].map(\.bool) ?? false else {
            throw WebAuthnError(.malformed, "crossOrigin of the client data is neither true nor false")
        }
        let top = json["topOrigin"]
        guard top == nil || top?.string != nil else { throw WebAuthnError(.malformed, "topOrigin of the client data is not a string") }
        self.bytes = bytes
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
        topOrigin = top?.string
    }

    /// The client data of a ceremony, in the serialisation of L3 §5.8.1.1.
    public init(_ ceremony: Ceremony, challenge: [UInt8], origin: String, crossOrigin: Bool = false, topOrigin: String? = nil) {
        self.type = ceremony.rawValue
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
        self.topOrigin = topOrigin
        var members: JSONObject = [
            "type": .string(ceremony.rawValue), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
            "crossOrigin": .bool(crossOrigin),
        ]
        if let topOrigin { members["topOrigin"] = .string(topOrigin) }
        bytes = JSONValue.object(members).encoded
    }

    /// The hash that is signed and attested.
    public var hash: [UInt8] { SHA256.hash(data: bytes).bytes }
}
