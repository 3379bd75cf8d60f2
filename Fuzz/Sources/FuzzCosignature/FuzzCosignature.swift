import Foundation
import Primitives
import TransparencyLog

/// Cosignatures of any bytes below a checkpoint that its log signed: none counts but the witness's own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCosignature(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let fixed = try? Fixed(), let note = try? SignedNote(parsing: fixed.signed + bytes) else { return 0 }
    precondition(note.signatures.allSatisfy { $0.cosigned.map { $0.timeIntervalSince1970 >= 0 } ?? true }, "a time before 1970")
    if let verified = try? fixed.policy.verify(note.encoded, at: fixed.now) {
        precondition(verified.cosignatures.count <= 1 && verified.cosignatures.allSatisfy { $0.time == fixed.now }, "a forged cosignature")
    }
    return 0
}

private struct Fixed {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let policy: CheckpointPolicy
    let signed: [UInt8]

    init() throws {
        let log = try NoteSigner(name: "log.example", kind: .ed25519, seed: Secret(bytes: [UInt8](repeating: 1, count: 32)))
        let witness = try NoteSigner(name: "witness.example", kind: .cosignature, seed: Secret(bytes: [UInt8](repeating: 2, count: 32)))
        policy = CheckpointPolicy(origin: "log.example", logKeys: [log.key], witnesses: [witness.key], quorum: 0)
        var note = try Checkpoint(origin: "log.example", size: 0, root: .empty).note()
        note.signatures.append(try log.sign(note.text, at: now))
        signed = note.encoded
    }
}
