import OAuthMessages

/// Parameters that are read are written again, and read from that the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let form = try? FormBody(parsing: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    // Escaping may make a text three times as long, and so too long.
    guard let again = try? FormBody(parsing: form.encoded) else {
        precondition(form.encoded.utf8.count > FormBody.maximumBytes, "what was written is not read")
        return 0
    }
    precondition(again == form, "what is read differs from what was written")
    return 0
}
