/// A date of a zone. Parts that the document doesn't know are nil.
public struct ZoneDate: Sendable, Hashable, CustomStringConvertible {
    /// The year with its century.
    public let year: Int?
    /// The month, 1-12.
    public let month: Int?
    /// The day of the month.
    public let day: Int?

    /// A date of its known parts; nil when they are on no calendar.
    public init?(year: Int?, month: Int?, day: Int?) {
        guard CalendarDate(year: year ?? 2000, month: month ?? 1, day: day ?? 1) != nil else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// A date of which all is known.
    public init(_ date: CalendarDate) {
        year = date.year
        month = date.month
        day = date.day
    }

    /// The day; nil when a part isn't known.
    public var date: CalendarDate? {
        guard let year, let month, let day else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// The known parts, as ISO 8601 writes them: `1974-08-12`, `1974-08`, `1974`; `XX` for a part that isn't known before one that is.
    public var description: String {
        let parts = [year.map { padded($0, 4) }, month.map { padded($0, 2) }, day.map { padded($0, 2) }]
        let known = parts.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
        return parts.enumerated().prefix(known).map { $0.element ?? ($0.offset == 0 ? "XXXX" : "XX") }.joined(separator: "-")
    }

    /// The rule by which a date's century is found.
    enum Century {
        /// The last century with which the date isn't after today. A person of a hundred years is read as a child.
        case past
        /// The century with which the date is 20 years past to 50 years ahead.
        case near
    }

    /// Reads YYMMDD, with fillers for parts that aren't known; nil for a date that the calendar doesn't have.
    init?(_ characters: [ZoneCharacter], century: Century, today: CalendarDate) {
        let parts = [0, 2, 4].map { Self.part(characters.dropFirst($0).prefix(2)) }
        guard characters.count == 6, !parts.contains(.unreadable) else { return nil }
        let (short, month, day) = (parts[0].number, parts[1].number, parts[2].number)
        let year = short.map { Self.year($0, month, day, century, today) }
        guard CalendarDate(year: year ?? 2000, month: month ?? 1, day: day ?? 1) != nil else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private enum Part: Equatable {
        case known(Int), unknown, unreadable

        var number: Int? { if case .known(let number) = self { number } else { nil } }
    }

    private static func part(_ characters: ArraySlice<ZoneCharacter>) -> Part {
        if characters.allSatisfy({ $0 == .filler }) { return .unknown }
        let digits = characters.compactMap(\.digit)
        return digits.count == 2 ? .known(digits[0] * 10 + digits[1]) : .unreadable
    }

    private static func year(_ short: Int, _ month: Int?, _ day: Int?, _ century: Century, _ today: CalendarDate) -> Int {
        let year = today.year / 100 * 100 + short
        switch century {
        case .past: return (year, month ?? 1, day ?? 1) > (today.year, today.month, today.day) ? year - 100 : year
        case .near:
            let years = [year, year - 100, year + 100]
            return years.first { isNear($0, today) } ?? years.min { abs($0 - today.year) < abs($1 - today.year) } ?? year
        }
    }

    /// Whether a year is within 20 years past and 50 years ahead.
    static func isNear(_ year: Int, _ today: CalendarDate) -> Bool { -20...50 ~= year - today.year }
}
