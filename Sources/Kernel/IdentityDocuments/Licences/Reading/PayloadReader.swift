import Primitives

/// Reads the structure of a payload: header, directory, subfiles, elements. It takes whatever the findings name, and decides nothing on
/// values.
struct PayloadReader {
    /// The most elements that are read, of all subfiles together.
    static let mostElements = 256
    /// The most subfiles that are read.
    static let mostSubfiles = 16

    let source: PayloadBytes
    var findings: [LicenceFinding]
    var elementCount = 0
    /// The steps of the search for subfiles, which tests bound.
    var steps = 0

    init(_ scanned: [UInt8]) {
        source = PayloadBytes(scanned)
        findings = source.findings
    }

    var bytes: [UInt8] { source.bytes }

    /// Reports a deviation at bytes of the cleaned payload.
    mutating func find(_ kind: LicenceFindingKind, _ range: Range<Int>, _ element: LicenceElementID? = nil) {
        findings.append(LicenceFinding(kind: kind, element: element, range: source.origin(range)))
    }

    mutating func read() throws(LicencePayloadError) -> (header: LicenceHeader, subfiles: [LicenceSubfile]) {
        guard let type = fileType() else { throw refusal() }
        let base = readIndicator(before: type)
        var cursor = type.upperBound
        let (header, directory) = readHeader(at: &cursor, base: base)
        let subfiles = try subfiles(of: directory, header: header, directoryEnd: cursor, base: base)
        return (header, subfiles)
    }

    // MARK: - Bytes

    func number(_ range: Range<Int>) -> Int? {
        range.upperBound <= bytes.count ? Int(decimal: bytes[range], leadingZeros: true) : nil
    }

    func matches(_ text: StaticString, at place: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard place >= 0, place + length <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[place..<(place + length)].elementsEqual($0) }
    }

    func isSeparator(at place: Int) -> Bool { place < bytes.count && [0x0A, 0x0D, 0x1E].contains(bytes[place]) }

    /// The known element whose identifier is at a place.
    func knownElement(at place: Int) -> LicenceElementID? {
        guard place >= 0, place + 3 <= bytes.count, let id = LicenceElementID(bytes[place..<(place + 3)]), id.rule != nil else {
            return nil
        }
        return id
    }
}

// MARK: - Refusals

extension PayloadReader {
    /// The reason for which bytes without a file type aren't read.
    private func refusal() -> LicencePayloadError {
        let start = bytes.firstIndex { $0 > 0x20 } ?? 0
        // A state, a city and a name between carets, as ISO/IEC 7813 frames them.
        if start < bytes.count, bytes[start] == UInt8(ascii: "%"), bytes.contains(UInt8(ascii: "^")) {
            return LicencePayloadError(.magneticStripe, "The symbol holds the text of a magnetic stripe, which isn't read.")
        }
        // The delimiters of data groups and of data elements.
        if bytes.contains(0xD7), bytes.contains(0xF7) {
            return LicencePayloadError(.compactEncoding, "The symbol holds the compact encoding of ISO/IEC 18013-2, which isn't read.")
        }
        return LicencePayloadError(.notAPayload, "The symbol holds no file type of the AAMVA standards, ANSI or AAMVA.")
    }
}
