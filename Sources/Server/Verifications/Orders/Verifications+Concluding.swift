import Directory
import Foundation
import Foundations
import Primitives
import Store
import VerifiableClaims
import VerificationMessages

extension Verifications {
    /// The outcome of a check.
    struct Outcome: Sendable {
        let check: VerificationCheck
        let result: CheckResult
        let details: StoredCheck.Details
    }

    /// The end of an order.
    struct Conclusion: Sendable {
        let outcomes: [Outcome]
        /// The cards of the submission.
        let cards: [StoredCard]
        /// The data that this server has read on them; empty for a provider outside.
        var readings: [IdentityCardType: CardReading] = [:]
        /// The hash of a provider's answer; nil for this server's.
        var answer: [UInt8]?
    }

    /// Takes the outcomes of an order, and sets the state that follows.
    func conclude(_ order: StoredOrder, _ end: Conclusion, at site: VerificationSite) async throws {
        let (now, retention) = (time.now, site.settings.verificationRetention)
        let known = try await database.lookUp { [self] in try openTransaction(of: order, in: $0) }
        // Claims are signed before the transaction that keeps them, if it approves.
        let claims = try await known.asyncMap { try await issue(end.cards, end.readings, of: $0, at: site) } ?? ([], now)
        let isNew = try await database.write { [self] transaction -> Bool in
            guard let current = try StoredOrder.find(order.id, realm: order.realm, in: transaction), current.answer == nil,
                let stored = try openTransaction(of: order, in: transaction)
            else { return false }
            if let answer = end.answer { try order.close(answer, in: transaction) } else { try order.remove(in: transaction) }
            for (type, reading) in end.readings { try StoredCard.keep(reading, of: type, stored, sealer: sealer, in: transaction) }
            try put(end.outcomes, of: stored, in: transaction)
            if end.answer == nil { try orderOutside(of: stored, at: now, in: transaction) }
            return try settle(stored, claims, at: now, retention: retention, in: transaction)
        }
        if isNew { bell.ring(order.verification, in: site.realm) }
    }

    /// Writes results of checks, with the check by an administrator that a policy wants where a document's isn't positive.
    private func put(_ outcomes: [Outcome], of stored: StoredVerification, in transaction: any WriteTransaction) throws {
        let checks = try StoredCheck.all(of: stored, in: transaction)
        for outcome in outcomes {
            guard var finding = checks.first(where: { $0.check == outcome.check && $0.result == .pending })?.finding else { continue }
            finding.result = outcome.result
            if let manual = CheckPlan.stepUp(from: finding, stored.policy) {
                try StoredCheck.put(manual, of: stored, sealer: sealer, in: transaction)
                // The administrator's word counts in its place.
                finding.isRequired = false
            }
            try StoredCheck.put(finding, outcome.details, of: stored, sealer: sealer, in: transaction)
        }
    }

    /// Puts the order for the provider outside into the queue, once this server has read the cards.
    private func orderOutside(of stored: StoredVerification, at now: Date, in transaction: any WriteTransaction) throws {
        let pending = try StoredCheck.all(of: stored, in: transaction).filter {
            $0.result == .pending && !$0.provider.isExactly(BuiltInProvider.id) && !$0.provider.isExactly(CheckPlan.administrators)
        }
        for (provider, checks) in Dictionary(grouping: pending, by: \.provider) {
            let draft = StoredOrder.Draft(provider: provider, checks: checks.map(\.check))
            try StoredOrder.put(draft, of: stored, at: now, in: transaction)
        }
    }

    /// Sets the state that follows from the checks (`docs/protocols/verify.md` 7.1).
    /// - Returns: whether it is another than before.
    private func settle(
        _ stored: StoredVerification, _ claims: (claims: [SDJWT], expires: Date), at now: Date, retention: Int,
        in transaction: any WriteTransaction
    ) throws -> Bool {
        let findings = try StoredCheck.all(of: stored, in: transaction).map(\.finding)
        let status = VerificationStatus(of: findings)
        guard !status.isFinal else {
            if status == .success {
                let isVerified = findings.contains { $0.check == .documentAuthentication && $0.result == .pass }
                try keepResult(of: stored, claims: isVerified ? claims.claims : [], in: transaction)
                if isVerified { try EarlierClaims.keep(claims.claims, of: stored, until: claims.expires, in: transaction) }
            }
            try self.end(stored, as: status, at: now, retention: retention, in: transaction)
            return true
        }
        // Nothing but an administrator is waited for.
        let waits = findings.allSatisfy { $0.result != .pending || $0.provider.isExactly(CheckPlan.administrators) }
        try stored.set(status, waits: waits, at: now, retention: retention, in: transaction)
        return status != stored.status
    }

    /// Ends a transaction by its checks, or since its time is over.
    func end(
        _ stored: StoredVerification, as status: VerificationStatus, at now: Date, retention: Int, in transaction: any WriteTransaction
    ) throws {
        try stored.set(status, at: now, retention: retention, in: transaction)
        try StoredOrder.cancel(of: stored, in: transaction)
        try VerifyStatuses.note(status, of: stored, in: transaction)
        try audit.append(
            .verificationCompleted, ["transaction": .string(stored.id.text), "status": .string(status.rawValue)], at: now,
            realm: stored.realm, user: stored.user, in: transaction)
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value>(_ change: (Wrapped) async throws -> Value) async rethrows -> Value? {
        if let self { try await change(self) } else { nil }
    }
}
