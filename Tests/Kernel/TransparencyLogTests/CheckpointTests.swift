import Foundation
import Primitives
import Testing
import TransparencyLog

/// A log of fourteen entries with its keys, and two witnesses.
struct ExampleLog {
    static let origin = "log.example.com/alpha"
    let now = Date(timeIntervalSince1970: 1_767_225_600.000_4)
    let tree = numberedTree(14)
    let signer: NoteSigner
    let witnesses: [NoteSigner]

    init() throws {
        func seed(_ byte: UInt8) -> Secret { Secret(bytes: [UInt8](repeating: byte, count: 32)) }
        signer = try NoteSigner(name: Self.origin, kind: .ed25519, seed: seed(1))
        witnesses = [
            try NoteSigner(name: "witness.example/one", kind: .cosignature, seed: seed(2)),
            try NoteSigner(name: "witness.example/two", kind: .cosignature, seed: seed(3)),
        ]
    }

    func policy(quorum: Int = 0) -> CheckpointPolicy {
        CheckpointPolicy(origin: Self.origin, logKeys: [signer.key], witnesses: witnesses.map(\.key), quorum: quorum)
    }

    func checkpoint(_ size: Int = 14) throws -> Checkpoint {
        try Checkpoint(origin: Self.origin, size: size, root: try LogTree(size: size, reader: tree).root())
    }

    func note(_ size: Int = 14, cosigners: Int = 2, at time: Date? = nil) throws -> SignedNote {
        var note = try checkpoint(size).note()
        for signer in [signer] + witnesses.prefix(cosigners) { note.signatures.append(try signer.sign(note.text, at: time ?? now)) }
        return note
    }
}

@Suite("Checkpoints, cosignatures and proofs in files")
struct CheckpointTests {
    private let log: ExampleLog

    init() throws { log = try ExampleLog() }

    @Test("a checkpoint is accepted, with the witnesses' times in whole seconds")
    func accepted() throws {
        let verified = try log.policy(quorum: 2).verify(try log.note().encoded, at: log.now)
        #expect(verified.checkpoint == (try log.checkpoint()))
        #expect(verified.cosignatures.map(\.witness) == ["witness.example/one", "witness.example/two"])
        #expect(verified.cosignatures.allSatisfy { $0.time == Date(timeIntervalSince1970: 1_767_225_600) })
    }

    @Test("a cosignature is the time in eight bytes and a signature over header, time and text")
    func cosignature() throws {
        let signature = try #require(try log.note().signatures.dropFirst().first)
        #expect(Hexadecimal.encode(signature.bytes.prefix(8)) == "000000006955b900")
        let plain = try NoteKey(name: "plain", kind: .ed25519, publicKey: log.witnesses[0].key.publicKey)
        let text = "cosignature/v1\ntime 1767225600\n" + (try log.checkpoint().noteText)
        let rest = Array(plain.keyID + signature.bytes.dropFirst(8))
        let note = try SignedNote(parsing: Array("\(text)\n\u{2014} plain \(Data(rest).base64EncodedString())\n".utf8))
        #expect(try note.verified(by: [plain]).count == 1)
    }

    @Test("one field changed is refused with its own reason")
    func falsified() throws {
        let good = String(own: try log.note().encoded)
        let root = try log.checkpoint().root
        let cases: [(String, TransparencyError.Code)] = [
            (good.replacing("log.example.com/alpha\n14", with: "log.example.com/beta\n14"), .wrongOrigin),
            (good.replacing("\n14\n", with: "\n13\n"), .invalidSignature),
            (good.replacing("\n14\n", with: "\n014\n"), .malformedCheckpoint),
            (good.replacing(root.text, with: root.tampered.text), .invalidSignature),
            (good.replacing(root.text, with: "AAAA"), .malformedCheckpoint),
            (good.replacing("\u{2014} log.example.com/alpha", with: "\u{2014} log.example.com/beta"), .unsigned),
            (good.replacing("\u{2014} witness.example/one", with: "\u{2014} witness.example/three"), .missingWitnesses),
        ]
        for (text, code) in cases {
            #expect(throws: TransparencyError(code, "")) { _ = try log.policy(quorum: 2).verify(Array(text.utf8), at: log.now) }
        }
    }

    @Test("witnesses that are missing, twice there or ahead of time don't count")
    func quorum() throws {
        #expect(throws: TransparencyError(.missingWitnesses, "")) {
            _ = try log.policy(quorum: 2).verify(try log.note(cosigners: 1).encoded, at: log.now)
        }
        var twice = try log.note(cosigners: 1)
        twice.signatures.append(try log.witnesses[0].sign(twice.text, at: log.now + 1))
        #expect(throws: TransparencyError(.missingWitnesses, "")) {
            _ = try log.policy(quorum: 2).verify(twice.encoded, at: log.now)
        }
        #expect(throws: TransparencyError(.futureCosignature, "")) {
            _ = try log.policy(quorum: 2).verify(try log.note(at: log.now + 302).encoded, at: log.now)
        }
        var wrong = try log.note()
        wrong.signatures[1] = try log.witnesses[0].sign("another text\n", at: log.now)
        #expect(throws: TransparencyError(.invalidSignature, "")) {
            _ = try log.policy().verify(wrong.encoded, at: log.now)
        }
    }

    @Test("the signature of a log isn't taken for a witness's, nor the other way round")
    func kinds() throws {
        let seed = Secret(bytes: [UInt8](repeating: 2, count: 32))
        let plain = try NoteSigner(name: "witness.example/one", kind: .ed25519, seed: seed)
        var note = try log.note(cosigners: 0)
        note.signatures.append(try plain.sign(note.text, at: log.now))
        #expect(throws: TransparencyError(.missingWitnesses, "")) {
            _ = try log.policy(quorum: 1).verify(note.encoded, at: log.now)
        }
    }

    @Test("a log that grows is followed; one that forks, rewinds or rewrites is noticed")
    func following() throws {
        var follower = LogFollower()
        try follower.advance(to: try log.checkpoint(5), proof: nil)
        try follower.advance(to: try log.checkpoint(14), proof: try LogTree(size: 14, reader: log.tree).consistencyProof(from: 5))
        try follower.advance(to: try log.checkpoint(14), proof: nil)
        let before = follower
        let forked = try Checkpoint(origin: ExampleLog.origin, size: 14, root: .empty)
        let elsewhere = try Checkpoint(origin: "other.example", size: 14, root: try log.checkpoint().root)
        var rewritten = MemoryTree()
        for number in 0..<20 { rewritten.append(.leaf(numberedEntry(number == 3 ? 99 : number))) }
        let later = LogTree(size: 20, reader: rewritten)
        let rewrite = try Checkpoint(origin: ExampleLog.origin, size: 20, root: try later.root())
        let cases: [(Checkpoint, ConsistencyProof?, TransparencyError.Code)] = [
            (forked, nil, .forked), (try log.checkpoint(13), nil, .rewound), (elsewhere, nil, .wrongOrigin),
            (rewrite, try later.consistencyProof(from: 14), .wrongConsistency), (rewrite, nil, .wrongConsistency),
            (rewrite, try later.consistencyProof(from: 13), .wrongConsistency),
        ]
        for (checkpoint, proof, code) in cases {
            #expect(throws: TransparencyError(code, "")) { try follower.advance(to: checkpoint, proof: proof) }
        }
        #expect(follower == before)
    }

    @Test("a proof's file shows an entry, with and without extra data")
    func proofs() throws {
        let path = try LogTree(size: 14, reader: log.tree).inclusionProof(of: 9).path
        for extra in [nil, [], Array("extra".utf8)] as [[UInt8]?] {
            let proof = LogProof(index: 9, path: path, checkpoint: try log.note(), extra: extra)
            let read = try LogProof(parsing: proof.encoded)
            #expect(read == proof)
            let verified = try read.verify(entry: numberedEntry(9), policy: log.policy(quorum: 2), at: log.now)
            #expect(verified.checkpoint.size == 14)
        }
        #expect(
            String(own: LogProof(index: 9, path: path, checkpoint: try log.note()).encoded).hasPrefix("c2sp.org/tlog-proof@v1\nindex 9\n"))
    }

    @Test("a proof with one field changed is refused with its own reason")
    func falsifiedProofs() throws {
        let path = try LogTree(size: 14, reader: log.tree).inclusionProof(of: 9).path
        let good = LogProof(index: 9, path: path, checkpoint: try log.note())
        var (index, hash, less, older) = (good, good, good, good)
        index.index = 8
        hash.path[2] = hash.path[2].tampered
        less.path.removeLast()
        older.checkpoint = try log.note(13)
        for proof in [index, hash, less, older] {
            #expect(throws: TransparencyError(.wrongInclusion, "")) {
                _ = try proof.verify(entry: numberedEntry(9), policy: log.policy(), at: log.now)
            }
        }
        #expect(throws: TransparencyError(.wrongInclusion, "")) {
            _ = try good.verify(entry: numberedEntry(10), policy: log.policy(), at: log.now)
        }
        let text = String(own: good.encoded)
        for (changed, code) in [
            (text.replacing("index 9", with: "index 09"), TransparencyError.Code.malformedProof),
            (text.replacing("@v1", with: "@v2"), .malformedProof),
            (text.replacing("index 9\n", with: ""), .malformedProof),
            (text.replacing("index 9\n", with: "extra ?\nindex 9\n"), .malformedProof),
            (text.replacing("index 9\n", with: "index 9\nAAAA\n"), .malformedProof), (String(text.dropLast(2)), .malformedNote),
            ("", .malformedProof),
            (text.replacing("index 9\n", with: "index 9\n" + String(repeating: TreeHash.empty.text + "\n", count: 64)), .malformedProof),
        ] {
            #expect(throws: TransparencyError(code, "")) { _ = try LogProof(parsing: Array(changed.utf8)) }
        }
    }
}
