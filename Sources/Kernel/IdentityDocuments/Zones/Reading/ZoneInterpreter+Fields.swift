import Primitives

extension ZoneInterpreter {
    func characters(of field: ZoneField) -> [ZoneCharacter] { format.layout(of: field)?.span.cells.map { self[$0] } ?? [] }

    mutating func readName() -> ZoneName {
        let (name, isWellFormed) = ZoneName.parsed(characters(of: .name))
        let cells = format.layout(of: .name)?.span.cells
        if !isWellFormed { find(.malformedName, .name, cells?.first) }
        if name.mayBeTruncated { find(.truncatedName, .name, cells?.last) }
        return name
    }

    mutating func readDate(_ field: ZoneField, century: ZoneDate.Century, today: CalendarDate) -> ZoneDate? {
        let cell = format.layout(of: field)?.span.cells.first
        guard let date = ZoneDate(characters(of: field), century: century, today: today) else {
            find(.invalidDate, field, cell)
            return nil
        }
        if century == .near, let year = date.year, !ZoneDate.isNear(year, today) { find(.dateFarFromToday, field, cell) }
        return date
    }

    mutating func readSex() -> DocumentSex? {
        switch characters(of: .sex).first?.ascii {
        case UInt8(ascii: "M"): return .male
        case UInt8(ascii: "F"): return .female
        case UInt8(ascii: "<"): return .unspecified
        default:
            find(.sexUnreadable, .sex, format.layout(of: .sex)?.span.cells.first)
            return nil
        }
    }

    mutating func reportStates() {
        for field in [ZoneField.issuingState, .nationality] {
            let code = characters(of: field)
            let end = code.lastIndex { $0 != .filler }.map { $0 + 1 } ?? 0
            let state = ZoneStateCode(code[..<end].map(\.description).joined())
            let cell = format.layout(of: field)?.span.cells.first
            if state == nil { find(.unknownState, field, cell) }
            if state?.isSpecimen == true { find(.specimen, field, cell) }
        }
    }

    // MARK: - Fields

    func fieldReadings() -> [ZoneFieldReading] {
        let all = checks
        let covered = Set(all.flatMap(\.cells))
        return format.fields.map { layout in
            let check = format.check(of: layout.field).flatMap { check in all.first { $0.subject == check.subject } }
            let cells = check?.cells ?? ownCells(of: layout)
            let own = Set(cells + (check.map { [$0.cell] } ?? []))
            return ZoneFieldReading(
                field: layout.field, text: cells.map { self[$0].description }.joined(), spans: spans(of: cells),
                check: check.map { state(of: $0.subject) } ?? .uncovered, repairs: repairs.filter { own.contains($0.cell) },
                swaps: cells.filter(covered.contains).flatMap(swaps))
        }
    }

    /// The cells of a field that no check covers: optional data begins behind a long document number, its digit and a filler.
    private func ownCells(of layout: ZoneFieldLayout) -> [ZoneCell] {
        guard layout == format.continuation, let long = longNumber else { return layout.span.cells }
        return layout.span.cells.filter { $0.column > long.cell.column + 1 }
    }

    private func spans(of cells: [ZoneCell]) -> [ZoneSpan] {
        cells.reduce(into: [ZoneSpan]()) { spans, cell in
            if let last = spans.last, last.line == cell.line, last.columns.upperBound == cell.column {
                spans[spans.count - 1] = ZoneSpan(line: cell.line, columns: last.columns.lowerBound..<(cell.column + 1))
            } else {
                spans.append(ZoneSpan(line: cell.line, columns: cell.column..<(cell.column + 1)))
            }
        }
    }

    /// The other characters of a covered cell that no digit would see: its candidates, or those that look alike.
    private func swaps(at cell: ZoneCell) -> [ZoneSwap] {
        let set = format.characters[cell.line][cell.column].intersection(CheckDigit.indistinguishable(from: self[cell]))
        let others = isSeen ? candidates[cell.line][cell.column].map(\.character) : ZoneConfusion.unseenLookalikes(of: self[cell])
        return others.filter { set.contains($0) && $0 != self[cell] }.map { ZoneSwap(cell: cell, read: self[cell], alternative: $0) }
    }
}
