import IdentityDocuments
import Primitives
import Testing

@Suite("Zones of the specimens")
struct ZoneSpecimenTests {
    @Test("field by field", arguments: ZoneSpecimen.all)
    func fields(specimen: ZoneSpecimen) throws {
        let zone = try MachineReadableZone(specimen.lines)
        #expect(zone.format == specimen.format && zone.lines == specimen.lines)
        for (field, value) in specimen.fields { #expect(zone[field]?.value == value, "\(field)") }
        #expect(zone.birthDate?.description == specimen.birthDate && zone.expiryDate?.description == specimen.expiryDate)
        #expect(zone.allChecksHold && zone.repairs.isEmpty)
        #expect(zone.sex == (specimen.fields[.sex] == "M" ? .male : .female))
        #expect(zone.composite == (specimen.format.composite == nil ? .uncovered : .holds))
        #expect(zone.kinds.subtracting([.specimen, .dateFarFromToday]).isEmpty)
    }

    @Test("every field says where it was read", arguments: ZoneSpecimen.all)
    func places(specimen: ZoneSpecimen) throws {
        let rows = specimen.lines.map { Array($0.utf8) }
        for field in try MachineReadableZone(specimen.lines).fields {
            let cells = field.spans.flatMap(\.cells)
            #expect(cells.map { rows[$0.line][$0.column] } == Array(field.text.utf8))
        }
    }

    @Test("the long number continues in the optional data")
    func longNumber() throws {
        let zone = try MachineReadableZone(ZoneSpecimen.named("TD1, long number")?.lines ?? [])
        #expect(zone[.documentNumber]?.spans == [ZoneSpan(line: 0, columns: 5..<14), ZoneSpan(line: 0, columns: 15..<18)])
        #expect(zone[.documentNumber]?.check == .holds)
        #expect(zone[.optionalData]?.spans == [ZoneSpan(line: 0, columns: 20..<30)])
    }

    @Test("the same from the cells' candidates, from one line, with blanks and small letters", arguments: ZoneSpecimen.all)
    func otherForms(specimen: ZoneSpecimen) throws {
        let zone = try MachineReadableZone(specimen.lines)
        let seen = try MachineReadableZone(cells: seenCells(specimen.lines), today: ZoneSpecimen.today)
        #expect(seen.lines == zone.lines && seen.allChecksHold && seen.findings == zone.findings)
        #expect(try MachineReadableZone([specimen.lines.joined()]) == zone)
        let loose = try MachineReadableZone(specimen.lines.map { "  " + $0.lowercased() + "\r" })
        #expect(loose.fields == zone.fields && loose.kinds == zone.kinds.union([.blanks, .smallLetters]))
    }

    @Test("the digits of the specimens, and weights that repeat")
    func digits() {
        func value(_ text: String) -> Int { CheckDigit.value(of: text.utf8.compactMap(ZoneCharacter.init(ascii:))) }
        #expect(value("520727") == 3 && value("AB2134<<<") == 5 && value("D23145890734") == 9 && value("") == 0)
        #expect((0..<6).map(CheckDigit.weight) == [7, 3, 1, 7, 3, 1])
    }

    @Test("each digit of a covered cell is seen to be wrong", arguments: ZoneSpecimen.all)
    func wrongDigits(specimen: ZoneSpecimen) throws {
        for check in specimen.format.checks where [.birthDate, .expiryDate, .optionalData].contains(check.subject) {
            for cell in check.cells {
                let row = Array(specimen.lines[cell.line])
                guard let digit = row[cell.column].wholeNumberValue, !["0", "1", "2", "5", "6", "8"].contains(row[cell.column]) else {
                    continue
                }
                let other: Character = digit == 3 ? "4" : "3"
                let zone = try MachineReadableZone(changed(specimen.lines, (cell.line, cell.column, other)))
                #expect(!zone.allChecksHold, "\(check.subject) \(cell)")
            }
        }
    }

    @Test("the formats' fields and digits don't overlap, and every other cell is a filler", arguments: ZoneFormat.allCases)
    func layouts(format: ZoneFormat) {
        let cells = format.fields.flatMap { $0.span.cells } + format.checks.map(\.cell)
        #expect(Set(cells).count == cells.count && cells.count == format.lines * format.columns)
        #expect(format.fields.allSatisfy { $0.characters.count == $0.span.columns.count })
        #expect(format.characters.map(\.count) == Array(repeating: format.columns, count: format.lines))
    }

    @Test("codes of States: those of ISO 3166-1, and those that zones add")
    func states() {
        #expect(ZoneStateCode.all.count == 249 + 23 && ZoneStateCode("D")?.characters.map(\.description) == ["D", "<", "<"])
        #expect(ZoneStateCode("UTO")?.isSpecimen == true && ZoneStateCode("QQQ") == nil && ZoneStateCode("") == nil)
    }

    // MARK: - Refusals

    /// A line of a length, filled.
    private static func line(_ start: String, _ length: Int) -> String {
        start + String(repeating: "<", count: length - start.utf8.count)
    }

    @Test(
        "what is no zone",
        arguments: [
            ([], .notAZone), (["P<UTO"], .notAZone), ([line("", 44)], .notAZone), ([line("Q", 44), line("", 44)], .unknownFormat),
            (["CHE123456", line("", 30), line("", 30)], .nationalVariant),
            ([line("IDFRASPECIMEN", 36), line("1234567890123ANNA", 36)], .nationalVariant),
            ([line("PNRUSSPECIMEN<<ANNA", 44), line("", 44)], .nationalVariant),
            ([line("P*UTOERIKSSON", 44), line("", 44)], .unreadableCell),
        ] as [([String], ZoneError.Code)])
    func refusals(lines: [String], code: ZoneError.Code) {
        #expect(throws: ZoneError(code, "")) { try MachineReadableZone(lines) }
    }

    @Test("a cell without a candidate is refused, not guessed")
    func emptyCell() {
        var cells = seenCells(ZoneSpecimen.all[0].lines)
        cells[1][3] = []
        #expect(throws: ZoneError(.unreadableCell, "")) { try MachineReadableZone(cells: cells, today: ZoneSpecimen.today) }
    }

    // MARK: - Dates

    @Test(
        "centuries",
        arguments: [
            ("261128", "2026-11-28"), ("261129", "1926-11-29"), ("000229", "2000-02-29"), ("74<<<<", "1974"), ("7408<<", "1974-08"),
            ("<<<<<<", ""), ("<<0812", "XXXX-08-12"),
        ])
    func birthDates(text: String, date: String) throws {
        #expect(try zone(birth: text).birthDate?.description == date)
    }

    @Test("dates that the calendar doesn't have", arguments: ["740230", "741301", "740800", "7<0812"])
    func noDates(text: String) throws {
        let zone = try zone(birth: text)
        #expect(zone.birthDate == nil && zone.kinds.contains(.invalidDate))
    }

    @Test(
        "expiry: 20 years past to 50 ahead",
        arguments: [("060101", "2006-01-01", true), ("761231", "2076-12-31", true), ("990101", "1999-01-01", false)])
    func expiryDates(text: String, date: String, isNear: Bool) throws {
        let zone = try zone(expiry: text)
        #expect(zone.expiryDate?.description == date && zone.kinds.contains(.dateFarFromToday) != isNear)
    }

    private func zone(birth: String = "740812", expiry: String = "301231") throws -> MachineReadableZone {
        func digit(_ text: String) -> Int { CheckDigit.value(of: text.utf8.compactMap(ZoneCharacter.init(ascii:))) }
        let line = "L8988901C4UTO\(birth)\(digit(birth))F\(expiry)\(digit(expiry))<<<<<<<<"
        return try MachineReadableZone(["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", line])
    }

    // MARK: - Names

    @Test(
        "names",
        arguments: [
            ("ERIKSSON<<ANNA<MARIA", ["ERIKSSON"], ["ANNA", "MARIA"], false),
            ("VAN<DER<MUELLEN<<JO", ["VAN", "DER", "MUELLEN"], ["JO"], false),
            ("ARKFREITH", ["ARKFREITH"], [], false), ("PAPANDROPOULOUS<<JONATHOON<ALEC", ["PAPANDROPOULOUS"], ["JONATHOON", "ALEC"], true),
        ])
    func names(field: String, primary: [String], secondary: [String], isCut: Bool) throws {
        let padded = field + String(repeating: "<", count: 31 - field.utf8.count)
        let zone = try MachineReadableZone(["V<UTO" + padded, "L8988901C4XXX4009078F9612109<<<<<<<<"])
        #expect(zone.name == ZoneName(primary: primary, secondary: secondary, mayBeTruncated: isCut))
        #expect(zone.kinds.contains(.truncatedName) == isCut && !zone.kinds.contains(.malformedName))
    }

    @Test("malformed names", arguments: ["<ERIKSSON<<ANNA", "ERIKSSON<<<<ANNA", "ERIKSSON<<ANNA<<MARIA"])
    func malformedNames(field: String) throws {
        let padded = field + String(repeating: "<", count: 31 - field.utf8.count)
        #expect(try MachineReadableZone(["V<UTO" + padded, "L8988901C4XXX4009078F9612109<<<<<<<<"]).kinds.contains(.malformedName))
    }
}
