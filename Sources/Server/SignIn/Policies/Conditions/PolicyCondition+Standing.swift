import Foundation
import PolicyMessages
import Primitives
import Sessions
import Directory
import Foundations

/// The facts that are known when a condition is looked at.
struct PolicyFacts: Sendable {
    let realm: Realm
    let session: UserSession?
    /// The user's address, as the resource server tells it.
    let address: String?
    let now: Date
}

/// The standing of a condition.
struct PolicyStanding: Sendable, Equatable {
    var isMet: Bool
    /// Whether it can be said at all: of what isn't known the opposite isn't met either.
    var isKnown = true
    /// The advice that would help where it isn't met.
    var advice = PolicyAdvice()
    /// The journey of a transaction that is all that is still missing.
    var transaction: String?

    static let met = PolicyStanding(isMet: true)
    static let unmet = PolicyStanding(isMet: false)

    /// The standing of the condition's negation. Of what isn't met and could be, no advice is left.
    var negated: PolicyStanding { PolicyStanding(isMet: !isMet && isKnown, isKnown: isKnown) }
}

extension PolicyCondition {
    /// Looks at the facts. An unknown fact counts against the user.
    func standing(_ facts: PolicyFacts) -> PolicyStanding {
        switch self {
        case .authLevel(let level):
            Self.standing((facts.session?.authLevel ?? -1) >= level, .level, "\(facts.realm.path):\(level)")
        case .journey(let name):
            Self.standing(facts.session?.hasPassed(name) == true, .service, "\(facts.realm.path):\(name)")
        case .sessionAge(let minutes):
            Self.standing(facts.session.map { Self.isYoung($0, minutes, facts.now) } == true, .session, "\(minutes)")
        case .transaction(let journey): PolicyStanding(isMet: false, transaction: journey)
        case .addresses(let ranges): Self.standing(facts.address, in: ranges)
        case .time(let window): PolicyStanding(isMet: window.contains(facts.now))
        case .all(let parts): Self.all(parts.map { $0.standing(facts) })
        case .any(let parts): Self.any(parts.map { $0.standing(facts) })
        case .not(let part): part.standing(facts).negated
        }
    }

    private static func standing(_ isMet: Bool, _ condition: PolicyAdvice.Condition, _ value: String) -> PolicyStanding {
        isMet ? .met : PolicyStanding(isMet: false, advice: PolicyAdvice(condition, value))
    }

    private static func standing(_ address: String?, in ranges: [AddressRange]) -> PolicyStanding {
        guard let address, AddressRange.isAddress(address) else { return PolicyStanding(isMet: false, isKnown: false) }
        return PolicyStanding(isMet: ranges.contains { $0.contains(address) })
    }

    private static func isYoung(_ session: UserSession, _ minutes: Int, _ now: Date) -> Bool {
        now.timeIntervalSince(session.created) <= TimeInterval(minutes) * 60
    }

    /// A transaction is only asked for when all else is met: it would be approved in vain.
    private static func all(_ parts: [PolicyStanding]) -> PolicyStanding {
        let missing = parts.filter { !$0.isMet && $0.transaction == nil }
        guard missing.isEmpty else {
            let isKnown = missing.contains(where: \.isKnown)
            return missing.reduce(into: PolicyStanding(isMet: false, isKnown: isKnown)) { $0.advice.add($1.advice) }
        }
        guard let pending = parts.first(where: { !$0.isMet }) else { return .met }
        return pending
    }

    private static func any(_ parts: [PolicyStanding]) -> PolicyStanding {
        if parts.contains(where: \.isMet) { return .met }
        return parts.reduce(into: PolicyStanding(isMet: false, isKnown: parts.allSatisfy(\.isKnown))) { standing, part in
            standing.advice.add(part.advice)
            standing.transaction = standing.transaction ?? part.transaction
        }
    }
}
