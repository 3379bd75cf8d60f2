/// The phrases about how long ago something was, in one language.
package struct TimePhrases: Sendable, Decodable {
    package let now: String
    package let minutes: Plural
    package let hours: Plural
    package let days: Plural
    package let months: Plural
    package let years: Plural
}
