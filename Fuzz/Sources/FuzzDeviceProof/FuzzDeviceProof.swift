import DeviceMessages
import Primitives

/// A device's proof and the body of an error: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeviceProof(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let read = try? UnverifiedDeviceProof(String(decoding: bytes, as: UTF8.self)) {
        let again = try? UnverifiedDeviceProof(read.claimed.text(signature: [0]))
        precondition(again?.claimed == read.claimed, "what was written is another proof")
    }
    if let json = try? JSONValue(parsing: bytes), let error = DeviceError(json: json) {
        precondition(DeviceError(json: error.json) == error, "what was written is another error")
    }
    return 0
}
