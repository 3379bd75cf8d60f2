import Foundation
import IdentityDocuments
import Testing

@testable import ZoneReading

@Suite("Decoding of a zone's cells", .timeLimit(.minutes(2)))
struct ZoneDecoderTests {
    private static let eriksson = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    /// Cells that show a text clearly, but for some that show another character as well, with a probability between 0 and 1.
    private func cells(_ lines: [String], doubts: [(line: Int, column: Int, other: Character, part: Float)] = []) -> [[CellProbabilities]] {
        var values = lines.map { line in
            line.utf8.map { byte in
                ZoneCharacter.all.map { $0.ascii == byte ? Float(log(0.9999)) : Float(log(0.0001 / 36)) }
            }
        }
        for doubt in doubts {
            guard let other = doubt.other.asciiValue.flatMap(ZoneCharacter.init(ascii:)) else { continue }
            let shown = values[doubt.line][doubt.column].indices.max {
                values[doubt.line][doubt.column][$0] < values[doubt.line][doubt.column][$1]
            }
            values[doubt.line][doubt.column][shown ?? 0] = log(1 - doubt.part)
            values[doubt.line][doubt.column][other.index] = log(doubt.part)
        }
        return values.map { $0.map(CellProbabilities.init(logProbabilities:)) }
    }

    private func decoded(_ format: ZoneFormat, _ cells: [[CellProbabilities]]) -> (lines: [String], part: DecodedPart) {
        let part = ZoneDecoder(format: format, cells: cells).decoded
        var lines = cells.map { $0.map { _ in "?" } }
        for (cell, character) in part.characters { lines[cell.line][cell.column] = character.description }
        return (lines.map { $0.joined() }, part)
    }

    @Test("clear cells are decoded to what they show, in every format")
    func clear() {
        let zones: [(ZoneFormat, [String])] = [
            (.td3, Self.eriksson),
            (.td1, ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]),
            (.td1, ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"]),
            (.td2, ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]),
            (.mrvA, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]),
            (.mrvB, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"]),
        ]
        for (format, lines) in zones {
            let result = decoded(format, cells(lines))
            #expect(result.lines == lines)
            #expect(result.part.logPosterior > log(0.98), "\(format)")
            #expect(Set(result.part.characters.map(\.cell)).count == format.lines * format.columns)
            #expect(result.part.characters.count == format.lines * format.columns)
        }
    }

    @Test("a check digit overrules a cell that looks more like another character")
    func overruled() {
        let result = decoded(.td3, cells(Self.eriksson, doubts: [(1, 5, "3", 0.9)]))
        #expect(result.lines == Self.eriksson)
        #expect(result.part.logPosterior > log(0.9))
    }

    @Test("two answers that no digit can tell apart share the posterior", arguments: [Float(0.5), 0.3])
    func shared(_ part: Float) {
        // B and L have the same value modulo 10.
        let result = decoded(.td3, cells(Self.eriksson, doubts: [(1, 0, "B", part)]))
        #expect(abs(result.part.logPosterior - log(Double(max(part, 1 - part)))) < 0.02)
    }

    @Test("each letter of a name is as sure as its cell, however many letters are in doubt")
    func leastSure() {
        let result = decoded(.td3, cells(Self.eriksson, doubts: [(0, 6, "P", 0.05), (0, 9, "X", 0.06), (0, 15, "M", 0.05)]))
        #expect(result.lines == Self.eriksson)
        #expect(abs(result.part.leastSure - log(0.94)) < 0.005)
        #expect(abs(result.part.logPosterior - log(0.95 * 0.94 * 0.95)) < 0.01)
    }

    @Test("cells that no digit can tell apart are as sure as all under digits together")
    func leastSureUnderDigits() {
        let result = decoded(.td3, cells(Self.eriksson, doubts: [(1, 0, "B", 0.1), (0, 6, "P", 0.05)]))
        #expect(abs(result.part.leastSureMixed - log(0.9)) < 0.005)
        #expect(abs(result.part.leastSure - log(0.95)) < 0.005)
    }

    @Test("two letters that change their values together are as sure as both readings, by fonts of every lean")
    func sureTogether() {
        let lines = ["I<AFGERIKSSON<<ANNA<<<<<<<<<<<<<<<<<", "70907HV<<3PRT0511221M3207154<<<<<<<8"]
        // 62 and 90 in 100 for the zeros each: nearly 94 in 100 together, if they were two doubts.
        let result = decoded(.td2, cells(lines, doubts: [(1, 1, "O", 0.38), (1, 3, "O", 0.1)]))
        #expect(result.lines == lines)
        #expect(abs(result.part.logPosterior - log(0.936)) < 0.003)
        var (zeros, letters) = (0.0, 0.0)
        for lean in FontLean.all {
            let parts = [log(0.62 / 0.38), log(0.9 / 0.1)].map { 1 / (1 + exp(lean.logOdds - $0)) }
            zeros += lean.prior * parts.reduce(1, *)
            letters += lean.prior * parts.reduce(1) { $0 * (1 - $1) }
        }
        #expect(abs(result.part.leastSureMixed - log(zeros / (zeros + letters))) < 0.003)
    }

    @Test("a cell that may hold a letter or a digit, and that no digit covers, is asked for more than one of letters")
    func uncovered() {
        let visa = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]
        let result = decoded(.mrvA, cells(visa, doubts: [(1, 33, "B", 0.05), (0, 6, "P", 0.03)]))
        #expect(result.lines == visa)
        #expect(abs(result.part.leastSureMixed - log(0.95)) < 0.005)
        #expect(abs(result.part.leastSure - log(0.97)) < 0.005)
    }

    @Test("letters O that a font draws like zeros are one doubt, however many they are")
    func oneFont() {
        let lines = ["AFCANBHO06M20J50S2RCSTCA<<<<<<", "3308187F2701219CAN<<<<<<<<<<<2", "CLEISKIZHEA<TRU<<CHYCKXIXPHIER"]
        // The digits hold for three letters O as well, of which two would have to look like zeros in 95 of 100 fonts each.
        let result = decoded(.td1, cells(lines, doubts: [(0, 7, "0", 0.8), (0, 8, "O", 0.05), (0, 12, "O", 0.05)]))
        #expect(result.lines == lines)
        #expect(result.part.logPosterior > log(0.99))
        #expect(result.part.leastSureMixed < log(0.9))
        // Those of another font show no doubt.
        let clear = decoded(.td1, cells(lines, doubts: [(0, 7, "0", 0.1)]))
        #expect(clear.lines == lines)
        #expect(clear.part.leastSureMixed > log(0.99))
    }

    @Test("the posterior of the checked cells is that of a count of all texts")
    func exact() {
        let doubts: [(line: Int, column: Int, other: Character, part: Float)] = [
            (1, 0, "C", 0.4), (1, 2, "5", 0.45), (1, 4, "6", 0.3), (1, 6, "7", 0.4), (1, 28, "2", 0.35), (1, 31, "7", 0.45),
            (1, 40, "K", 0.2),
            (1, 43, "3", 0.4),
        ]
        let cells = cells(Self.eriksson, doubts: doubts)
        let sequence = CheckedSequence(.td3, cells: cells)
        let part = sequence.decoded(cells)
        // All texts of the doubtful cells' two characters; the others are as good as certain.
        let shown = Self.eriksson.map { $0.utf8.compactMap(ZoneCharacter.init(ascii:)) }
        var (total, most) = (0.0, 0.0)
        for choice in 0..<(1 << doubts.count) {
            var text = shown
            for (index, doubt) in doubts.enumerated() where choice >> index & 1 == 1 {
                text[1][doubt.column] = doubt.other.asciiValue.flatMap(ZoneCharacter.init(ascii:)) ?? .filler
            }
            let holds = ZoneFormat.td3.checks.allSatisfy { check in
                let digit = text[check.cell.line][check.cell.column]
                return CheckDigit.value(of: check.cells.map { text[$0.line][$0.column] }) == (digit.digit ?? 0)
            }
            guard holds else { continue }
            let mass = sequence.steps.reduce(1.0) { $0 * cells[$1.cell.line][$1.cell.column][text[$1.cell.line][$1.cell.column]] }
            total += mass
            most = max(most, mass)
        }
        #expect(total > most && most > 0)
        #expect(abs(part.logPosterior - log(most / total)) < 0.02)
    }

    @Test("a name keeps its grammar", arguments: [(7, "4"), (14, "0"), (16, "<"), (30, "A")] as [(Int, Character)])
    func names(_ column: Int, _ other: Character) {
        let result = decoded(.td3, cells(Self.eriksson, doubts: [(0, column, other, 0.6)]))
        #expect(result.lines[0] == Self.eriksson[0] || column == 16)
        let name = result.lines[0].dropFirst(5)
        #expect(name.wholeMatch(of: /[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*/) != nil)
    }

    @Test("a State of the list is preferred, and another isn't impossible")
    func states() {
        #expect(decoded(.td3, cells(Self.eriksson, doubts: [(0, 2, "O", 0.9)])).lines[0].hasPrefix("P<UTO"))
        let clear = Self.eriksson.map { $0.replacing("UTO", with: "QQQ") }
        #expect(decoded(.td3, cells(clear)).lines[0].hasPrefix("P<QQQ"))
    }

    @Test(
        "dates that no calendar has are told from others",
        arguments: [
            ("740812", true), ("740230", false), ("760229", true), ("750229", false), ("000229", true), ("741301", false),
            ("740800", false),
            ("7408<<", true), ("74<<<<", true), ("<<<<<<", true), ("74<<12", true), ("7408<2", false), ("740431", false),
        ])
    func dates(_ date: String, _ has: Bool) {
        let lines = [Self.eriksson[0], "L898902C36UTO" + date + "2F1204159ZE184226B<<<<<10"]
        #expect(
            ZoneCalendar.has(.birthDate, of: .td3, in: lines.map { $0.utf8.compactMap(ZoneCharacter.init(ascii:)) }) == has)
    }
}
