import Foundation
import Primitives

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

/// The phrases about how long ago something was, in one language; `{n}` stands for the number.
struct TimePhrases: Sendable {
    /// A phrase for 1 and one for other numbers.
    struct Ago: Sendable {
        let one: String
        let many: String

        init(_ one: String, _ many: String) {
            self.one = one
            self.many = many
        }

        func callAsFunction(_ count: Int) -> String { (count == 1 ? one : many).replacing("{n}", with: String(count)) }
    }

    let now: String
    let minutes: Ago
    let hours: Ago
    let days: Ago
    let months: Ago
    let years: Ago

    static let english = TimePhrases(
        now: "just now", minutes: Ago("1 minute ago", "{n} minutes ago"), hours: Ago("1 hour ago", "{n} hours ago"),
        days: Ago("yesterday", "{n} days ago"), months: Ago("1 month ago", "{n} months ago"), years: Ago("1 year ago", "{n} years ago"))

    static let german = TimePhrases(
        now: "gerade eben", minutes: Ago("vor 1 Minute", "vor {n} Minuten"), hours: Ago("vor 1 Stunde", "vor {n} Stunden"),
        days: Ago("gestern", "vor {n} Tagen"), months: Ago("vor 1 Monat", "vor {n} Monaten"), years: Ago("vor 1 Jahr", "vor {n} Jahren"))

    static let french = TimePhrases(
        now: "à l’instant", minutes: Ago("il y a 1 minute", "il y a {n} minutes"), hours: Ago("il y a 1 heure", "il y a {n} heures"),
        days: Ago("hier", "il y a {n} jours"), months: Ago("il y a 1 mois", "il y a {n} mois"), years: Ago("il y a 1 an", "il y a {n} ans"))
}
