import Crypto
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
    }

    /// The base64url text of the hash of role, salt and content.
    func digest(as role: Role) -> String {
        var hash = SHA256()
        hash.update(data: Array("gatehouse claim v1\0\(role.rawValue)\0".utf8))
        hash.update(data: salt)
        hash.update(data: Array(content.utf8))
        return Base64URL.encode(hash.finalize().bytes)
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
