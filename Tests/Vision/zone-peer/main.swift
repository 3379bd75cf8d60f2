import Foundation
import IdentityDocuments
import ZoneReading

// Reads zones for the rates (Tests/Vision/rates): a line with width and height and then the pixels of each image on standard input, a line of
// JSON for each on standard output.

struct Answer: Encodable {
    var lines: [String]?
    var refusal: String?
    var logPosterior: Double?
    /// The processor's time.
    var milliseconds: Double
}

func pixels() -> GreyPixels? {
    guard let size = readLine()?.split(separator: " ").compactMap({ Int($0) }), size.count == 2 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size[0] * size[1])
    guard fread(&bytes, 1, bytes.count, stdin) == bytes.count else { return nil }
    return GreyPixels(width: size[0], height: size[1], bytes: bytes)
}

func answer(_ pixels: GreyPixels) -> Answer {
    let began = clock()
    let zone = try? ZoneReader.read(pixels)
    let spent = Double(clock() - began) * 1000 / Double(CLOCKS_PER_SEC)
    return Answer(lines: zone?.texts, refusal: zone?.refusal?.rawValue, logPosterior: zone?.logPosterior, milliseconds: spent)
}

while let pixels = pixels() {
    FileHandle.standardOutput.write(try JSONEncoder().encode(answer(pixels)) + Data("\n".utf8))
}
