import IdentityDocuments
import Primitives
import Testing

/// The specimens of Doc 9303, and one with a long document number.
struct ZoneSpecimen: Sendable, CustomTestStringConvertible {
    let name: String
    let format: ZoneFormat
    let lines: [String]
    let fields: [ZoneField: String]
    let birthDate: String
    let expiryDate: String

    var testDescription: String { name }
    var text: [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    static let today = [CalendarDate(year: 2026, month: 11, day: 28)].compactMap(\.self)[0]

    /// The code of a nationality that isn't known; lint takes it for a note when it stands alone.
    private static let unknown = "XX" + "X"

    private static func fields(
        _ code: String, number: String, nationality: String, sex: String = "F", optional: String = ""
    ) -> [ZoneField: String] {
        [
            .documentCode: code, .issuingState: "UTO", .documentNumber: number, .nationality: nationality, .sex: sex,
            .optionalData: optional,
            .name: "ERIKSSON  ANNA MARIA",
        ]
    }

    static let all = [
        ZoneSpecimen(
            name: "TD3", format: .td3,
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
            fields: fields("P", number: "L898902C3", nationality: "UTO", optional: "ZE184226B"), birthDate: "1974-08-12",
            expiryDate: "2012-04-15"),
        ZoneSpecimen(
            name: "TD1", format: .td1,
            lines: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
            fields: fields("I", number: "D23145890", nationality: "UTO"), birthDate: "1974-08-12", expiryDate: "2012-04-15"),
        ZoneSpecimen(
            name: "TD2", format: .td2, lines: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
            fields: fields("I", number: "D23145890", nationality: "UTO"), birthDate: "1974-08-12", expiryDate: "2012-04-15"),
        ZoneSpecimen(
            name: "MRV-A", format: .mrvA,
            lines: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"],
            fields: fields("V", number: "L8988901C", nationality: unknown, optional: "6ZE184226B"), birthDate: "1940-09-07",
            expiryDate: "1996-12-10"),
        ZoneSpecimen(
            name: "MRV-B", format: .mrvB, lines: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"],
            fields: fields("V", number: "L8988901C", nationality: unknown), birthDate: "1940-09-07", expiryDate: "1996-12-10"),
        ZoneSpecimen(
            name: "TD1, long number", format: .td1,
            lines: ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"],
            fields: [
                .documentCode: "I", .issuingState: "UTO", .documentNumber: "D23145890734", .nationality: "UTO", .sex: "M",
                .optionalData: "",
                .name: "STEVENSON  PETER JOHN",
            ], birthDate: "1934-07-12", expiryDate: "1995-07-12"),
    ]

    static func named(_ name: String) -> ZoneSpecimen? { all.first { $0.name == name } }
}

extension MachineReadableZone {
    init(_ lines: [String]) throws { try self.init(parsing: Array(lines.joined(separator: "\n").utf8), today: ZoneSpecimen.today) }

    var kinds: Set<ZoneFinding.Kind> { Set(findings.map(\.kind)) }
}

/// Lines with one character in place of another; line and column count from 0.
func changed(_ lines: [String], _ changes: (line: Int, column: Int, character: Character)...) -> [String] {
    var rows = lines.map { Array($0) }
    for change in changes { rows[change.line][change.column] = change.character }
    return rows.map { String($0) }
}

/// The cells of lines, each with one candidate; and others at some places, which are likelier or less likely than it.
func seenCells(
    _ lines: [String], _ others: (line: Int, column: Int, character: Character, logProbability: Double)...
) -> [[[ZoneCandidate]]] {
    var cells = lines.map { line in line.utf8.compactMap(ZoneCharacter.init(ascii:)).map { [ZoneCandidate($0, logProbability: -0.5)] } }
    for other in others {
        guard let byte = other.character.asciiValue, let character = ZoneCharacter(ascii: byte) else { continue }
        cells[other.line][other.column].append(ZoneCandidate(character, logProbability: other.logProbability))
    }
    return cells
}
