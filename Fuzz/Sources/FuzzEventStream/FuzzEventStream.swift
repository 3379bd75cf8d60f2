import DeviceFoundation

/// A stream of events, in pieces: how it is cut makes no difference.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEventStream(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var (whole, pieces) = (EventStreamReader(), EventStreamReader())
    guard let events = try? whole.read(bytes) else { return 0 }
    let cut = bytes.count / 3
    let again = (try? pieces.read(bytes[..<cut])).flatMap { first in (try? pieces.read(bytes[cut...])).map { first + $0 } }
    precondition(again == events && pieces.lastID == whole.lastID && pieces.retry == whole.retry, "a cut made a difference")
    return 0
}
