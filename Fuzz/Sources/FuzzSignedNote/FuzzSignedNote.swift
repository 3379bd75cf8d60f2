import Primitives
import TransparencyLog

/// Notes and the texts of keys: what is read says itself again, and what verifies is the published note.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignedNote(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let note = try? SignedNote(parsing: bytes) {
        precondition(note.encoded == bytes, "what was written is another note")
        if (try? note.verified(by: [key])) != nil { precondition(note.text == "This is an example message.\n", "a forged signature") }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let read = try? NoteKey(text: text) { precondition(read.text == text, "what was written is another key") }
    return 0
}

private let key: NoteKey = {
    do { return try NoteKey(text: "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k") } catch {
        fatalError("\(error)")
    }
}()
