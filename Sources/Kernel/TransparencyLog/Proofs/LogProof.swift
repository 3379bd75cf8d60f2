public import Foundation
import Primitives

/// The proof that an entry is in a log, with the log's checkpoint: checked without asking the log (c2sp.org/tlog-proof).
public struct LogProof: Sendable, Equatable {
    /// Bytes of the application's, which nothing authenticates; nil for none.
    public var extra: [UInt8]?
    /// The entry's number, from 0.
    public var index: Int
    /// The hashes beside the way from the entry to the root, the entry's sibling first.
    public var path: [TreeHash]
    /// The checkpoint as the log gave it, with its signatures.
    public var checkpoint: SignedNote

    /// A proof of its parts, which are taken unchecked.
    public init(index: Int, path: [TreeHash], checkpoint: SignedNote, extra: [UInt8]? = nil) {
        self.extra = extra
        self.index = index
        self.path = path
        self.checkpoint = checkpoint
    }

    private static let head = "c2sp.org/tlog-proof@v1"
    /// The longest path: one hash for each bit of a number of entries.
    private static let longestPath = 63

    /// The proof's file.
    public var encoded: [UInt8] {
        var lines = [Self.head]
        if let extra { lines.append("extra \(StandardBase64.encode(extra))") }
        lines.append("index \(index)")
        lines += path.map(\.text)
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + checkpoint.encoded
    }

    /// Reads a proof's file, of at most 256 KiB.
    /// - Throws: ``TransparencyError/Code/tooLarge`` and ``TransparencyError/Code/malformedProof``; ``TransparencyError/Code/malformedNote`` of the
    ///   checkpoint.
    public init(parsing bytes: some Collection<UInt8>) throws(TransparencyError) {
        guard bytes.count <= 2 * SignedNote.mostBytes else { throw TransparencyError(.tooLarge, "a proof longer than 256 KiB") }
        let bytes = Array(bytes)
        guard let blank = bytes.indices.dropLast().first(where: { bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A }) else {
            throw Self.malformed
        }
        var lines = bytes[..<blank].split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard lines.popFirst().map({ $0.elementsEqual(Self.head.utf8) }) ?? false else { throw Self.malformed }
        extra = nil
        if let text = lines.first, text.starts(with: "extra ".utf8) {
            guard let content = StandardBase64.decode(text.dropFirst(6)) else { throw Self.malformed }
            extra = content
            lines.removeFirst()
        }
        guard let line = lines.popFirst(), line.starts(with: "index ".utf8), let number = Int(decimal: line.dropFirst(6)) else {
            throw Self.malformed
        }
        index = number
        let hashes = lines.map { StandardBase64.decode($0).flatMap { TreeHash($0) } }
        path = hashes.compactMap(\.self)
        guard path.count == hashes.count, path.count <= Self.longestPath else { throw Self.malformed }
        checkpoint = try SignedNote(parsing: bytes[(blank + 2)...])
    }

    /// Checks that an entry is in the log that a policy describes, and returns the checkpoint that says so.
    /// - Throws: ``TransparencyError/Code/wrongInclusion`` when the path doesn't lead from the entry to the checkpoint's root; else as
    ///   ``CheckpointPolicy/verify(_:at:)``.
    public func verify(entry: [UInt8], policy: CheckpointPolicy, at now: Date) throws(TransparencyError) -> VerifiedCheckpoint {
        let verified = try policy.verify(checkpoint.encoded, at: now)
        try InclusionProof(index: index, size: verified.checkpoint.size, path: path)
            .verify(leaf: .leaf(entry), root: verified.checkpoint.root)
        return verified
    }

    private static let malformed = TransparencyError(.malformedProof, "not the lines of a proof")
}
