import Primitives

/// Repairs a zone's characters and reads its fields.
struct ZoneReader {
    let format: ZoneFormat
    /// The characters, changed by repairs.
    var characters: [[ZoneCharacter]]
    /// The candidates of each cell, the likeliest first.
    let candidates: [[[ZoneCandidate]]]
    /// Whether the candidates were seen in an image; else look-alikes take their place.
    let isSeen: Bool
    private(set) var repairs: [ZoneRepair] = []
    private(set) var findings: [ZoneFinding]
    /// The texts with which an ambiguous field's digit would hold.
    var ambiguities: [ZoneCheck.Subject: [String]] = [:]
    /// The combinations of substitutions that were tried, which tests bound.
    var steps = 0

    init(_ cells: [[[ZoneCandidate]]], isSeen: Bool, findings: [ZoneFinding]) throws(ZoneError) {
        candidates = cells.map { line in line.map(Self.sorted) }
        format = try Self.format(of: candidates, isSeen: isSeen)
        characters = candidates.map { line in line.compactMap { $0.first?.character } }
        self.isSeen = isSeen
        self.findings = findings
    }

    /// The candidates with the likeliest first; those without a probability last.
    private static func sorted(_ cell: [ZoneCandidate]) -> [ZoneCandidate] {
        let known = cell.prefix(ZoneCharacter.count).map {
            $0.logProbability.isNaN ? ZoneCandidate($0.character, logProbability: -.infinity) : $0
        }
        return known.sorted { ($1.logProbability, $0.character) < ($0.logProbability, $1.character) }
    }

    subscript(cell: ZoneCell) -> ZoneCharacter { characters[cell.line][cell.column] }

    mutating func find(_ kind: ZoneFinding.Kind, _ field: ZoneField?, _ cell: ZoneCell?) {
        findings.append(ZoneFinding(kind: kind, field: field, cell: cell))
    }

    /// Puts a character in a cell, and reports it.
    mutating func use(_ character: ZoneCharacter, at cell: ZoneCell, rule: ZoneRepair.Rule) {
        guard self[cell] != character else { return }
        let read = repairs.first { $0.cell == cell }?.read ?? self[cell]
        repairs.removeAll { $0.cell == cell }
        if read != character { repairs.append(ZoneRepair(cell: cell, read: read, used: character, rule: rule)) }
        repairs.sort { ($0.cell.line, $0.cell.column) < ($1.cell.line, $1.cell.column) }
        characters[cell.line][cell.column] = character
    }

    mutating func repair() {
        repairPositions()
        repairNameFillers()
        repairChecks()
    }

    // MARK: - Places

    /// Replaces characters that their places can't hold: by the likeliest candidate that can be there, else by the one that looks like it.
    private mutating func repairPositions() {
        for (line, sets) in format.characters.enumerated() {
            for (column, set) in sets.enumerated() {
                let cell = ZoneCell(line: line, column: column)
                guard !set.contains(self[cell]) else { continue }
                if let candidate = candidates[line][column].first(where: { set.contains($0.character) }) {
                    use(candidate.character, at: cell, rule: .candidate)
                } else if let lookalike = ZoneConfusion.character(for: self[cell], in: set) {
                    use(lookalike, at: cell, rule: .position)
                } else {
                    find(.impossibleCharacter, format.fields.first { $0.span.cells.contains(cell) }?.field, cell)
                }
            }
        }
    }

    // MARK: - Fillers

    /// The letters that fillers are taken for.
    private static let filling = ZoneCharacterSet.of("KCSXE<")

    /// The cells behind three fillers of a field, when all of them to its end are letters that look like fillers.
    func fillerTail(of field: ZoneField) -> [ZoneCell] {
        guard let cells = format.layout(of: field)?.span.cells else { return [] }
        let start = cells.indices.first { $0 + 3 < cells.count && cells[$0..<($0 + 3)].allSatisfy { self[$0] == .filler } }
        let tail = start.map { Array(cells[($0 + 3)...]) } ?? []
        return tail.allSatisfy { Self.filling.contains(self[$0]) } ? tail : []
    }

    /// A name ends before three fillers: what looks like fillers behind them is fillers.
    private mutating func repairNameFillers() {
        for cell in fillerTail(of: .name) { use(.filler, at: cell, rule: .filler) }
    }
}
