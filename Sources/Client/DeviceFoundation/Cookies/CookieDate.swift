import Foundation
import Primitives

/// A date as servers write it in `Expires`, read as leniently as RFC 6265 §5.1.1 asks.
struct CookieDate {
    let date: Date

    init?(_ text: String) {
        var (time, day, month, year) = ([Int]?.none, Int?.none, Int?.none, Int?.none)
        for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
            // Each token is the first of these that it can be and that there is none of yet; what it says is judged afterwards.
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let number = Self.number(token, of: 1...2) {
                day = number
            } else if month == nil, let index = Self.month(token) {
                month = index
            } else if year == nil, let number = Self.number(token, of: 2...4) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let time, let day, let month, let year, year >= 1601, time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
        let components = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month, day: day, hour: time[0],
            minute: time[1], second: time[2])
        guard components.isValidDate, let date = components.date else { return nil }
        self.date = date
    }

    private typealias Token = Substring.UTF8View

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Three numbers with colons between, and perhaps something behind that isn't a digit.
    private static func time(_ token: Token) -> [Int]? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = Int(decimal: parts[0], in: 0...99, leadingZeros: true), parts[0].count <= 2,
            let minute = Int(decimal: parts[1], in: 0...99, leadingZeros: true), parts[1].count <= 2,
            let second = number(parts[2], of: 1...2)
        else { return nil }
        return [hour, minute, second]
    }

    /// A number of so many digits, and perhaps something behind that isn't a digit.
    private static func number(_ token: Token, of digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix { 0x30...0x39 ~= $0 }
        return digits.contains(number.count) ? Int(decimal: number, leadingZeros: true) : nil
    }

    /// The number of the month whose name begins as the token does.
    private static func month(_ token: Token) -> Int? {
        months.firstIndex { token.count >= 3 && token.prefix(3).map { $0 | 0x20 } == Array($0.utf8) }.map { $0 + 1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
