import CBOR

/// A value that is read is written again in the one deterministic form, and that is read as the same bytes in each form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCBOR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let value = try? CBORValue(decoding: bytes, form: .wellFormed) else {
        precondition((try? CBORValue(decoding: bytes)) == nil, "a narrower form takes what the wider one refuses")
        return 0
    }
    let written = value.encoded
    for form in [CBORForm.wellFormed, .definite, .deterministic] {
        guard let again = try? CBORValue(decoding: written, form: form) else { fatalError("what was written is not read") }
        precondition(again.encoded == written, "what is read differs from what was written")
    }
    if (try? CBORValue(decoding: bytes, form: .deterministic)) != nil {
        precondition(written.elementsEqual(bytes), "there are two deterministic forms")
    }
    return 0
}
