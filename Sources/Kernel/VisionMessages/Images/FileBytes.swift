import Primitives

/// The bytes of a file; none beyond its end is ever read.
struct FileBytes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    func starts(with prefix: some Collection<UInt8>) -> Bool { bytes.starts(with: prefix) }

    func byte(at place: Int) -> Int? { place >= 0 && place < count ? Int(bytes[bytes.startIndex + place]) : nil }

    /// The number of two or four bytes, the most significant first or last.
    func number(at place: Int, bytes count: Int, isLittle: Bool = false) -> Int? {
        guard place >= 0, place <= self.count - count else { return nil }
        let start = bytes.startIndex + place
        let part = bytes[start..<start + count]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A part of the file; nil when it isn't whole.
    func part(from place: Int, count length: Int) -> FileBytes? {
        guard place >= 0, length >= 0, place <= count - length else { return nil }
        let start = bytes.startIndex + place
        return FileBytes(bytes[start..<start + length])
    }

    /// The file from a place on.
    func rest(from place: Int) -> FileBytes { FileBytes(bytes.dropFirst(max(0, place))) }

    /// The place of the next such byte, from a place on.
    func next(_ byte: UInt8, from place: Int) -> Int? {
        guard place >= 0, place < count else { return nil }
        return bytes.withUnsafeBufferPointer { Primitives.position(of: byte, in: $0, from: place) }
    }

    /// Whether a text of ASCII is among the first bytes.
    func contains(_ text: StaticString, within most: Int) -> Bool {
        let wanted = text.withUTF8Buffer { Array($0) }
        let head = bytes.prefix(most)
        return head.indices.contains { head[$0...].starts(with: wanted) }
    }

    func has(_ text: StaticString, at place: Int) -> Bool { rest(from: place).starts(with: text.withUTF8Buffer { Array($0) }) }
}
