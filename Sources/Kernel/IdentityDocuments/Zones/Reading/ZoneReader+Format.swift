import Primitives

extension ZoneReader {
    /// The format of lines of cells: by their number and length, and by the document code's first letter.
    static func format(of cells: [[[ZoneCandidate]]], isSeen: Bool) throws(ZoneError) -> ZoneFormat {
        if cells.map(\.count) == [9, 30, 30] {
            throw ZoneError(.nationalVariant, "Three lines of 9, 30 and 30 characters are the Swiss driving licence's, which isn't read.")
        }
        let formats = ZoneFormat.allCases.filter {
            $0.lines == cells.count && cells.allSatisfy { [columns = $0.columns] in $0.count == columns }
        }
        guard !formats.isEmpty else {
            throw ZoneError(.notAZone, "A zone has three lines of 30 characters, or two lines of 36 or 44.")
        }
        for (line, row) in cells.enumerated() {
            if let column = row.firstIndex(where: \.isEmpty) {
                throw ZoneError(.unreadableCell, "Line \(line + 1) has no character at column \(column + 1).")
            }
        }
        try refuseVariants(cells)
        let first = cells[0][0].map(\.character)
        let lookalike = first.first.flatMap { ZoneConfusion.character(for: $0, in: .letters) }
        for letter in first + (lookalike.map { [$0] } ?? []) {
            if let format = formats.first(where: { $0.firstLetters.contains(letter) }) { return format }
        }
        throw ZoneError(.unknownFormat, "No format with these lines has a document code that begins so.")
    }

    /// Refuses forms of single States that look like the formats, and aren't.
    private static func refuseVariants(_ cells: [[[ZoneCandidate]]]) throws(ZoneError) {
        let start = cells[0].prefix(5).compactMap { $0.first?.character.ascii }
        if cells[0].count == 36, start.elementsEqual("IDFRA".utf8) {
            throw ZoneError(
                .nationalVariant, "Two lines of 36 characters that begin with IDFRA are the French identity card's before 2021.")
        }
        if cells[0].count == 44, start.elementsEqual("PNRUS".utf8) {
            throw ZoneError(
                .nationalVariant, "A zone that begins with PNRUS is the Russian internal passport's, whose names are coded otherwise.")
        }
    }
}
