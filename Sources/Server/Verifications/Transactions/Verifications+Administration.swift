import Directory
package import Foundation
import Foundations
package import Primitives
import ResourceMessages
import Store
package import VerificationMessages

extension Verifications {
    /// The number of transactions that a list has at most.
    package static let mostListed = 100

    /// Makes a transaction, and returns it with its code, which is told this once.
    ///
    /// - Parameters:
    ///   - asker: who asks for it. Users who do have ``mostByUserAndDay``.
    ///   - change: changes the policy for this transaction.
    /// - Throws: `invalid` for a policy that there isn't; `unknownUser`; `notPermitted` for a user whose verification is switched off, and in a
    ///   realm without verifications; `conflict` for a user who has asked for too many.
    package func create(
        _ order: VerifyTransactionOrder, for user: UUID, by asker: VerificationAsker = .administrator, at site: VerificationSite,
        changing change: (inout VerifyPolicy) -> Void = { _ in }
    ) async throws -> (transaction: VerifyTransaction, code: Secret) {
        let realm = site.realm
        guard site.settings.verification else { throw DomainError(.notPermitted, "the realm has no verifications (verification)") }
        guard let (policyID, found) = try await policies.policy(order.policy, in: realm) else {
            throw DomainError(.invalid, "the realm has no verify policy \(order.policy?.text ?? "by default")")
        }
        var changed = found
        change(&changed)
        let policy = changed
        guard let profile = try await users.user(user, in: realm.id) else { throw Users.unknown(user) }
        let source = random
        let code = VerificationCode.generate(random: source)
        let (id, now) = (random.uuid(), time.now)
        let record = try sealer.seal(
            .object(order.record.completed(by: profile).json), context: StoredVerification.context(realm.id, id, "record"))
        let hash = codes[realm.id].hash(code)
        let dataExpires = now.addingTimeInterval(TimeInterval(policy.transaction.collection.timeout.seconds))
        let expires = now.addingTimeInterval(TimeInterval(policy.transaction.timeout.seconds))
        let transaction = try await database.write { [self] transaction in
            guard try Users.status(of: user, realm: realm.id, in: transaction) != nil else { throw Users.unknown(user) }
            guard try VerifyStatuses.status(of: user, realm: realm.id, in: transaction).status != .disabled else {
                throw DomainError(.notPermitted, "the user's verification is switched off (verifyStatus)")
            }
            try transaction.hold(HeldName("verifications", realm.id, user))
            if asker == .user { try requireRoom(for: user, realm: realm.id, at: now, in: transaction) }
            try transaction.execute(
                """
                INSERT INTO verifications (realm, id, user_id, status, waits, policy_id, policy, record, code, submissions, decided, created, updated,
                    data_expires, expires, deadline)
                VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, 0, 0, ?9, ?9, ?10, ?11, ?10)
                """, realm.id, id, user, VerificationStatus.requested.rawValue, policyID, JSONValue.object(policy.json).text, record, hash,
                now,
                dataExpires, expires)
            try audit.append(
                .verificationRequested, ["transaction": .string(id.text)], at: now, realm: realm.id, user: user, in: transaction)
            return try view(try StoredVerification.required(id, of: user, realm: realm.id, in: transaction), in: transaction)
        }
        return (transaction, code)
    }

    /// The number of a user's transactions in a day, those of administrators counted, from which the user begins no further one.
    package static let mostByUserAndDay = 20

    /// - Throws: `conflict` when no further one is begun for the user by themselves today.
    private func requireRoom(for user: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws {
        let latest = try transaction.rows(
            "SELECT created FROM verifications WHERE realm = ?1 AND user_id = ?2 AND created > ?3 ORDER BY created DESC LIMIT ?4", realm,
            user, now.addingTimeInterval(-86_400), Self.mostByUserAndDay)
        guard latest.count < Self.mostByUserAndDay else {
            throw DomainError(.conflict, "\(Self.mostByUserAndDay) verifications of the user were begun in a day, which is the most")
        }
    }

    /// A user's transactions, the newest first, at most ``mostListed``.
    package func transactions(of user: UUID, at site: VerificationSite) async throws -> [VerifyTransaction] {
        try await database.read { [self] transaction in
            try transaction.rows(
                "SELECT * FROM verifications WHERE realm = ?1 AND user_id = ?2 ORDER BY created DESC LIMIT ?3", site.realm.id, user,
                Self.mostListed
            ).map { try view(try StoredVerification($0), in: transaction) }
        }
    }

    /// The transactions that wait for an administrator, those first that wait longest, at most ``mostListed``.
    package func waiting(at site: VerificationSite) async throws -> [VerifyTransaction] {
        try await database.read { [self] transaction in
            try transaction.rows(
                "SELECT * FROM verifications WHERE realm = ?1 AND waits = 1 ORDER BY updated LIMIT ?2", site.realm.id, Self.mostListed
            ).map { try view(try StoredVerification($0), in: transaction) }
        }
    }

    /// A user's transaction.
    /// - Throws: `unknownResource`.
    package func transaction(_ id: UUID, of user: UUID, at site: VerificationSite) async throws -> VerifyTransaction {
        let realm = site.realm
        return try await database.read { [self] transaction in
            try view(try StoredVerification.required(id, of: user, realm: realm.id, in: transaction), in: transaction)
        }
    }

    /// A transaction as administrators see it: one whose time is over has failed, though no housekeeping has said so yet.
    func view(_ stored: StoredVerification, in transaction: any ReadTransaction) throws -> VerifyTransaction {
        let checks = try StoredCheck.all(of: stored, in: transaction)
        let status = status(of: stored)
        let parts = stored.policy.requirements.map { requirement in
            (requirement.part, Self.status(of: requirement.part, checks, status))
        }
        let reason = try stored.reason.map { try sealer.openJSON($0, context: stored.context("reason")).string ?? "" }
        return VerifyTransaction(
            id: stored.id, user: stored.user, policy: stored.policyID, status: status,
            parts: Dictionary(parts) { first, _ in first }, attempts: stored.submissions,
            providers: try messages(of: stored, checks, status), takesData: stored.takesData(at: time.now),
            waitsForDecision: stored.waits && status == stored.status, created: stored.created, updated: stored.updated,
            dataExpires: stored.dataExpires, expires: stored.expires, reason: reason)
    }

    /// The state of a part: that of its checks once there are some, else the transaction's.
    private static func status(
        of part: VerificationPart, _ checks: [StoredCheck], _ status: VerificationStatus
    ) -> VerificationStatus {
        guard status == .inProgress || status == .partial || status == .success || status == .fail else { return status }
        let findings = checks.filter { ($0.check == .facialComparison) == (part == .selfie) }.map(\.finding)
        return findings.isEmpty ? status : VerificationStatus(of: findings)
    }

    /// The messages of providers about the last submission, and of the service about the time.
    func messages(of stored: StoredVerification, _ checks: [StoredCheck], _ status: VerificationStatus) throws -> [ProviderMessages] {
        var texts: [String: [String: String]] = [:]
        for check in checks {
            let details = try StoredCheck.Details(of: check, opening: sealer)
            texts[check.provider, default: [:]].merge(details.messages) { first, _ in first }
        }
        let timedOut = status == .fail && !stored.isDecided && (checks.isEmpty || VerificationStatus(of: checks.map(\.finding)) != .fail)
        if timedOut { texts["service", default: [:]][VerifyTransaction.timedOut] = "The time for the verification is over." }
        return texts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.prefix(VerificationReport.mostProviders).map {
            provider, messages in
            let few = messages.sorted { $0.key < $1.key }.prefix(ProviderMessages.most)
            return ProviderMessages(provider: provider, messages: Dictionary(few.map { ($0.key, $0.value) }) { first, _ in first })
        }
    }
}

extension VerifyRecord {
    /// The record, with what it lacks from a user's profile.
    fileprivate func completed(by user: User) -> VerifyRecord {
        var record = self
        record.givenName = givenName ?? Value(user.attribute("givenName"))
        record.familyName = familyName ?? Value(user.attribute("sn"))
        record.name = name ?? Value([record.givenName?.value, record.familyName?.value].compactMap(\.self).joined(separator: " "))
        let address = ["postalAddress", "city", "stateProvince", "postalCode"].compactMap(user.attribute)
        record.address = self.address ?? Value(address.joined(separator: " "))
        return record
    }
}

extension VerifyRecord.Value {
    /// A value of a profile; nil for one that is missing, empty or longer than records have.
    fileprivate init?(_ text: String?) {
        guard let text, (1...256).contains(text.utf8.count) else { return nil }
        self.init()
        value = text
    }
}
