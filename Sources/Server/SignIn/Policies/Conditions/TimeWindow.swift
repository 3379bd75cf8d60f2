package import Foundation
import Primitives

/// Hours of the day on some days of the week, at some place.
package struct TimeWindow: Sendable, Equatable {
    /// Minutes since midnight. From the first, up to but without the second; when that isn't later, over midnight.
    package var from: Int
    /// The end in minutes since midnight; that minute is outside.
    package var to: Int
    /// The days on which it begins: 1 is Sunday, as in Foundation.
    package var days: Set<Int>
    /// The name of the time zone.
    package var zone: String

    /// The names of the days in policy files, Sunday first.
    package static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Whether a time is in it.
    package func contains(_ now: Date) -> Bool {
        guard let zone = TimeZone(identifier: zone) else { return false }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute, .weekday], from: now)
        guard let hour = parts.hour, let minute = parts.minute, let today = parts.weekday else { return false }
        let time = hour * 60 + minute
        if from < to { return (from..<to).contains(time) && days.contains(today) }
        let yesterday = today == 1 ? 7 : today - 1
        return time >= from ? days.contains(today) : time < to && days.contains(yesterday)
    }

    /// Reads `08:30`; nil for anything else. `24:00` is the end of the day.
    static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 24 * 60
        else { return nil }
        return hour * 60 + minute
    }

    static func text(_ minutes: Int) -> String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}
