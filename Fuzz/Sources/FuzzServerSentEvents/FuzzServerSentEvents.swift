import DeviceMessages

/// A stream of events, in pieces: how it is cut makes no difference, and what was read is read again when it is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServerSentEvents(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var (whole, pieces) = (ServerSentEventReader(limit: 1024), ServerSentEventReader(limit: 1024))
    guard let events = try? whole.read(bytes) else { return 0 }
    let cut = bytes.count / 3
    let again = (try? pieces.read(bytes[..<cut])).flatMap { first in (try? pieces.read(bytes[cut...])).map { first + $0 } }
    precondition(again == events, "a cut made a difference")
    var reader = ServerSentEventReader(limit: 1 << 20)
    let written = try? reader.read(events.flatMap(\.encoded))
    precondition(written == events, "what was written is something else")
    return 0
}
