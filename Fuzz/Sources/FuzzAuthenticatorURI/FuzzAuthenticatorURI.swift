import OneTimePassword
import Primitives

/// The URI of an authenticator account: what is read can be written, and is read again as the same. A suite of OCRA reads as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAuthenticatorURI(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let uri = try? AuthenticatorURI(text) {
        guard let written = try? uri.text() else { preconditionFailure("what was read can't be written") }
        precondition(written.utf8.count > 16_384 || (try? AuthenticatorURI(written)) == uri, "what was written is another account")
    }
    if let suite = try? OCRASuite(text), let ocra = try? OCRA(Secret("key"), suite: suite) {
        _ = try? ocra.response(to: OCRA.Input(text, counter: 1, pin: Secret("1"), session: [1]))
    }
    return 0
}
