import Primitives

/// Cuts a file into lines, whatever the parts in which it comes. A line ends with LF or CR LF; the last one needs no end.
package struct LineSplitter: RecordSplitter {
    /// The parts of a file that are its records.
    package enum Unit: Sendable {
        case line
        /// A line whose quoted cells may have line ends (RFC 4180 §2.6).
        case row
        /// Lines up to an empty one (RFC 2849).
        case paragraph
    }

    private let unit: Unit
    private var record: [UInt8] = []
    /// The number of the line that is read, and of the one that the record began with.
    private var (line, first) = (1, 1)
    private var lineStart = 0
    private var isQuoted = false
    private var isTooLong = false

    package init(_ unit: Unit) { self.unit = unit }

    package mutating func feed(_ bytes: ArraySlice<UInt8>, _ records: inout [RawRecord]) {
        var rest = bytes
        while let end = rest.firstIndex(of: Self.lineFeed) {
            take(rest[..<end])
            endLine(&records)
            rest = rest[(end + 1)...]
        }
        take(rest)
    }

    package mutating func finish(_ records: inout [RawRecord]) {
        if isQuoted { return emit(RecordBounds.cutOff, &records) }
        if unit == .paragraph, record.count > lineStart { record.append(Self.lineFeed) }
        if !record.isEmpty { emit(nil, &records) }
    }

    private mutating func take(_ part: ArraySlice<UInt8>) {
        if unit == .row { for byte in part where byte == UInt8(ascii: "\"") { isQuoted.toggle() } }
        guard !isTooLong, record.count + part.count <= RecordBounds.record else {
            isTooLong = true
            return
        }
        record.append(contentsOf: part)
    }

    private mutating func endLine(_ records: inout [RawRecord]) {
        line += 1
        // A quote that nothing closes would make one record of the rest of the file.
        if isTooLong, unit != .paragraph { isQuoted = false }
        if isQuoted { return record.append(Self.lineFeed) }
        if record.count > lineStart, record.last == UInt8(ascii: "\r") { record.removeLast() }
        if unit == .paragraph, record.count > lineStart {
            record.append(Self.lineFeed)
            lineStart = record.count
            return
        }
        emit(nil, &records)
    }

    private mutating func emit(_ problem: RecordError?, _ records: inout [RawRecord]) {
        if !record.isEmpty { records.append(RawRecord(.line(first), record, problem: isTooLong ? RecordBounds.tooLong : problem)) }
        record.removeAll(keepingCapacity: true)
        (first, lineStart, isQuoted, isTooLong) = (line, 0, false, false)
    }

    private static let lineFeed = UInt8(ascii: "\n")
}

/// Cuts a file into records.
package protocol RecordSplitter: Sendable {
    /// Takes the next part of the file, and gives the records that end in it.
    mutating func feed(_ bytes: ArraySlice<UInt8>, _ records: inout [RawRecord])
    /// Takes the end of the file, and gives the record that it ends.
    mutating func finish(_ records: inout [RawRecord])
}
