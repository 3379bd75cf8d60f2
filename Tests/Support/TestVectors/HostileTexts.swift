import Foundation

/// A text from outside that text handling breaks on, of a length of one's choice.
public struct HostileText: Sendable, CustomStringConvertible {
    /// What is hostile in it.
    public let name: String
    private let head: [UInt8]
    private let units: [[UInt8]]
    private let tail: [UInt8]
    /// Whether a long one is read as a text, by a form or a file.
    public let isReadable: Bool
    /// Whether a long one is read in a string of JSON.
    public let isReadableInJSON: Bool

    public var description: String { name }

    /// Whether its length can be chosen.
    public var isEndless: Bool { !units.isEmpty }

    /// The bytes, at most so many where the length can be chosen: each unit as often as the others, in turn.
    public func bytes(upTo most: Int) -> [UInt8] {
        let room = max(0, most - head.count - tail.count) / max(1, units.count)
        return head + units.flatMap { unit in repeatElement(unit, count: room / unit.count).joined() } + tail
    }

    /// All of them.
    public static func all() throws -> [HostileText] {
        String(decoding: try TestVectors.data("hostile-texts.tsv"), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map
        { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return HostileText(
                name: fields[0], head: bytes(fields[1]), units: fields[2].split(separator: ",").map { bytes(String($0)) },
                tail: bytes(fields[3]),
                isReadable: fields[4] == "yes", isReadableInJSON: fields[5] == "yes")
        }
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
