import Foundation
import Primitives
import TransparencyLog

/// Checkpoints, and proofs in files with one: what is read says itself again, and no input has a trusted log's signature but its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCheckpoint(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // Of bytes that aren't UTF-8, the text is another one.
    let text = String(decoding: bytes, as: UTF8.self)
    if let checkpoint = try? Checkpoint(noteText: text) {
        precondition(checkpoint.noteText.utf8.elementsEqual(text.utf8), "what was written is another checkpoint")
    }
    if let proof = try? LogProof(parsing: bytes) {
        precondition(proof.encoded == bytes, "what was written is another proof")
        _ = try? proof.verify(entry: bytes, policy: policy, at: Date(timeIntervalSince1970: 1_700_000_000))
    }
    precondition((try? policy.verify(bytes, at: Date(timeIntervalSince1970: 1_700_000_000))) == nil, "a forged checkpoint")
    return 0
}

private let policy: CheckpointPolicy = {
    do {
        let key = try NoteKey(text: "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
        return CheckpointPolicy(origin: "example.com/foo", logKeys: [key])
    } catch { fatalError("\(error)") }
}()
