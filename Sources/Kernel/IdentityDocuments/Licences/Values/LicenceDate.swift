import Primitives

/// A date as a licence has it: MMDDCCYY in the United States, CCYYMMDD in Canada and in version 01.
///
/// The two can't be confused: CCYYMMDD begins with 18 to 21, which is no month.
struct LicenceDate {
    /// The day; nil for one that the calendar doesn't have.
    let date: CalendarDate?
    /// Whether the year comes first.
    let isYearFirst: Bool
    /// Whether the digits are separated by `/`, `-` or `.`.
    let hasSeparators: Bool
    /// Whether characters follow the eight digits.
    let hasMore: Bool
    /// Whether all digits are zeros, as where there is no date.
    let isZero: Bool

    /// Reads eight digits, perhaps with separators between them and characters behind; nil for anything else.
    init?(_ text: String) {
        var (digits, rest, separators) = ([Int](), text.utf8[...], 0)
        while digits.count < 8, let byte = rest.popFirst() {
            switch byte {
            case 0x30...0x39: digits.append(Int(byte) - 0x30)
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."):
                separators += 1
                guard separators <= 2 else { return nil }
            default: return nil
            }
        }
        guard digits.count == 8 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        hasSeparators = separators > 0
        hasMore = !rest.isEmpty
        isZero = digits.allSatisfy { $0 == 0 }
        isYearFirst = 18...21 ~= number(0..<2)
        date =
            isYearFirst
            ? CalendarDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
            : CalendarDate(year: number(4..<8), month: number(0..<2), day: number(2..<4))
    }

    /// The eight digits of a date in one of the two orders.
    static func text(_ date: CalendarDate, yearFirst: Bool) -> String {
        let (year, month, day) = (padded(date.year, 4), padded(date.month, 2), padded(date.day, 2))
        return yearFirst ? year + month + day : month + day + year
    }
}
