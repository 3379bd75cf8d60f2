import Primitives
import VerifiableClaims

/// A text with the random data under which its hash was signed.
public struct SaltedData: Sendable, Hashable {
    /// The text.
    public var content: String
    /// The salt of its hash.
    public var salt: Salt

    /// A text with its salt.
    public init(content: String, salt: Salt) {
        self.content = content
        self.salt = salt
    }

    init(_ text: SaltedText) { self.init(content: text.content, salt: Salt(bytes: text.salt)) }

    /// - Throws: ``DIDException`` for a salt of another length than 16 bytes.
    func salted() throws -> SaltedText {
        guard let text = SaltedText(content, salt: salt.bytes) else { throw DIDException("a salt isn't 16 bytes long") }
        return text
    }
}

/// Random data that keeps a hash from being guessed: 16 bytes.
public struct Salt: Sendable, Hashable {
    /// The bytes.
    public var bytes: [UInt8]

    /// A salt of its bytes, which are taken unchecked.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}
