import IdentityDocuments
import Primitives
import Testing

@Suite("Zones that are written")
struct ZoneContentTests {
    @Test("the specimens, from their content")
    func specimens() throws {
        var card = try ZoneContent.card()
        card.expiryDate = try #require(ZoneDate(year: 2012, month: 4, day: 15))
        #expect(try card.lines() == ZoneSpecimen.all[1].lines)
        card.format = .td2
        #expect(try card.lines() == ZoneSpecimen.all[2].lines)
        card.format = .td3
        card.documentCode = "P"
        card.documentNumber = "L898902C3"
        card.optionalData = "ZE184226B"
        #expect(try card.lines() == ZoneSpecimen.all[0].lines)
    }

    @Test("a long number on a card, not in a passport")
    func longNumber() throws {
        var card = try ZoneContent.card(number: "D23145890734")
        card.primaryName = "Stevenson"
        card.secondaryName = "Peter John"
        card.sex = .male
        card.birthDate = try #require(ZoneDate(year: 1934, month: 7, day: 12))
        card.expiryDate = try #require(ZoneDate(year: 1995, month: 7, day: 12))
        #expect(try card.lines() == ZoneSpecimen.named("TD1, long number")?.lines)
        card.format = .td3
        card.documentCode = "P"
        #expect(throws: ZoneError(.unwritable, "")) { try card.lines() }
    }

    @Test(
        "names that don't fit end with a letter",
        arguments: [
            ("Nilavadhanananda", "Chayapa Dejthamrong Krasuang", "NILAVADHANANANDA<<CHAYAPA<DEJTH"),
            ("Bennelong Wooloomooloo Warrandyte Warnambool", "Dingo Potoroo", "BENNELONG<WOOLOOMOOLOO<WARRA<<D"),
            ("Nguyen", "Anh Bao Cam Dao Emm Gi Hoa", "NGUYEN<<ANH<BAO<CAM<DAO<EMM<G<H"),
        ])
    func cutNames(primary: String, secondary: String, field: String) throws {
        var visa = try ZoneContent.card()
        visa.format = .mrvB
        visa.documentCode = "V"
        (visa.primaryName, visa.secondaryName) = (primary, secondary)
        let lines = try visa.lines()
        #expect(lines[0] == "V<UTO" + field)
        let name = try MachineReadableZone(lines).name
        #expect(name.mayBeTruncated && name.matches(primary: primary, secondary: secondary))
    }

    @Test("values that don't fit")
    func refusals() throws {
        func refuse(_ change: (inout ZoneContent) -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws {
            var card = try ZoneContent.card()
            change(&card)
            let changed = card
            #expect(throws: ZoneError(.unwritable, ""), sourceLocation: sourceLocation) { try changed.lines() }
        }
        try refuse { $0.documentNumber = "ab" }
        try refuse { $0.documentNumber = "A!" }
        try refuse { $0.documentNumber = "1234567890123456789012345" }
        try refuse { $0.documentCode = "X" }
        try refuse { $0.documentCode = "" }
        try refuse { $0.documentCode = "I1" }
        try refuse { $0.primaryName = "" }
        try refuse { $0.primaryName = "Эрикссон" }
        try refuse { $0.optionalData = String(repeating: "A", count: 16) }
    }

    @Test("what is written is read the same", arguments: 0..<200)
    func roundTrips(seed: Int) throws {
        var random = DocumentRandom(seed: seed)
        let content = random.zone()
        let lines = try content.lines()
        #expect(lines.count == content.format.lines && lines.allSatisfy { $0.utf8.count == content.format.columns })
        for zone in [try MachineReadableZone(lines), try MachineReadableZone(cells: seenCells(lines), today: ZoneSpecimen.today)] {
            #expect(zone.allChecksHold && zone.repairs.isEmpty && zone.lines == lines && zone.format == content.format)
            #expect(zone[.documentNumber]?.value == content.documentNumber && zone[.issuingState]?.value == content.issuingState.code)
            #expect(zone[.nationality]?.value == content.nationality.code && zone.sex == content.sex)
            #expect(zone.birthDate == content.birthDate && zone.expiryDate == content.expiryDate)
            #expect(
                zone[.optionalData]?.value == content.optionalData && zone[.secondOptionalData]?.value ?? "" == content.secondOptionalData)
            #expect(zone.name.matches(primary: content.primaryName, secondary: content.secondaryName))
        }
    }

    @Test("one digit read wrong is never accepted: repaired to what was written, or refused", arguments: 0..<100)
    func wrongDigits(seed: Int) throws {
        var random = DocumentRandom(seed: seed)
        let content = random.zone()
        let lines = try content.lines()
        for check in content.format.checks where check.subject == .birthDate || check.subject == .expiryDate {
            let cell = check.cells[random.below(check.cells.count)]
            let digit = Array(lines[cell.line])[cell.column]
            let other = Character("\(((digit.wholeNumberValue ?? 0) + 1 + random.below(9)) % 10)")
            guard other != digit else { continue }
            let zone = try MachineReadableZone(
                cells: seenCells(changed(lines, (cell.line, cell.column, other)), (cell.line, cell.column, digit, -1)),
                today: ZoneSpecimen.today)
            let isInPlace = zone.repairs.allSatisfy { $0.rule == .candidate }
            #expect(zone.lines == lines && zone.allChecksHold == isInPlace)
        }
    }

    @Test("a number read wrong is never told from a right one by digits that hold, but for swaps", arguments: 0..<200)
    func wrongNumbers(seed: Int) throws {
        var random = DocumentRandom(seed: seed)
        let lines = try random.zone().lines()
        guard let format = try? MachineReadableZone(lines).format, let check = format.check(of: .documentNumber) else { return }
        let cell = check.cells[random.below(check.cells.count)]
        let wrong = random.pick(ZoneCharacter.all)
        let right = Array(lines[cell.line].utf8)[cell.column]
        let zone = try MachineReadableZone(changed(lines, (cell.line, cell.column, Character(wrong.description))))
        let isUnseen = CheckDigit.indistinguishable(from: try #require(ZoneCharacter(ascii: right))).contains(wrong)
        #expect(zone.lines == lines || isUnseen || !zone.allChecksHold)
    }
}
