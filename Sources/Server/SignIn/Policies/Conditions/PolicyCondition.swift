package import Primitives
import Foundations

/// A condition that must be met, besides who the user is, before a policy grants.
package indirect enum PolicyCondition: Sendable, Equatable {
    /// The session has at least this authentication level.
    case authLevel(Int)
    /// The session, or one that it was upgraded from, was made by this journey.
    case journey(String)
    /// The user approves each access by this journey; it is good for one.
    case transaction(String)
    /// The user has proved who they are within so many minutes.
    case sessionAge(Int)
    /// The user's address, as the resource server tells it, is in one of these ranges.
    case addresses([AddressRange])
    /// It is within these hours.
    case time(TimeWindow)
    case all([PolicyCondition])
    case any([PolicyCondition])
    case not(PolicyCondition)

    /// The transactions in it, however deep.
    var transactions: [String] {
        switch self {
        case .transaction(let journey): [journey]
        case .all(let parts), .any(let parts): parts.flatMap(\.transactions)
        case .not(let part): part.transactions
        case .authLevel, .journey, .sessionAge, .addresses, .time: []
        }
    }

    /// The journeys that it sends a user to, however deep.
    package var journeys: [String] {
        switch self {
        case .journey(let name), .transaction(let name): [name]
        case .all(let parts), .any(let parts): parts.flatMap(\.journeys)
        case .not, .authLevel, .sessionAge, .addresses, .time: []
        }
    }
}
