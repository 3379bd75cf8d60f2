import DeviceBindingMessages
import Foundation
import JOSE
import Primitives

/// The statement that a bound key signs: what is read is bounded, says itself again, and no key of its own makes it good for another
/// challenge.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBindingStatement(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let read = try? UnverifiedStatement(text, allowing: BoundStatement.algorithms) else { return 0 }
    precondition(text.utf8.count <= UnverifiedStatement.longest && read.fingerprint.utf8.count == 43)
    // Escapes may make it longer than is read.
    let draft = read.claimed.draft(keyID: read.keyID, algorithm: .es256)
    if let again = try? UnverifiedStatement(draft.text(signature: [0])) {
        precondition(again.claimed.claims == read.claimed.claims && again.keyID == read.keyID, "what was written is another statement")
    }
    guard let key = read.embeddedKey else { return 0 }
    precondition(!key.isPrivate && key.keyID == read.keyID && key.algorithm != nil)
    let other = UnverifiedStatement.Expectation(challenge: read.claimed.challenge + "x", subject: nil, lifetime: 60)
    precondition((try? read.verify(with: key, as: other, at: Date(timeIntervalSince1970: 1_763_700_000))) == nil)
    return 0
}
