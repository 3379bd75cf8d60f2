package import PolicyMessages
import Sessions
package import Primitives
package import ResourceMessages

/// A decision that was tried, with the part of each policy of the set in it.
package struct PolicyTrial: Sendable, Equatable {
    package let decision: PolicyDecision
    /// One for each policy, in the order of the set.
    package internal(set) var reasons: [PolicyReason] = []

    init(decision: PolicyDecision) { self.decision = decision }

    /// The decision's wire form with a member `reasons`.
    package var json: JSONValue {
        guard var object = decision.json.object else { return decision.json }
        object["reasons"] = .array(reasons.map(\.json))
        return .object(object)
    }
}

/// The part of a policy in a decision.
package struct PolicyReason: Sendable, Equatable {
    /// The reasons for which a policy counted, or didn't.
    package enum Outcome: String, Sendable, CaseIterable {
        /// Its actions are in the decision.
        case counted
        /// It is switched off.
        case inactive
        /// None of its patterns matches the resource.
        case otherResource
        /// The session's user isn't among those it is for, or there is no session.
        case otherSubject
        /// Its condition isn't met.
        case conditionNotMet
    }

    /// The name of the policy.
    package let policy: String
    package let outcome: Outcome
    /// The parts of its condition that aren't met, in words.
    package let missing: [String]

    init(policy: String, outcome: Outcome, missing: [String] = []) {
        self.policy = policy
        self.outcome = outcome
        self.missing = missing
    }

    package var json: JSONValue {
        [
            "policy": .string(policy), "outcome": .string(outcome.rawValue), "missing": .array(missing.map { .string($0) }),
        ]
    }

    /// The shape of ``json``.
    package static let shape: Shape = .object(
        ObjectShape(
            name: "PolicyReason",
            members: [
                .init(name: "policy", shape: .text, presence: .readOnly),
                .init(name: "outcome", shape: .choice(Outcome.allCases.map(\.rawValue)), presence: .readOnly),
                .init(name: "missing", shape: .list(.text), presence: .readOnly),
            ]))
}

extension Policy {
    /// The reason for which the policy has no part in a decision; nil when its condition decides.
    func absence(about resource: ResourceName, _ session: UserSession?) -> PolicyReason.Outcome? {
        guard isActive else { return .inactive }
        guard isAbout(resource) else { return .otherResource }
        return subject.includes(session) ? nil : .otherSubject
    }

    /// The policy's part in a decision. A transaction counts as missing: a trial begins none.
    func reason(about resource: ResourceName, _ facts: PolicyFacts) -> PolicyReason {
        if let absence = absence(about: resource, facts.session) { return PolicyReason(policy: name, outcome: absence) }
        let missing = condition?.missing(facts) ?? []
        return PolicyReason(policy: name, outcome: missing.isEmpty ? .counted : .conditionNotMet, missing: missing)
    }
}
