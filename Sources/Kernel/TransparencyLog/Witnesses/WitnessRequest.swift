import Primitives

/// A log's request that a witness cosign a checkpoint: the body of `POST /add-checkpoint` (c2sp.org/tlog-witness).
public struct WitnessRequest: Sendable, Equatable {
    /// The size of the checkpoint that the witness is thought to have seen last; 0 for none.
    public var older: Int
    /// The hashes of the consistency proof from there to the new checkpoint.
    public var path: [TreeHash]
    /// The new checkpoint, with the log's signature.
    public var checkpoint: SignedNote

    /// Makes a request of its members, which are taken unchecked.
    public init(older: Int, path: [TreeHash], checkpoint: SignedNote) {
        self.older = older
        self.path = path
        self.checkpoint = checkpoint
    }

    /// The path at which a witness takes requests, below its URL.
    public static let path = "/add-checkpoint"
    /// The longest body that is read, in bytes.
    public static let mostBytes = SignedNote.mostBytes + 4096
    private static let longestPath = 63

    /// The body.
    public var encoded: [UInt8] { Array("old \(older)\n\(path.map { $0.text + "\n" }.joined())\n".utf8) + checkpoint.encoded }

    /// Reads a body.
    /// - Throws: ``TransparencyError/Code/tooLarge``; ``TransparencyError/Code/malformedProof`` for what comes before the checkpoint;
    ///   ``TransparencyError/Code/malformedNote`` of the checkpoint.
    public init(parsing bytes: some Collection<UInt8>) throws(TransparencyError) {
        guard bytes.count <= Self.mostBytes else { throw TransparencyError(.tooLarge, "a request longer than \(Self.mostBytes) bytes") }
        let bytes = Array(bytes)
        let malformed = TransparencyError(.malformedProof, "not the lines of a request for a cosignature")
        guard let blank = bytes.indices.dropLast().first(where: { bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A }) else { throw malformed }
        let lines = bytes[..<blank].split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let first = lines.first, first.starts(with: "old ".utf8), let size = Int(decimal: first.dropFirst(4)) else { throw malformed }
        older = size
        path = lines.dropFirst().compactMap { StandardBase64.decode($0).flatMap { TreeHash($0) } }
        guard path.count == lines.count - 1, path.count <= Self.longestPath else { throw malformed }
        checkpoint = try SignedNote(parsing: bytes[(blank + 2)...])
    }
}

extension NoteSignature {
    /// The lines of some signatures, as a witness answers.
    public static func encoded(_ signatures: [NoteSignature]) -> [UInt8] { Array(signatures.map { $0.line + "\n" }.joined().utf8) }

    /// Reads the lines of a witness's answer.
    /// - Throws: ``TransparencyError/Code/tooLarge`` and ``TransparencyError/Code/malformedNote``.
    public static func all(parsing bytes: some Collection<UInt8>) throws(TransparencyError) -> [NoteSignature] {
        guard bytes.count <= SignedNote.mostBytes else { throw TransparencyError(.tooLarge, "an answer of too many signatures") }
        let bytes = Array(bytes)
        guard bytes.last == 0x0A else { throw TransparencyError(.malformedNote, "not lines of signatures") }
        let lines = bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count <= SignedNote.mostSignatures else { throw TransparencyError(.tooLarge, "an answer of too many signatures") }
        var signatures: [NoteSignature] = []
        for line in lines { signatures.append(try NoteSignature(line: line)) }
        return signatures
    }
}
