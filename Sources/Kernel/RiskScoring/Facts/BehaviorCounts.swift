import Primitives
import RiskSignals

/// The successful sign-ins of a user, or of all users, in the last 90 days, and how many of them were like this one.
public struct BehaviorCounts: Sendable, Equatable {
    /// A feature in which sign-ins are alike.
    public enum Feature: String, Sendable, CaseIterable {
        /// The same four hours of the day (UTC), the same day of the week (UTC).
        case hours = "HOURS", weekday = "WEEKDAY"
        /// The same system, the same browser or app.
        case system = "OS", browser = "BROWSER"
        /// The same country, the same application.
        case country = "COUNTRY", application = "APPLICATION"
    }

    /// The number of sign-ins.
    public var total: Int
    /// The number of those that are alike, by feature; a feature that isn't known of this sign-in is left out.
    public var alike: [Feature: Int]

    /// Makes counts of their members, which are taken unchecked.
    public init(total: Int, alike: [Feature: Int]) {
        self.total = total
        self.alike = alike
    }

    var json: JSONValue {
        var object: JSONObject = ["total": .integer(Int64(total))]
        for feature in Feature.allCases { object[feature.rawValue] = alike[feature].map { .integer(Int64($0)) } }
        return .object(object)
    }

    init(_ members: RiskMembers) throws(RiskError) {
        total = try members.integer("total", in: 0...RiskFacts.most)
        alike = [:]
        for feature in Feature.allCases { alike[feature] = try members.optionalInteger(feature.rawValue, in: 0...total) }
    }
}
