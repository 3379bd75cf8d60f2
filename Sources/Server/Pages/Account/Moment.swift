import Foundation
import Primitives
import Translations

/// A past moment as pages show it: how long ago it was, and exactly.
struct Moment {
    /// The words, such as `5 minutes ago`.
    let ago: String
    /// The date and time in UTC, to the second.
    let exact: String
    /// The same for programs (HTML, `time`).
    let machine: String

    init(_ date: Date, before now: Date, _ phrases: Phrases) {
        exact = date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
        machine = date.formatted(.iso8601)
        ago = Self.words(Int(max(0, now.timeIntervalSince(date))), phrases.account.times)
    }

    private static func words(_ seconds: Int, _ times: TimePhrases) -> String {
        switch seconds {
        case ..<60: times.now
        case ..<3_600: times.minutes(seconds / 60)
        case ..<86_400: times.hours(seconds / 3_600)
        case ..<(60 * 86_400): times.days(seconds / 86_400)
        case ..<(730 * 86_400): times.months(seconds / (30 * 86_400))
        default: times.years(seconds / (365 * 86_400))
        }
    }
}
