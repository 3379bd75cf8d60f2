import Foundation
import Primitives

/// The members of a message in its one encoding: a tag of one byte, a length of two (big-endian), the value; tags ascend.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    /// Adds a member. Its value is within the limits that its type keeps, all of which are below 65 536 bytes.
    mutating func add(_ tag: UInt8, _ value: some Collection<UInt8>) {
        bytes.append(tag)
        bytes.append(lengthPrefixed: value.prefix(Int(UInt16.max)))
    }

    mutating func add(_ tag: UInt8, text: String) { add(tag, text.utf8) }
    mutating func add(_ tag: UInt8, number: UInt64) { withUnsafeBytes(of: number.bigEndian) { add(tag, $0) } }
    mutating func add(_ tag: UInt8, byte: UInt8) { add(tag, CollectionOfOne(byte)) }
    mutating func add(_ tag: UInt8, secret: Secret) { secret.withBytes { add(tag, $0) } }
}

/// Reads what ``FieldWriter`` wrote, and nothing else: what was read is written as the same bytes, but for additional members.
struct FieldReader {
    /// Tags from here on are additions of later versions, which a reader that doesn't know them passes over.
    static let additional: UInt8 = 0x80
    private static let most = 64

    private var values: [(tag: UInt8, bytes: ArraySlice<UInt8>)] = []

    init(_ message: [UInt8], tags: ClosedRange<UInt8>) throws(CommandError) {
        values.reserveCapacity(tags.count)
        var rest = message[...]
        while let tag = rest.popFirst() {
            guard values.last.map({ $0.tag < tag }) ?? true, values.count < Self.most else {
                throw CommandError(.malformed, "members out of order, or too many")
            }
            guard tags.contains(tag) || tag >= Self.additional else { throw CommandError(.malformed, "an unknown member \(tag)") }
            guard let value = rest.takeLengthPrefixed() else { throw CommandError(.malformed, "a member is cut off") }
            values.append((tag, value))
        }
    }

    func bytes(_ tag: UInt8, _ limit: Int = .max) throws(CommandError) -> [UInt8] { Array(try slice(tag, limit)) }
    func bytes(_ tag: UInt8, exactly count: Int) throws(CommandError) -> [UInt8] { Array(try slice(tag, exactly: count)) }

    private func slice(_ tag: UInt8, _ limit: Int = .max) throws(CommandError) -> ArraySlice<UInt8> {
        guard let value = values.first(where: { $0.tag == tag })?.bytes else { throw CommandError(.malformed, "member \(tag) is missing") }
        guard value.count <= limit else { throw CommandError(.tooLarge, "member \(tag) has more than \(limit) bytes") }
        return value
    }

    private func slice(_ tag: UInt8, exactly count: Int) throws(CommandError) -> ArraySlice<UInt8> {
        let value = try slice(tag)
        guard value.count == count else { throw CommandError(.malformed, "member \(tag) has not \(count) bytes") }
        return value
    }

    func text(_ tag: UInt8, _ limit: Int) throws(CommandError) -> String { try CommandText.read(try slice(tag, limit)) }
    func number(_ tag: UInt8) throws(CommandError) -> UInt64 { UInt64(bigEndianBytes: try slice(tag, exactly: 8)) }
    /// A time, until the end of the year 9999.
    func time(_ tag: UInt8) throws(CommandError) -> Date {
        let seconds = try number(tag)
        guard seconds <= UInt64(Date.last) else { throw CommandError(.malformed, "member \(tag) is no time") }
        return Date(timeIntervalSince1970: Double(seconds))
    }
    func byte(_ tag: UInt8) throws(CommandError) -> UInt8 {
        let value = try slice(tag, exactly: 1)
        return value[value.startIndex]
    }
    func secret(_ tag: UInt8, exactly count: Int = 32) throws(CommandError) -> Secret { Secret(bytes: try slice(tag, exactly: count)) }
}

extension [UInt8] {
    /// Adds a value of at most 65 535 bytes after its length of two bytes.
    mutating func append(lengthPrefixed value: some Collection<UInt8>) {
        append(UInt8(truncatingIfNeeded: value.count >> 8))
        append(UInt8(value.count & 255))
        append(contentsOf: value)
    }
}

extension ArraySlice<UInt8> {
    /// Takes a value with its length of two bytes before it; nil when it is cut off.
    mutating func takeLengthPrefixed() -> Self? {
        guard count >= 2 else { return nil }
        let length = Int(self[startIndex]) << 8 | Int(self[startIndex + 1])
        guard count - 2 >= length else { return nil }
        let value = self[(startIndex + 2)..<(startIndex + 2 + length)]
        self = self[value.endIndex...]
        return value
    }
}

extension Date {
    /// The last second of the year 9999.
    static let last = 253_402_300_799.0
}

extension UInt64 {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
    init(bigEndianBytes bytes: ArraySlice<UInt8>) { self = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Texts within commands.
enum CommandText {
    /// Reads UTF-8.
    /// - Throws: ``CommandError/Code/malformed`` for bytes that aren't.
    static func read(_ bytes: ArraySlice<UInt8>) throws(CommandError) -> String {
        guard let text = String(foreign: bytes) else { throw CommandError(.malformed, "a text is not UTF-8") }
        return text
    }

    /// Checks a text that this side puts in.
    static func check(_ text: String, _ limit: Int, _ name: String) throws(CommandError) {
        guard text.utf8.count <= limit else { throw CommandError(.tooLarge, "\(name) has more than \(limit) bytes") }
    }
}
