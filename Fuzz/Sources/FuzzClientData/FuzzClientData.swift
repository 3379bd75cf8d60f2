import Primitives
import WebAuthn

/// Client data and the answers around it: whatever is read keeps its bytes, and no answer ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClientData(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let data = try? ClientData(bytes: bytes) { precondition(data.bytes == bytes, "the bytes that are hashed are others") }
    let text = String(decoding: bytes, as: UTF8.self)
    if let answer = try? RegistrationResponse(text: text) {
        precondition((try? RegistrationResponse(json: answer.json)) == answer, "what is read differs from what was written")
    }
    if let answer = try? AuthenticationResponse(text: text) {
        precondition((try? AuthenticationResponse(json: answer.json)) == answer, "what is read differs from what was written")
    }
    return 0
}
