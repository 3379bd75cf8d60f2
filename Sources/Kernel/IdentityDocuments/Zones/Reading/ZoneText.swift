import Primitives

/// The lines of a zone that come as text.
struct ZoneText {
    /// The most bytes of a text: the characters of a passport, with room for blanks.
    static let mostBytes = 512

    private(set) var lines: [[[ZoneCandidate]]] = []
    private(set) var findings: [ZoneFinding] = []

    init(_ text: some Collection<UInt8>) throws(ZoneError) {
        guard text.count <= Self.mostBytes else { throw ZoneError(.notAZone, "A zone has no more than \(Self.mostBytes) characters.") }
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let cells = try cells(of: line)
            if !cells.isEmpty { lines.append(cells) }
        }
        // Scanners send the lines one behind the other.
        if lines.count == 1, let (count, columns) = [(3, 30), (2, 36), (2, 44)].first(where: { $0.0 * $0.1 == lines[0].count }) {
            let line = lines[0]
            lines = (0..<count).map { Array(line[($0 * columns)..<(($0 + 1) * columns)]) }
        }
    }

    private mutating func cells(of line: some Collection<UInt8>) throws(ZoneError) -> [[ZoneCandidate]] {
        var cells: [[ZoneCandidate]] = []
        for byte in line {
            if byte == 0x20 || byte == 0x09 {
                find(.blanks)
                continue
            }
            if 0x61...0x7A ~= byte { find(.smallLetters) }
            guard let character = ZoneCharacter(ascii: capital(byte)) else {
                throw ZoneError(
                    .unreadableCell,
                    "Line \(lines.count + 1) has a character at column \(cells.count + 1) that is no digit, letter or filler.")
            }
            cells.append([ZoneCandidate(character, logProbability: 0)])
        }
        return cells
    }

    private mutating func find(_ kind: ZoneFinding.Kind) {
        if !findings.contains(where: { $0.kind == kind }) { findings.append(ZoneFinding(kind: kind, field: nil, cell: nil)) }
    }
}
