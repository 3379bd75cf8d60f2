import Primitives

/// JSON that is read is written again, and read from that the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1 << 16, depth: 64, values: 10_000)) else { return 0 }
    guard let again = try? JSONValue(parsing: value.encoded) else { fatalError("what was written is not read") }
    precondition(again == value, "what is read differs from what was written")
    return 0
}
