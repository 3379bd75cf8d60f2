import Foundation
import IdentityDocuments
import ZoneReading

// Reads zones for the rates (Tests/Vision/rates): width and height as 32 bits each, the lowest byte first, and then the pixels of each image on
// standard input; a line of JSON for each on standard output.

struct ZoneLine: Encodable {
    var lines: [String]?
    var refusal: String?
    var logPosterior: Double?
    /// The processor's time.
    var milliseconds: Double
}

func taken(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
        guard let more = try? FileHandle.standardInput.read(upToCount: count - bytes.count), !more.isEmpty else { return nil }
        bytes += more
    }
    return bytes
}

func pixels() -> GreyPixels? {
    guard let size = taken(8) else { return nil }
    func number(_ first: Int) -> Int { size[first..<(first + 4)].reversed().reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(0), number(4))
    guard let bytes = taken(width * height) else { return nil }
    return GreyPixels(width: width, height: height, bytes: bytes)
}

func answer(_ pixels: GreyPixels) -> ZoneLine {
    let began = clock()
    let zone = try? ZoneReader.read(pixels)
    let spent = Double(clock() - began) * 1000 / Double(CLOCKS_PER_SEC)
    return ZoneLine(lines: zone?.texts, refusal: zone?.refusal?.rawValue, logPosterior: zone?.logPosterior, milliseconds: spent)
}

while let pixels = pixels() {
    FileHandle.standardOutput.write(try JSONEncoder().encode(answer(pixels)) + Data("\n".utf8))
}
