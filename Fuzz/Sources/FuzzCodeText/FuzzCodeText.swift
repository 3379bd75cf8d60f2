import DeviceMessages

/// Texts that a camera read: pairing keys and authentication codes, bare or in a URI.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodeText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let read = try? PairingKeyText(text) {
        let again = try? PairingKeyText(read.text)
        precondition(again?.key == read.key, "what was written is another key")
    }
    if let read = try? AuthenticationCodeText(text) {
        let again = try? AuthenticationCodeText(AuthenticationCodeText.uri(read.code, prefix: nil))
        precondition(again?.code == read.code, "what was written is another code")
    }
    return 0
}
