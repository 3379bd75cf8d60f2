import IdentityDocuments
import ZoneReading

/// Images of any size and pattern, through the reader of zones: an image is refused, or its zone has all cells of its format, each with
/// probabilities, at places that are numbers.
///
/// The first four bytes are the width and the height, as small numbers or long sides; the others are the pixels, over and over.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZoneImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count > 4 else { return 0 }
    let width = side(bytes[0], isLong: bytes[1] >= 200, step: 4), height = side(bytes[2], isLong: bytes[3] >= 200, step: 3)
    guard width * height <= 1 << 20 else { return 0 }
    let pattern = bytes[4...]
    let repeated = (0..<(width * height)).map { pattern[4 + $0 % pattern.count] }
    guard let pixels = GreyPixels(width: width, height: height, bytes: repeated) else { preconditionFailure("no image of its own size") }
    guard let zone = try? ZoneReader.read(pixels) else { return 0 }
    precondition(zone.lines.count == zone.format.lines && zone.lines.allSatisfy { $0.count == zone.format.columns }, "cells of no format")
    for cell in zone.cells.joined() {
        precondition(cell.logProbabilities.count == ZoneCharacter.count, "not all characters")
        precondition(cell.logProbabilities.allSatisfy { $0 <= 1e-3 }, "no probability")
    }
    precondition(zone.logPosterior <= 1e-9, "more than certain")
    for field in zone.format.fields.map(\.field) {
        precondition(zone.corners(of: field)?.allSatisfy { $0.x.isFinite && $0.y.isFinite } == true, "a field at no place")
    }
    return 0
}

/// A side in pixels, from 1 to the longest that an image has.
private func side(_ byte: UInt8, isLong: Bool, step: Int) -> Int {
    isLong ? max(1, Int(byte) * GreyPixels.longestSide / 255) : 1 + Int(byte) * step
}
