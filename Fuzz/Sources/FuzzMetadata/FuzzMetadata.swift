import Foundation
import WebAuthn

/// No file of authenticators' metadata ends the process: neither what stands around the signature nor, read as if it were verified, what
/// stands in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let blob = try? MetadataBlob(payload: bytes) {
        for entry in blob.entries { _ = (entry.isCompromised, entry.certificationLevel) }
        _ = blob.anchors
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        _ = try? await MetadataBlob.verified(text, anchors: [bytes], at: Date(timeIntervalSince1970: 1_780_000_000))
        done.signal()
    }
    done.wait()
    return 0
}
