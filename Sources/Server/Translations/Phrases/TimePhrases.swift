/// The phrases about how long ago something was, in one language.
package struct TimePhrases: Sendable, Decodable {
    /// “just now”
    package let now: String
    /// “{n} minutes ago”
    package let minutes: Plural
    /// “{n} hours ago”
    package let hours: Plural
    /// “{n} days ago”
    package let days: Plural
    /// “{n} months ago”
    package let months: Plural
    /// “{n} years ago”
    package let years: Plural
}
