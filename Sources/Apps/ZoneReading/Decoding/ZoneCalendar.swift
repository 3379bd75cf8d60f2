import IdentityDocuments
import Primitives

/// The dates that a zone can have.
enum ZoneCalendar {
    /// Tells if a field's YYMMDD is a date of some century. Unknown parts of a date are filled (Doc 9303-3 §4.8).
    static func has(_ field: ZoneField, of format: ZoneFormat, in lines: [[ZoneCharacter]]) -> Bool {
        guard let span = format.layout(of: field)?.span else { return true }
        let characters = span.columns.map { lines[span.line][$0] }
        let parts = stride(from: 0, to: 6, by: 2).map { number(characters[$0], characters[$0 + 1]) }
        guard let year = parts[0], let month = parts[1], let day = parts[2] else { return false }
        return has(year: year, month: month, day: day)
    }

    /// A number of two digits, or the unknown; nil for anything else.
    private static func number(_ tens: ZoneCharacter, _ ones: ZoneCharacter) -> Part? {
        if tens == .filler, ones == .filler { return .unknown }
        guard let tens = tens.digit, let ones = ones.digit else { return nil }
        return .known(tens * 10 + ones)
    }

    private enum Part {
        case unknown
        case known(Int)
    }

    private static func has(year: Part, month: Part, day: Part) -> Bool {
        guard case .known(let month) = month else {
            if case .known(let day) = day { return 1...31 ~= day }
            return true
        }
        guard 1...12 ~= month else { return false }
        guard case .known(let day) = day else { return true }
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard case .known(let year) = year, month == 2, year % 4 != 0 else { return 1...days ~= day }
        return 1...28 ~= day
    }
}
