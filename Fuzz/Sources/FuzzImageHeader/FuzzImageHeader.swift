import VisionMessages

/// A header that is read is within the bounds, and what is appended to a PNG file that is taken makes it two files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImageHeader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = Array(UnsafeBufferPointer(start: start, count: count))
    guard let header = try? ImageHeader(of: file) else { return 0 }
    precondition(header.width * header.height <= ImageLimits.pixels, "more pixels than may be")
    precondition(min(header.width, header.height) >= ImageLimits.shortestSide, "a side that is too short")
    precondition(1...8 ~= header.orientation, "no orientation")
    if header.kind == .png { precondition((try? ImageHeader(of: file + [0])) == nil, "an appendix is taken") }
    return 0
}
