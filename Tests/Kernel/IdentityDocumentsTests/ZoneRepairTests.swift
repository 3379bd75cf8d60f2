import Primitives
import Testing

@testable import IdentityDocuments

@Suite("Repairs of zones")
struct ZoneRepairTests {
    private let passport = ZoneSpecimen.all[0].lines

    private func repair(_ line: Int, _ column: Int, _ read: Character, _ used: Character, _ rule: ZoneRepair.Rule) -> ZoneRepair? {
        guard let read = read.asciiValue.flatMap(ZoneCharacter.init(ascii:)), let used = used.asciiValue.flatMap(ZoneCharacter.init(ascii:))
        else {
            return nil
        }
        return ZoneRepair(cell: ZoneCell(line: line, column: column), read: read, used: used, rule: rule)
    }

    // MARK: - 1: places

    @Test(
        "letters where digits are, digits where letters are",
        arguments: [
            (1, 18, "Z", "2"), (1, 13, "T", nil), (1, 14, "A", "4"), (1, 16, "B", "8"), (1, 43, "O", "0"), (1, 22, "Z", "2"),
            (1, 23, "O", "0"),
            (1, 25, "I", "1"), (1, 25, "L", "1"), (1, 26, "S", "5"), (1, 9, "G", "6"), (0, 4, "0", "O"), (0, 7, "1", "I"), (0, 9, "5", "S"),
            (0, 11, "0", "O"), (0, 13, "2", nil), (0, 0, "8", nil), (1, 12, "0", "O"),
        ] as [(Int, Int, Character, Character?)])
    func places(line: Int, column: Int, read: Character, used: Character?) throws {
        let lines = changed(passport, (line, column, read))
        guard line != 0 || column != 0 else {
            #expect(throws: ZoneError(.unknownFormat, "")) { try MachineReadableZone(lines) }
            return
        }
        let zone = try MachineReadableZone(lines)
        if let used, Array(passport[line])[column] == used {
            #expect(zone.repairs == [repair(line, column, read, used, .position)].compactMap(\.self))
            #expect(zone.lines == passport && zone.allChecksHold)
        } else {
            #expect(zone.lines != passport)
        }
    }

    @Test("a character that its place can't hold, and that looks like none that it can")
    func impossible() throws {
        let zone = try MachineReadableZone(changed(passport, (1, 14, "W")))
        #expect(zone.kinds.contains(.impossibleCharacter) && zone[.birthDate]?.check == .fails && zone.birthDate == nil)
        #expect(zone.repairs.isEmpty)
    }

    @Test("of a cell's candidates, the likeliest that its place can hold")
    func candidates() throws {
        // T looks like no digit of the list; the candidate 7 is taken.
        let seen = seenCells(changed(passport, (1, 13, "T")), (1, 13, "7", -2), (1, 13, "Y", -1))
        let zone = try MachineReadableZone(cells: seen, today: ZoneSpecimen.today)
        #expect(zone.repairs == [repair(1, 13, "T", "7", .candidate)].compactMap(\.self) && zone.allChecksHold && zone.lines == passport)
    }

    // MARK: - 2: fillers

    @Test("letters that look like fillers, behind three fillers, to the end of the name")
    func nameFillers() throws {
        let zone = try MachineReadableZone(["P<UTOERIKSSON<<ANNA<MARIA<<<<<<K<<KS<<<CC<<E", passport[1]])
        #expect(zone.lines == passport && zone.repairs.count == 6 && zone.repairs.allSatisfy { $0.rule == .filler })
        #expect(zone.kinds == [.specimen])
    }

    @Test("letters that aren't such, or don't reach the end, stay", arguments: ["<<<<<<K<<KT<<<CC<<E", "<<<<KMK<<<<<<<<<<<<"])
    func otherLetters(tail: String) throws {
        let zone = try MachineReadableZone(["P<UTOERIKSSON<<ANNA<MARIA" + tail, passport[1]])
        #expect(zone.repairs.isEmpty && zone.kinds.contains(.malformedName))
    }

    @Test("optional data: fillers where its digit says so")
    func optionalFillers() throws {
        let zone = try MachineReadableZone(changed(passport, (1, 41, "S")))
        #expect(zone.lines == passport && zone.repairs == [repair(1, 41, "S", "<", .filler)].compactMap(\.self))
        #expect(zone[.optionalData]?.check == .restored && !zone.allChecksHold)
        // A K counts as a filler does: the digit holds, nothing is repaired, and the swap is reported.
        let unseen = try MachineReadableZone(changed(passport, (1, 41, "K")))
        #expect(unseen.repairs.isEmpty && unseen.allChecksHold)
        #expect(unseen[.optionalData]?.swaps.contains { $0.cell == ZoneCell(line: 1, column: 41) && $0.alternative == .filler } == true)
    }

    // MARK: - 3: check digits

    @Test("the only substitution of look-alikes with which the number's digit holds")
    func number() throws {
        // D23145890: the 2 was read as Z. Other look-alikes of the number don't make its digit hold.
        let visa = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "X2734Y9937XXX4009078F9612109<<<<<<<<"]
        let digit = CheckDigit.value(of: "X2734Y993".utf8.compactMap(ZoneCharacter.init(ascii:)))
        let right = changed(visa, (1, 9, Character("\(digit)")))
        let zone = try MachineReadableZone(changed(right, (1, 1, "Z")))
        #expect(zone.lines == right && zone.repairs == [repair(1, 1, "Z", "2", .checkDigit)].compactMap(\.self))
        #expect(zone[.documentNumber]?.check == .restored && zone[.birthDate]?.check == .holds && !zone.allChecksHold)
    }

    @Test("several substitutions are ambiguous, and are named")
    func ambiguous() throws {
        let zone = try MachineReadableZone(changed(passport, (1, 3, "B")))
        guard case .ambiguous(let texts) = zone[.documentNumber]?.check else {
            Issue.record("the number isn't ambiguous: \(String(describing: zone[.documentNumber]?.check))")
            return
        }
        #expect(texts.contains("L898902C3") && texts.count > 1 && zone.repairs.isEmpty && !zone.allChecksHold)
    }

    @Test("candidates that were seen decide where look-alikes can't")
    func seenNumber() throws {
        let seen = seenCells(changed(passport, (1, 3, "B")), (1, 3, "8", -2), (1, 7, "G", -3))
        let zone = try MachineReadableZone(cells: seen, today: ZoneSpecimen.today)
        #expect(zone.lines == passport && zone.repairs == [repair(1, 3, "B", "8", .checkDigit)].compactMap(\.self))
        #expect(zone[.documentNumber]?.check == .restored && zone.composite == .holds && !zone.allChecksHold)
    }

    @Test("candidates of a date, and of two fields at once")
    func seenDates() throws {
        let seen = seenCells(changed(passport, (1, 14, "9"), (1, 3, "B")), (1, 14, "4", -2), (1, 3, "8", -2))
        let zone = try MachineReadableZone(cells: seen, today: ZoneSpecimen.today)
        #expect(zone.lines == passport && zone.repairs.map(\.rule) == [.checkDigit, .checkDigit])
        #expect(zone[.documentNumber]?.check == .restored && zone[.birthDate]?.check == .restored && !zone.allChecksHold)
    }

    @Test("candidates of optional data that the composite alone covers")
    func seenOptionalData() throws {
        let card = try ZoneContent.card(optionalData: "Q7Z").lines()
        let seen = seenCells(changed(card, (0, 15, "J")), (0, 15, "Q", -2))
        let zone = try MachineReadableZone(cells: seen, today: ZoneSpecimen.today)
        #expect(zone.lines == card && zone.composite == .restored && zone.repairs.count == 1 && !zone.allChecksHold)
        let text = try MachineReadableZone(changed(card, (0, 15, "J")))
        #expect(text.composite == .fails && text.kinds.contains(.compositeFails) && text.repairs.isEmpty)
    }

    @Test("a check digit isn't changed so that a field passes")
    func checkDigits() throws {
        let seen = seenCells(changed(passport, (1, 19, "9")), (1, 19, "2", -1))
        let zone = try MachineReadableZone(cells: seen, today: ZoneSpecimen.today)
        #expect(zone[.birthDate]?.check == .fails && zone.repairs.isEmpty)
    }

    @Test("a field whose digit holds isn't changed by likelier-looking candidates")
    func holding() throws {
        let zone = try MachineReadableZone(cells: seenCells(passport, (1, 3, "B", -0.6), (1, 14, "9", -0.6)), today: ZoneSpecimen.today)
        #expect(zone.lines == passport && zone.repairs.isEmpty)
    }

    @Test("a number whose digit is a filler, and that doesn't continue")
    func malformedNumber() throws {
        let card = ZoneSpecimen.all[1].lines
        #expect(try MachineReadableZone(changed(card, (0, 14, "<"))).kinds.contains(.malformedNumber))
    }

    @Test("a sex that is none")
    func sexes() throws {
        let zone = try MachineReadableZone(changed(passport, (1, 20, "X")))
        #expect(zone.sex == nil && zone.kinds.isSuperset(of: [.sexUnreadable, .impossibleCharacter]))
    }

    @Test("a State that isn't listed")
    func states() throws {
        let zone = try MachineReadableZone(changed(passport, (1, 10, "Q"), (1, 11, "Q"), (1, 12, "Q")))
        #expect(zone.findings.contains { $0.kind == .unknownState && $0.field == .nationality } && zone.allChecksHold)
    }

    // MARK: - Swaps

    /// The classes of characters that no check digit tells apart.
    private static let classes = ["0AKU<", "1BLV", "2CMW", "3DNX", "4EOY", "5FPZ", "6GQ", "7HR", "8IS", "9JT"]

    @Test("every swap that no digit sees passes all checks, and is reported as such", arguments: classes)
    func swaps(members: String) throws {
        for first in members {
            for second in members where second != first {
                let right = try ZoneContent.card(number: "AB\(first)4C").lines()
                let wrong = changed(right, (0, 7, second))
                let zone = try MachineReadableZone(cells: seenCells(wrong, (0, 7, first, -2)), today: ZoneSpecimen.today)
                #expect(zone.allChecksHold && zone.lines == wrong, "\(first) \(second)")
                let swap = try #require(zone[.documentNumber]?.swaps.first { $0.cell == ZoneCell(line: 0, column: 7) })
                #expect(swap.read.description == String(second) && swap.alternative.description == String(first))
            }
        }
    }

    @Test(
        "of text, the look-alikes that no digit sees are reported",
        arguments: [("6", "G"), ("G", "6"), ("8", "S"), ("1", "L"), ("K", "<"), ("L", "1")])
    func lookalikes(read: String, other: String) throws {
        let zone = try MachineReadableZone(try ZoneContent.card(number: "AX\(read)4C").lines())
        let swaps = try #require(zone[.documentNumber]?.swaps)
        #expect(swaps.contains { $0.cell == ZoneCell(line: 0, column: 7) && $0.alternative.description == other })
    }

    @Test(
        "the pairs that readers confuse and a digit does see are none of them", arguments: ["0O", "0D", "0Q", "1I", "2Z", "5S", "8B", "7T"])
    func seenSwaps(pair: String) throws {
        let (first, second) = (try #require(pair.first), try #require(pair.last))
        let right = try ZoneContent.card(number: "AX\(first)4C").lines()
        let wrong = changed(right, (0, 7, second))
        let zone = try MachineReadableZone(cells: seenCells(wrong, (0, 7, first, -2)), today: ZoneSpecimen.today)
        #expect(zone.lines == right && zone.repairs.map(\.rule) == [.checkDigit])
    }
}

extension ZoneContent {
    /// A card of an invented person.
    static func card(number: String = "D23145890", optionalData: String = "") throws -> ZoneContent {
        let state = try #require(ZoneStateCode("UTO"))
        var content = ZoneContent(
            format: .td1, documentCode: "I", issuingState: state, nationality: state, primaryName: "Eriksson", secondaryName: "Anna Maria",
            documentNumber: number,
            birthDate: try #require(ZoneDate(year: 1974, month: 8, day: 12)), sex: .female,
            expiryDate: try #require(ZoneDate(year: 2032, month: 4, day: 15)))
        content.optionalData = optionalData
        return content
    }
}
