import Crypto
import Foundation
import Primitives

/// A key that verifies signatures on notes: of a log, or of a witness (c2sp.org/signed-note, c2sp.org/tlog-cosignature).
public struct NoteKey: Sendable, Equatable {
    /// The type of a key's signatures. Others, such as ML-DSA-44, are unknown here: their lines in a note are passed over.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Ed25519 over the note's text.
        case ed25519 = 0x01
        /// Ed25519 over the time of signing and a checkpoint's text, by a witness.
        case cosignature = 0x04
    }

    /// The name in the signature's line; a URL without a scheme, as a rule.
    public let name: String
    /// The type of its signatures.
    public let kind: Kind
    /// The public key of Ed25519, 32 bytes.
    public let publicKey: [UInt8]

    /// A key of its parts.
    /// - Throws: ``TransparencyError/Code/malformedKey`` for a name that is empty or has a space, a control character or a plus sign, and for a key of
    ///   another length.
    public init(name: String, kind: Kind, publicKey: [UInt8]) throws(TransparencyError) {
        guard Self.isName(name) else { throw TransparencyError(.malformedKey, "the name of a key is empty, or has a space or a plus sign") }
        guard publicKey.count == 32 else { throw TransparencyError(.malformedKey, "a key of Ed25519 that isn't 32 bytes long") }
        self.name = name
        self.kind = kind
        self.publicKey = publicKey
    }

    /// A key of its text, `name+hex(key id)+base64(type and public key)`.
    /// - Throws: ``TransparencyError/Code/malformedKey`` also for a type that this module doesn't have, and an id of another key.
    public init(text: String) throws(TransparencyError) {
        let parts = text.utf8.count <= 1024 ? text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false) : []
        guard parts.count == 3, let material = StandardBase64.decode(parts[2].utf8), let type = material.first else {
            throw TransparencyError(.malformedKey, "the key isn't a name, an id and a key between plus signs")
        }
        guard let kind = Kind(rawValue: type) else {
            throw TransparencyError(.malformedKey, "signatures of type \(type) aren't known here")
        }
        try self.init(name: String(parts[0]), kind: kind, publicKey: Array(material.dropFirst()))
        guard parts[1] == Hexadecimal.encode(keyID) else { throw TransparencyError(.malformedKey, "the key's id is another key's") }
    }

    /// The key's id, 4 bytes: the beginning of the SHA-256 hash of name, line feed, type and public key.
    public var keyID: [UInt8] {
        Array(SHA256.hash(data: Array(name.utf8) + [0x0A, kind.rawValue] + publicKey).bytes.prefix(4))
    }

    /// The text of the key, as ``init(text:)`` reads it.
    public var text: String { "\(name)+\(Hexadecimal.encode(keyID))+\(StandardBase64.encode([kind.rawValue] + publicKey))" }

    /// Whether a text can be a key's name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "+" && $0.value >= 0x20 }
    }

    /// Whether a signature is this key's over a text.
    func accepts(_ signature: NoteSignature, over text: String) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        switch kind {
        case .ed25519: return signature.bytes.count == 64 && key.isValidSignature(signature.bytes, for: Array(text.utf8))
        case .cosignature:
            guard let seconds = signature.cosignatureSeconds else { return false }
            return key.isValidSignature(signature.bytes.dropFirst(8), for: Self.cosigned(text, seconds))
        }
    }

    /// The bytes that a witness signs.
    static func cosigned(_ text: String, _ seconds: Int64) -> [UInt8] { Array("cosignature/v1\ntime \(seconds)\n\(text)".utf8) }
}
