import Foundation
import IdentityDocuments
import Primitives

extension Date {
    /// The day at Greenwich; nil beyond the years that documents have.
    var calendarDate: CalendarDate? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: self)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// The bytes of the day, such as `2031-03-15`, in whose order days are.
    var utcDay: [UInt8] { Array((calendarDate?.description ?? "").utf8) }
}
