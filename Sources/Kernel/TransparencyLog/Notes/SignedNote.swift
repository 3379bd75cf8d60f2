import Primitives

/// A text with the signatures of several keys (c2sp.org/signed-note).
public struct SignedNote: Sendable, Equatable {
    /// The text that is signed, with the line feed at its end. It says nothing before ``verified(by:)``.
    public let text: String
    /// The signatures in order.
    public var signatures: [NoteSignature]

    /// The longest note that is read, in bytes: some twenty signatures of any type.
    public static let mostBytes = 128 * 1024
    /// The number of signatures that are read at most.
    public static let mostSignatures = 64

    /// A note to sign.
    /// - Parameter text: ends with a line feed, and has no other control character.
    /// - Throws: ``TransparencyError/Code/malformedNote``.
    public init(_ text: String) throws(TransparencyError) {
        guard text.utf8.last == 0x0A, Self.isClean(text.utf8) else {
            throw TransparencyError(.malformedNote, "the text of a note doesn't end with a line feed, or has a control character")
        }
        self.text = text
        signatures = []
    }

    /// Reads a note.
    /// - Throws: ``TransparencyError/Code/malformedNote`` or ``TransparencyError/Code/tooLarge``.
    public init(parsing bytes: some Collection<UInt8>) throws(TransparencyError) {
        guard bytes.count <= Self.mostBytes else { throw TransparencyError(.tooLarge, "a note longer than \(Self.mostBytes) bytes") }
        let bytes = Array(bytes)
        guard bytes.last == 0x0A, let blank = Self.lastBlankLine(bytes), let text = String(foreign: bytes[...blank]) else {
            throw TransparencyError(.malformedNote, "no text, blank line and signatures of UTF-8")
        }
        try self.init(text)
        let lines = bytes[(blank + 2)...].dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count <= Self.mostSignatures else {
            throw TransparencyError(.tooLarge, "a note of \(lines.count) signatures; at most \(Self.mostSignatures) are taken")
        }
        for line in lines { signatures.append(try NoteSignature(line: line)) }
    }

    /// The note as it is sent.
    public var encoded: [UInt8] { Array((text + "\n" + signatures.map { $0.line + "\n" }.joined()).utf8) }

    /// The signatures of trusted keys, each with its key and in the note's order; others are passed over.
    /// - Throws: ``TransparencyError/Code/invalidSignature`` when a trusted key's signature isn't over the text;
    ///   ``TransparencyError/Code/unsigned`` when no trusted key has signed.
    public func verified(by keys: [NoteKey]) throws(TransparencyError) -> [(key: NoteKey, signature: NoteSignature)] {
        let verified = try signatures(by: keys)
        guard !verified.isEmpty else { throw TransparencyError(.unsigned, "no trusted key has signed the note") }
        return verified
    }

    /// The same, and perhaps none.
    func signatures(by keys: [NoteKey]) throws(TransparencyError) -> [(key: NoteKey, signature: NoteSignature)] {
        var verified: [(key: NoteKey, signature: NoteSignature)] = []
        let known = keys.map { (key: $0, id: $0.keyID) }
        for signature in signatures {
            guard let found = known.first(where: { $0.key.name == signature.name && $0.id == signature.keyID }) else { continue }
            guard found.key.accepts(signature, over: text) else {
                throw TransparencyError(.invalidSignature, "the signature of \(found.key.name) isn't over this text")
            }
            verified.append((found.key, signature))
        }
        return verified
    }

    /// The position of the line feed before the last blank line.
    private static func lastBlankLine(_ bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().last { bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A }
    }

    private static func isClean(_ text: some Collection<UInt8>) -> Bool { text.allSatisfy { $0 >= 0x20 || $0 == 0x0A } }
}
