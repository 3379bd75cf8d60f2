import Primitives

extension PayloadReader {
    /// The bytes of the file type, with the blanks behind it; nil when the first bytes have none.
    func fileType() -> Range<Int>? {
        for place in 0..<min(40, bytes.count) {
            for name in ["ANSI", "AAMVA"] as [StaticString] where matches(name, at: place) {
                var end = place + name.utf8CodeUnitCount
                while end < bytes.count, bytes[end] == 0x20 { end += 1 }
                return place..<end
            }
        }
        return nil
    }

    /// Reads what stands before the file type, and returns the place of the compliance indicator, from which offsets count.
    mutating func readIndicator(before type: Range<Int>) -> Int {
        let before = 0..<type.lowerBound
        guard let at = bytes[before].lastIndex(of: UInt8(ascii: "@")) else {
            find(.missingIndicator, before)
            return max(0, type.lowerBound - 4)
        }
        if at > 0, !findings.contains(where: { $0.kind == .leadingBytes }) { find(.leadingBytes, 0..<at) }
        var end = type.lowerBound
        while end > at + 1, bytes[end - 1] == 0x20 { end -= 1 }
        let isOld = matches("AAMVA", at: type.lowerBound)
        let length = isOld ? 5 : 4
        if end < type.lowerBound || type.count - length != (isOld ? 0 : 1) { find(.fileTypeBlanks, end..<type.upperBound) }
        if isOld { find(.oldFileType, type) }
        readSeparators((at + 1)..<end)
        return at
    }

    /// Compares what stands between the indicator and the file type with line feed, record separator and carriage return.
    private mutating func readSeparators(_ range: Range<Int>) {
        let between = bytes[range]
        guard !between.elementsEqual([0x0A, 0x1E, 0x0D]), !findings.contains(where: { $0.kind == .visibleSeparators }) else { return }
        if !between.contains(0x1E) { find(.recordSeparator, range) }
        guard let terminator = between.lastIndex(of: 0x0D) else { return find(.segmentTerminator, range) }
        let isDoubled = between.filter { $0 == 0x0D }.count > 1
        if isDoubled || terminator + 1 < range.upperBound { find(.segmentTerminator, terminator..<range.upperBound) }
        if between.first != 0x0A { find(.recordSeparator, range) }
    }

    /// An entry of the directory.
    struct Designator {
        let type: [UInt8]
        let offset: Int?
        let length: Int?
        let range: Range<Int>
    }

    mutating func readHeader(at cursor: inout Int, base: Int) -> (LicenceHeader, [Designator]) {
        let issuer = number(cursor..<(cursor + 6))
        if issuer != nil { cursor += 6 } else { cursor += bytes[min(cursor, bytes.count)...].prefix(6).prefix { 0x30...0x39 ~= $0 }.count }
        let version = number(cursor..<(cursor + 2))
        if version == nil { find(.versionUnreadable, cursor..<min(cursor + 2, bytes.count)) }
        if let version, version > LicenceHeader.latestVersion { find(.versionAhead, cursor..<(cursor + 2)) }
        cursor += 2
        let jurisdiction = jurisdictionVersion(at: &cursor, version: version ?? LicenceHeader.latestVersion)
        let entries = number(cursor..<(cursor + 2))
        let count = cursor..<min(cursor + 2, max(cursor, bytes.count))
        cursor += 2
        let directory = readDirectory(at: &cursor)
        if entries != directory.count { find(.entryCount, count) }
        let header = LicenceHeader(
            issuerNumber: issuer, version: version ?? LicenceHeader.latestVersion, jurisdictionVersion: jurisdiction, entries: entries)
        return (header, directory)
    }

    /// Reads the jurisdiction version, which is there when the first designator's type is four places on, not two.
    private mutating func jurisdictionVersion(at cursor: inout Int, version: Int) -> String? {
        let isExpected = version >= 2
        let isThere =
            isType(at: cursor + (isExpected ? 4 : 2)) ? isExpected : isType(at: cursor + (isExpected ? 2 : 4)) ? !isExpected : isExpected
        let range = cursor..<min(cursor + 2, max(cursor, bytes.count))
        if isThere != isExpected { find(.jurisdictionVersionPresence, range) }
        guard isThere else { return nil }
        cursor += 2
        if number(range) == nil { find(.jurisdictionVersion, range) }
        return bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)].allSatisfy { 0x20...0x7E ~= $0 }
            ? String(own: bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]) : nil
    }

    /// Whether the two letters at a place are a subfile's type.
    func isType(at place: Int) -> Bool {
        if ["DL", "ID", "EN"].contains(where: { matches($0, at: place) }) { return true }
        return place + 2 <= bytes.count && bytes[place] == UInt8(ascii: "Z") && 0x41...0x5A ~= bytes[place + 1]
    }

    private mutating func readDirectory(at cursor: inout Int) -> [Designator] {
        var all: [Designator] = []
        while all.count < Self.mostSubfiles, isType(at: cursor), !isSubfile(at: cursor) {
            let range = cursor..<min(cursor + 10, bytes.count)
            let (offset, length) = (number((cursor + 2)..<(cursor + 6)), number((cursor + 6)..<(cursor + 10)))
            all.append(Designator(type: Array(bytes[cursor..<(cursor + 2)]), offset: offset, length: length, range: range))
            guard offset != nil, length != nil else {
                // The rest of the directory can't be counted on: subfiles are searched from here.
                find(.designatorUnreadable, range)
                cursor += 2
                break
            }
            cursor += 10
        }
        return all
    }

    /// Whether a subfile begins at a place: its type, then an element's identifier or a separator.
    func isSubfile(at place: Int) -> Bool {
        guard isType(at: place) else { return false }
        guard bytes[place] == UInt8(ascii: "Z") else { return knownElement(at: place + 2) != nil || isSeparator(at: place + 2) }
        return isSeparator(at: place + 2) || bytes[(place + 2)...].prefix(2).elementsEqual(bytes[place..<(place + 2)])
    }
}
