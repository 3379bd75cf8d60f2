import CBOR
import WebAuthn

/// A key that is read is written and read again the same, and takes no signature that it didn't make.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCOSE(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let value = try? CBORValue(decoding: bytes), let key = try? COSEKey(cbor: value) else { return 0 }
    precondition((try? COSEKey(cbor: key.cbor)) == key, "what is read differs from what was written")
    precondition(!key.accepts(Array(bytes), over: [1]), "a key's own bytes are its signature")
    return 0
}
