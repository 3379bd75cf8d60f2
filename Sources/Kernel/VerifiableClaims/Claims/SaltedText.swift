public import Primitives

/// A text with the salt under which its hash is signed (`SaltedData` of the documented form).
public struct SaltedText: Sendable, Hashable {
    /// The text.
    public let content: String
    /// The salt, 16 bytes.
    public let salt: [UInt8]

    /// The number of a salt's bytes.
    public static let saltLength = 16

    /// A text with a salt of exactly 16 bytes; nil for another length.
    public init?(_ content: String, salt: some Collection<UInt8>) {
        guard salt.count == Self.saltLength else { return nil }
        self.init(content, Array(salt))
    }

    /// A text with a new salt.
    init(_ content: String, random: some RandomSource) { self.init(content, random.bytes(Self.saltLength)) }

    private init(_ content: String, _ salt: [UInt8]) {
        self.content = content
        self.salt = salt
    }

    /// The place of a salted text in a claim, which its hash says (docs/protocols/claims.md).
    enum Role: String {
        case key, value, issuer, subject, holder, reference

        /// The beginning of what is hashed.
        fileprivate var prefix: [UInt8] {
            switch self {
            case .key: Self.keyPrefix
            case .value: Self.valuePrefix
            default: Self.prefix(rawValue)
            }
        }

        // A claim has these once a pair.
        private static let keyPrefix = prefix(key.rawValue)
        private static let valuePrefix = prefix(value.rawValue)

        private static func prefix(_ name: String) -> [UInt8] { Array("gatehouse claim v1\0\(name)\0".utf8) }
    }

    /// The base64url text of the hash of role, salt and content.
    func digest(as role: Role) -> String {
        let prefix = role.prefix
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.count + salt.count + content.utf8.count)
        bytes += prefix
        bytes += salt
        bytes += content.utf8
        return bytes.withUnsafeBytes(DisclosureHash.sha256.digest(of:))
    }

    /// The form in JSON, `content` and `salt` as base64url.
    public var json: JSONObject { ["content": .string(content), "salt": .string(Base64URL.encode(salt))] }

    init(_ value: JSONValue?, _ name: String) throws(ClaimError) {
        guard let content = value?["content"]?.string, let salt = value?["salt"]?.string.flatMap(Base64URL.decode),
            let text = SaltedText(content, salt: salt)
        else { throw ClaimError(.malformed, "\(name) isn't a text with a salt of 16 bytes") }
        self = text
    }
}
