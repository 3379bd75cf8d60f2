import CQRScan
import Foundation
import TestVectors

@testable import ZoneReading

/// A photograph of a test document (Tests/Vision/fixtures), and what it says.
struct ZoneFixture: CustomStringConvertible {
    enum Outcome: String {
        /// Read as it stands, read upside down, refused since cells are wiped out, refused since a letter may be another, refused since the
        /// zone goes on.
        case read, turned, missingInk, ambiguous, cutOff
    }

    let name, format: String
    let outcome: Outcome
    /// The middles of the first and the last cell.
    let first, last: ImagePoint
    let lines: [String]

    var description: String { name }

    static let all = (try? rows()) ?? []

    static func rows() throws -> [ZoneFixture] {
        try String(decoding: TestVectors.data("zones/zones.tsv"), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { row in
                let fields = row.split(separator: "\t").map(String.init)
                guard let outcome = Outcome(rawValue: fields[2]) else { throw CocoaError(.fileReadCorruptFile) }
                let ends = fields[3..<7].compactMap { Double($0) }
                return ZoneFixture(
                    name: fields[0], format: fields[1], outcome: outcome, first: ImagePoint(x: ends[0], y: ends[1]),
                    last: ImagePoint(x: ends[2], y: ends[3]), lines: Array(fields[7...]))
            }
    }

    /// The pixels of the photograph.
    func pixels() throws -> GreyPixels {
        let file = [UInt8](try TestVectors.data("zones/\(name).jpg"))
        var (width, height): (Int32, Int32) = (0, 0)
        guard let decoded = qrscan_jpeg(file, file.count, 1 << 24, &width, &height) else { throw CocoaError(.fileReadCorruptFile) }
        defer { free(decoded) }
        let count = Int(width) * Int(height)
        let pixels = GreyPixels(
            width: Int(width), height: Int(height), bytes: Array(UnsafeBufferPointer(start: decoded, count: count)))
        guard let pixels else { throw CocoaError(.fileReadCorruptFile) }
        return pixels
    }
}
