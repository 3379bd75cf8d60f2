import Foundation
import Primitives
import Testing
import TransparencyLog

@Suite("Witnesses (c2sp.org/tlog-witness)")
struct WitnessTests {
    private static let origin = "log.example.com/alpha"
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let log: NoteSigner
    private let witness: Witness
    private let tree: MemoryTree

    init() throws {
        let random = SeededRandom(seed: 7)
        log = try NoteSigner(name: Self.origin, kind: .ed25519, seed: Secret(bytes: random.bytes(32)))
        let signer = try NoteSigner(name: "w.example.org", kind: .cosignature, seed: Secret(bytes: random.bytes(32)))
        witness = try Witness(signer: signer, logs: [Self.origin: [log.key]])
        var tree = MemoryTree()
        for number in 0..<20 { tree.append(.leaf(Array("entry \(number)".utf8))) }
        self.tree = tree
    }

    private func checkpoint(_ size: Int, of other: MemoryTree? = nil) throws -> Checkpoint {
        try Checkpoint(origin: Self.origin, size: size, root: try LogTree(size: size, reader: other ?? tree).root())
    }

    private func note(_ checkpoint: Checkpoint, by signer: NoteSigner? = nil) throws -> SignedNote {
        var note = try checkpoint.note()
        note.signatures = [try (signer ?? log).sign(note.text, at: now)]
        return note
    }

    private func request(from older: Int, to size: Int) throws -> WitnessRequest {
        WitnessRequest(
            older: older, path: try LogTree(size: size, reader: tree).consistencyProof(from: older).path,
            checkpoint: try note(checkpoint(size)))
    }

    private func status(_ request: WitnessRequest, seen: Checkpoint?) -> Int? {
        do throws(Witness.Refusal) {
            _ = try witness.decide(request, latest: { _ in seen }, at: now)
            return nil
        } catch { return error.status }
    }

    @Test(
        "what continues the last checkpoint is cosigned, and a client accepts it", arguments: [(0, 1), (0, 20), (3, 7), (8, 16), (20, 20)])
    func cosigned(older: Int, newer: Int) throws {
        let asked = try request(from: older, to: newer)
        let request = try WitnessRequest(parsing: asked.encoded)
        #expect(request == asked)
        let decision = try witness.decide(request, latest: { _ in older == 0 ? nil : try? checkpoint(older) }, at: now)
        #expect(decision.checkpoint == (try checkpoint(newer)))
        var note = request.checkpoint
        note.signatures += try NoteSignature.all(parsing: NoteSignature.encoded([decision.cosignature]))
        let policy = CheckpointPolicy(origin: Self.origin, logKeys: [log.key], witnesses: [witness.signer.key], quorum: 1)
        #expect(try policy.verify(note.encoded, at: now).cosignatures.map(\.witness) == ["w.example.org"])
    }

    @Test("a fork, a rewind and a wrong proof are refused, each with its status")
    func refusals() throws {
        var other = MemoryTree()
        for number in 0..<20 { other.append(.leaf(Array("other \(number)".utf8))) }
        // Another root of the size that was seen.
        let fork = WitnessRequest(older: 20, path: [], checkpoint: try note(checkpoint(20, of: other)))
        #expect(status(fork, seen: try checkpoint(20)) == 409)
        // Another tree, with its own proof.
        let branch = WitnessRequest(
            older: 8, path: try LogTree(size: 20, reader: other).consistencyProof(from: 8).path,
            checkpoint: try note(checkpoint(20, of: other)))
        #expect(status(branch, seen: try checkpoint(8)) == 422)
        // Fewer entries than were seen: the log says that it knows of less, or lies about it.
        #expect(status(try request(from: 3, to: 7), seen: try checkpoint(16)) == 409)
        #expect(status(WitnessRequest(older: 16, path: [], checkpoint: try note(checkpoint(7))), seen: try checkpoint(16)) == 400)
        #expect(status(try request(from: 0, to: 7), seen: try checkpoint(16)) == 409)
        var wrong = try request(from: 3, to: 7)
        wrong.path.removeLast()
        #expect(status(wrong, seen: try checkpoint(3)) == 422)
        wrong = try request(from: 0, to: 7)
        wrong.path = [.leaf([])]
        #expect(status(wrong, seen: nil) == 422)
    }

    @Test("a log that isn't known, and another's signature, are refused")
    func strangers() throws {
        let random = SeededRandom(seed: 8)
        let stranger = try NoteSigner(name: Self.origin, kind: .ed25519, seed: Secret(bytes: random.bytes(32)))
        #expect(status(WitnessRequest(older: 0, path: [], checkpoint: try note(checkpoint(3), by: stranger)), seen: nil) == 403)
        let other = try Checkpoint(origin: "log.example.com/beta", size: 0, root: .empty)
        #expect(status(WitnessRequest(older: 0, path: [], checkpoint: try note(other)), seen: nil) == 404)
        let noCheckpoint = try SignedNote("hello\n")
        #expect(status(WitnessRequest(older: 0, path: [], checkpoint: noCheckpoint), seen: nil) == 400)
        #expect(throws: TransparencyError(.malformedKey, "")) { try Witness(signer: log, logs: [:]) }
    }

    @Test("a 409 says the size that was seen last")
    func sizes() throws {
        let asked = try request(from: 0, to: 20)
        do throws(Witness.Refusal) {
            _ = try witness.decide(asked, latest: { _ in try? checkpoint(16) }, at: now)
            Issue.record("cosigned")
        } catch { #expect(error.latestSize == 16) }
    }

    @Test("other texts are no requests")
    func malformed() throws {
        let good = try request(from: 3, to: 7).encoded
        let text = String(decoding: good, as: UTF8.self)
        for wrong in ["", "\n\n", "old\n\n", "old 03\n\n" + text, "old -1\n\n", text.replacing("old ", with: "new "), "old 3\nAAAA\n\n"] {
            #expect(throws: TransparencyError.self, "\(wrong.prefix(12))") { try WitnessRequest(parsing: Array(wrong.utf8)) }
        }
        #expect(throws: TransparencyError(.malformedNote, "")) { try NoteSignature.all(parsing: Array("hello\n".utf8)) }
        #expect(throws: TransparencyError(.malformedNote, "")) { try NoteSignature.all(parsing: []) }
    }
}
