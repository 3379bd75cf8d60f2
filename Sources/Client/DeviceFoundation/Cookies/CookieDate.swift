import Foundation
import Primitives

/// A date as servers write it in `Expires`, read as leniently as RFC 6265 §5.1.1 asks.
struct CookieDate {
    let date: Date

    init?(_ text: String) {
        var time: [Int]?
        var day, month, year: Int?
        for token in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == ":") }) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, token.count <= 2, let number = Int(token) {
                day = number
            } else if month == nil, let index = Self.months.firstIndex(of: token.prefix(3).lowercased()) {
                month = index + 1
            } else if year == nil, (2...4).contains(token.count), let number = Int(token) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let time, let day, let month, let year, (1...31).contains(day), year >= 1601 else { return nil }
        let components = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month, day: day, hour: time[0],
            minute: time[1], second: time[2])
        guard let date = components.date else { return nil }
        self.date = date
    }

    private static func time(_ token: Substring) -> [Int]? {
        let parts = token.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
        return parts
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
