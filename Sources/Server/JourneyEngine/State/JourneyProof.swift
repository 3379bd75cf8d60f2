package import Foundation
package import Primitives

/// The proof of who the user of a run is.
package enum JourneyProof: Sendable, Equatable {
    /// Something that the user knew, had or received in this run.
    case fresh
    /// The session that the run began with, whose user proved it at that time.
    case session(since: Date)
    /// A cookie that an earlier login left, when the user proved it at that time.
    case cookie(since: Date)

    /// The time when the user proved who they are; nil for in this run.
    package var since: Date? {
        switch self {
        case .fresh: nil
        case .session(let date), .cookie(let date): date
        }
    }
}

extension JourneyProof {
    /// The sealed form; nil for a fresh proof, which needs none.
    package var json: JSONValue? {
        switch self {
        case .fresh: nil
        case .session(let date): [.string("s"), .number(date.timeIntervalSince1970)]
        case .cookie(let date): [.string("c"), .number(date.timeIntervalSince1970)]
        }
    }

    /// Reads ``json``.
    package init?(json: JSONValue) {
        guard let parts = json.array, parts.count == 2, let seconds = parts[1].number else { return nil }
        let date = Date(timeIntervalSince1970: seconds)
        switch parts[0].string {
        case "s": self = .session(since: date)
        case "c": self = .cookie(since: date)
        default: return nil
        }
    }
}
