import Foundation
import Primitives
import Testing
import TransparencyLog

/// The example of TransparencyLog.docc/TransparencyLog.md.
func example(file: [UInt8], entry: [UInt8], key: NoteKey, witnesses: [NoteKey], now: Date) throws -> VerifiedCheckpoint {
    let proof = try LogProof(parsing: file)
    let policy = CheckpointPolicy(origin: "log.example.com/alpha", logKeys: [key], witnesses: witnesses, quorum: 2)
    let seen = try proof.verify(entry: entry, policy: policy, at: now)
    return seen
}

@Suite("Documentation")
struct DocumentationTests {
    @Test("the article's example runs")
    func article() throws {
        let log = try ExampleLog()
        let proof = LogProof(index: 3, path: try LogTree(size: 14, reader: log.tree).inclusionProof(of: 3).path, checkpoint: try log.note())
        let seen = try example(
            file: proof.encoded, entry: numberedEntry(3), key: log.signer.key, witnesses: log.witnesses.map(\.key), now: log.now)
        #expect(seen.checkpoint.size == 14)
    }
}
