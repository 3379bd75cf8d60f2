package import Primitives
package import ResourceMessages

/// The least age of a user, in years. AM's files have a number, and older ones `false` for none.
package struct AgeLimit: SettingValue, Equatable {
    package static var form: SettingForm { .number(0...150) }
    /// The years; 0 for no limit.
    package let years: Int

    init(_ years: Int = 0) { self.years = years }

    package init?(setting json: JSONValue) {
        guard let years = json == false ? 0 : Int(setting: json), (0...150).contains(years) else { return nil }
        self.init(years)
    }

    package var setting: JSONValue { .integer(Int64(years)) }

    /// Whether a user who was born on a day is old enough on another. One whose day of birth isn't known is not.
    /// - Parameters:
    ///   - birth: the day of birth, as `1990-01-31`; nil where it isn't known.
    ///   - today: the day, in the same form.
    package func isReached(born birth: String?, on today: String) -> Bool {
        guard years > 0 else { return true }
        guard let birth, birth.utf8.count == 10, birth.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) }),
            let year = Int(birth.prefix(4))
        else { return false }
        return "\(year + years)\(birth.dropFirst(4))" <= today
    }
}
