import Primitives

/// The state of a log: its name, its number of entries, and the root of their tree (c2sp.org/tlog-checkpoint).
public struct Checkpoint: Sendable, Equatable {
    /// The log's name, a URL without a scheme as a rule.
    public let origin: String
    /// The number of entries.
    public let size: Int
    /// The hash of all entries.
    public let root: TreeHash
    /// Further lines of the log's own, which no witness has looked at.
    public let extensions: [String]

    /// A checkpoint of its parts.
    /// - Throws: ``TransparencyError/Code/malformedCheckpoint`` for an empty origin or extension, one with a control character, and a negative size.
    public init(origin: String, size: Int, root: TreeHash, extensions: [String] = []) throws(TransparencyError) {
        guard size >= 0, ([origin] + extensions).allSatisfy({ line in !line.isEmpty && line.utf8.allSatisfy { $0 >= 0x20 } }) else {
            throw TransparencyError(.malformedCheckpoint, "a line of a checkpoint is empty or has a control character")
        }
        self.origin = origin
        self.size = size
        self.root = root
        self.extensions = extensions
    }

    /// Reads a note's text.
    /// - Throws: ``TransparencyError/Code/malformedCheckpoint``.
    public init(noteText: String) throws(TransparencyError) {
        let lines = noteText.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard noteText.utf8.last == 0x0A, lines.count >= 3 else {
            throw TransparencyError(.malformedCheckpoint, "not the three lines of a checkpoint")
        }
        guard let size = Int(decimal: lines[1]), let root = StandardBase64.decode(lines[2]).flatMap({ TreeHash($0) }) else {
            throw TransparencyError(.malformedCheckpoint, "the size isn't decimal, or the root not a hash in base64")
        }
        let texts = lines.map { String(own: $0) }
        try self.init(origin: texts[0], size: size, root: root, extensions: Array(texts[3...]))
    }

    /// The text of the note that is signed.
    public var noteText: String { ([origin, String(size), root.text] + extensions).map { $0 + "\n" }.joined() }

    /// The checkpoint's note without a signature.
    /// - Throws: never for a checkpoint; ``TransparencyError`` is the note's own.
    public func note() throws(TransparencyError) -> SignedNote { try SignedNote(noteText) }
}
