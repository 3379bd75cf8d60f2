import Primitives

/// The bytes of a payload without what scanners put between them, each with its place in what was scanned.
struct PayloadBytes {
    private(set) var bytes: [UInt8] = []
    private(set) var origins: [Int] = []
    private(set) var findings: [LicenceFinding] = []
    /// Whether text is in UTF-8.
    private(set) var isUTF8 = false
    private let scanned: [UInt8]

    init(_ scanned: [UInt8]) {
        self.scanned = scanned
        bytes.reserveCapacity(scanned.count)
        origins.reserveCapacity(scanned.count)
        takeAll()
        takeSeparators()
    }

    /// The places in what was scanned of a range of bytes.
    func origin(_ range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= origins.count else {
            let place = origins.indices.contains(range.lowerBound) ? origins[range.lowerBound] : scanned.count
            return place..<place
        }
        return origins[range.lowerBound]..<(origins[range.upperBound - 1] + 1)
    }

    private mutating func find(_ kind: LicenceFindingKind, _ range: Range<Int>) {
        guard !findings.contains(where: { $0.kind == kind }) else { return }
        findings.append(LicenceFinding(kind: kind, element: nil, range: range))
    }

    private mutating func keep(_ range: Range<Int>) {
        bytes += scanned[range]
        origins += range
    }

    // MARK: - Characters

    private mutating func takeAll() {
        var place = 0
        while place < scanned.count {
            let length = sequenceLength(at: place)
            take(place..<(place + length))
            place += length
        }
    }

    private mutating func take(_ range: Range<Int>) {
        let first = scanned[range.lowerBound]
        if range.count > 1 {
            if isControl(range) { return find(range.lowerBound == 0 ? .leadingBytes : .controlCharacters, range) }
            isUTF8 = true
            find(.utf8Text, range)
        } else if isStray(first, at: range.lowerBound) {
            return find(.controlCharacters, range)
        } else if 0x80...0x9F ~= first {
            find(.windowsText, range)
        }
        keep(range)
    }

    /// Whether a sequence of UTF-8 is a control character or a byte order mark.
    private func isControl(_ range: Range<Int>) -> Bool {
        let sequence = scanned[range]
        return sequence.first == 0xC2 && sequence.last.map { $0 < 0xA0 } ?? false || sequence.elementsEqual([0xEF, 0xBB, 0xBF])
    }

    /// Whether a byte by itself is a control character other than the separators, or the half of one.
    private func isStray(_ byte: UInt8, at place: Int) -> Bool {
        switch byte {
        case 0x0A, 0x0D, 0x1E: false
        case ..<0x20, 0x7F: true
        case 0x80...0x9F: !(CodePage1252.isInWords(byte) && isLetter(at: place - 1) && isLetter(at: place + 1))
        // The first byte of a control character in UTF-8 whose second became the separator itself.
        case 0xC2: place + 1 < scanned.count && scanned[place + 1] < 0x20
        default: false
        }
    }

    private func isLetter(at place: Int) -> Bool {
        guard scanned.indices.contains(place) else { return false }
        return 0x41...0x5A ~= capital(scanned[place])
    }

    /// The length of the well-formed sequence of UTF-8 at a place; 1 where there is none.
    private func sequenceLength(at place: Int) -> Int {
        let length =
            switch scanned[place] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, place + length <= scanned.count, String(foreign: scanned[place..<(place + length)]) != nil else { return 1 }
        return length
    }

    // MARK: - Separators

    /// Makes one line feed of a carriage return with a line feed where that is how all lines end, and of `|` where there are no line feeds.
    private mutating func takeSeparators() {
        let lines = bytes.indices.filter { bytes[$0] == 0x0A }
        let pairs = lines.filter { $0 > 0 && bytes[$0 - 1] == 0x0D }
        if pairs.count >= 3, pairs.count + 1 >= lines.count {
            find(.carriageReturns, origin((pairs[0] - 1)..<(pairs[0] + 1)))
            let dropped = Set(pairs.map { $0 - 1 })
            origins = origins.indices.filter { !dropped.contains($0) }.map { origins[$0] }
            bytes = bytes.indices.filter { !dropped.contains($0) }.map { bytes[$0] }
        }
        let bars = bytes.indices.filter { bytes[$0] == UInt8(ascii: "|") }
        if lines.isEmpty, bars.count >= 3 {
            find(.visibleSeparators, origin(bars[0]..<(bars[0] + 1)))
            for bar in bars { bytes[bar] = 0x0A }
        }
    }
}
