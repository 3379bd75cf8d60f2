import CVision
import Foundation
import ZoneReading

/// Reads the zone of a passport in a picture of 2 megapixels again and again on one thread, and prints the processor's time of one reading,
/// in milliseconds.
///
///     zones SECONDS ZONE.jpg
@main
struct Zones {
    private static let (width, height) = (1632, 1224)
    private static let mostPixels = 25_000_000
    /// The grey of the table around the zone.
    private static let table: UInt8 = 170

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let seconds = Double(arguments[1]) else { exit(1) }
        guard let pixels = picture(try Data(contentsOf: URL(filePath: arguments[2]))) else { exit(1) }
        // The weights are decoded once in a process.
        guard try ZoneReader.read(pixels).refusal == nil else { exit(2) }
        let begun = clock()
        var (count, taken) = (0, 0.0)
        repeat {
            _ = try ZoneReader.read(pixels)
            count += 1
            taken = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
        } while taken < seconds
        print(taken / Double(count) * 1000)
    }

    /// The file's picture in the middle of a table; nil for a file that isn't a JPEG of at most that size.
    private static func picture(_ file: Data) -> GreyPixels? {
        var image = vision_image()
        guard file.withUnsafeBytes({ vision_decode_jpeg($0.baseAddress, $0.count, mostPixels, 1, &image) }) == VISION_OK else { return nil }
        defer { vision_free_image(&image) }
        let size = (width: Int(image.width), height: Int(image.height))
        guard size.width <= width, size.height <= height else { return nil }
        var bytes = [UInt8](repeating: table, count: width * height)
        let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
        for row in 0..<size.height {
            for column in 0..<size.width { bytes[(top + row) * width + left + column] = image.grey[row * size.width + column] }
        }
        return GreyPixels(width: width, height: height, bytes: bytes)
    }
}
