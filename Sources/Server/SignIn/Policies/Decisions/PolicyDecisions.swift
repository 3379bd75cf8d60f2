import Foundation
package import PolicyMessages
package import Primitives
package import Store
package import Sessions
package import Foundations
package import Directory

/// Decides by a realm's policies (`docs/protocols/step-protocol.md` 10.5). An action that no policy allows is denied.
package struct PolicyDecisions: Sendable {
    package let database: any Database
    /// The policy sets to decide by.
    package let policies: PolicyLibrary
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(database: any Database, policies: PolicyLibrary, audit: AuditLog, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.policies = policies
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The number of transactions of a request that are looked at.
    private static let mostTransactions = 4

    /// A function that tells how it stands with a policy once its transaction is looked at.
    private typealias Transact = (Transactions.Access, PolicyStanding) async throws -> PolicyStanding

    /// A decision for each resource of a request, in its order.
    ///
    /// A transaction that a policy asks for is created here, and used up here by the first decision that it allows.
    /// - Parameter session: the living session of the subject, in this realm; nil without one.
    /// - Throws: `unknownPolicySet`; `invalid` for a resource that can't be one.
    package func decide(_ request: PolicyRequest, for session: UserSession?, in realm: Realm) async throws -> [PolicyDecision] {
        let facts = facts(request, session, realm)
        let transactions = Array((request.environment[PolicyRequest.transaction] ?? []).prefix(Self.mostTransactions))
        let trials = try await decide(request, facts, explaining: false) { access, standing in
            try await transact(access, standing, transactions, facts)
        }
        return trials.map(\.decision)
    }

    /// The same for trying policies out, with any session: nothing is changed, and of a transaction only its journey is told. Each decision
    /// comes with the part of each policy in it.
    package func preview(_ request: PolicyRequest, for session: UserSession?, in realm: Realm) async throws -> [PolicyTrial] {
        try await decide(request, facts(request, session, realm), explaining: true) { access, standing in
            var standing = standing
            standing.advice.add(.transaction, "approved by the journey \(access.journey)")
            return standing
        }
    }

    private func facts(_ request: PolicyRequest, _ session: UserSession?, _ realm: Realm) -> PolicyFacts {
        PolicyFacts(realm: realm, session: session, address: request.environment[PolicyRequest.address]?.first, now: time.now)
    }

    private func decide(
        _ request: PolicyRequest, _ facts: PolicyFacts, explaining: Bool, _ transact: Transact
    ) async throws -> [PolicyTrial] {
        guard let set = try await policies.set(request.application, in: facts.realm.id) else {
            throw DomainError(.unknownPolicySet, "there is no policy set \(request.application.prefix(64)) in realm \(facts.realm.path)")
        }
        var trials: [PolicyTrial] = []
        for resource in request.resources {
            var trial = PolicyTrial(decision: try await decide(resource, set, facts, transact))
            if explaining, let name = ResourceName(resource) { trial.reasons = set.policies.map { $0.reason(about: name, facts) } }
            trials.append(trial)
        }
        return trials
    }

    private func decide(
        _ resource: String, _ set: PolicySet, _ facts: PolicyFacts, _ transact: Transact
    ) async throws -> PolicyDecision {
        guard let name = ResourceName(resource) else {
            throw DomainError(.invalid, "the resource \(resource.prefix(100)) has characters that none has, or is too long")
        }
        var decision = PolicyDecision(resource: resource, ttl: PolicyDecision.forever)
        for policy in set.policies where policy.absence(about: name, facts.session) == nil {
            if policy.condition != nil { decision.ttl = 0 }
            var standing = policy.condition?.standing(facts) ?? .met
            if !standing.isMet, let journey = standing.transaction, let session = facts.session {
                let access = Transactions.Access(
                    session: session, policySet: set.name, policy: policy.name, resource: name.text, journey: journey)
                standing = try await transact(access, standing)
            }
            if standing.isMet { decision.grant(policy) } else { decision.advices.add(standing.advice) }
        }
        return decision
    }
}

extension PolicyDecisions {
    /// Uses one of the transactions up, or asks for a new one.
    private func transact(
        _ access: Transactions.Access, _ standing: PolicyStanding, _ transactions: [String], _ facts: PolicyFacts
    ) async throws -> PolicyStanding {
        let (id, now) = (random.uuid().text, facts.now)
        let expires = now.addingTimeInterval(TimeInterval(facts.realm.settings[JourneySettings.self].transactionLifetime))
        return try await database.write { transaction in
            // The session may have ended since it was read.
            guard try SessionRegistry.living(handle: access.session.handle, realm: access.session.realm, at: now, in: transaction) != nil
            else { return .unmet }
            for id in transactions where try Transactions.use(id.lowercased(), for: access, at: now, in: transaction) {
                try record(.transactionUsed, id, access, facts, in: transaction)
                return .met
            }
            if let refused = transactions.first { try record(.transactionRefused, refused, access, facts, in: transaction) }
            try Transactions.create(id, access, at: now, expires: expires, in: transaction)
            var pending = standing
            pending.advice.add(.transaction, id)
            return pending
        }
    }

    private func record(
        _ kind: AuditEvent.Kind, _ id: String, _ access: Transactions.Access, _ facts: PolicyFacts, in transaction: any WriteTransaction
    ) throws {
        var event = AuditEvent(
            kind, kind == .transactionUsed ? .success : .failure, at: facts.now, realm: facts.realm.path.description,
            user: access.session.user.text, session: access.session.handle)
        event.details = [
            "transaction": .string(String(id.prefix(64))), "policySet": .string(access.policySet), "policy": .string(access.policy),
        ]
        try audit.append(event, in: transaction)
    }
}

extension PolicyDecision {
    /// Adds what a policy grants. One that denies an action prevails.
    fileprivate mutating func grant(_ policy: Policy) {
        for (action, isAllowed) in policy.actions { actions[action] = isAllowed && actions[action] != false }
        for (name, values) in policy.attributes { attributes[name, default: []] += values }
    }
}
