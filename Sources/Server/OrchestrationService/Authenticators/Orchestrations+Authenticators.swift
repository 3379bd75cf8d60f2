import CommandChannel
package import Directory
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// A licence with its user and their authenticators.
    package struct Assignment: Sendable {
        /// The serial number of the licence.
        package let serial: String
        /// nil for one that no user has.
        package let user: User?
        /// The user's authenticators under the licence.
        package let authenticators: [AuthenticatorRecord]
    }

    /// The choice of licences that are looked for.
    package struct LicenceQuery: Sendable {
        /// A serial number, in which `*` stands for any characters; nil for all.
        package var serial: String?
        /// Whether a user has them; nil for either.
        package var isAssigned: Bool?
        /// The number of licences to pass over; 0 by default.
        package var offset = 0
        /// The greatest number of licences to return; 20 by default.
        package var limit = 20

        package init() {}

        /// The number of licences that one answer tells.
        package static let most = 100
    }

    /// The licences of an application, by their serial numbers.
    package func assignments(_ query: LicenceQuery, of customer: OrchestrationCustomer) async throws -> [Assignment] {
        let (realm, application, sealer) = (customer.realm.id, customer.application, sealer)
        let pattern = Self.pattern(query.serial)
        let assigned = query.isAssigned
        let limit = min(max(query.limit, 0), LicenceQuery.most)
        let offset = max(query.offset, 0)
        return try await database.read { transaction in
            let rows = try transaction.rows(
                """
                SELECT l.serial, u.user_id FROM orchestration_licences l
                LEFT JOIN orchestration_users u ON u.realm = l.realm AND u.serial = l.serial
                WHERE l.realm = ?1 AND l.application = ?2 AND l.serial LIKE ?3 ESCAPE '!'
                    AND (CAST(?4 AS BIGINT) IS NULL OR ?4 = CASE WHEN u.serial IS NULL THEN 0 ELSE 1 END)
                ORDER BY l.serial LIMIT ?5 OFFSET ?6
                """, realm, application, pattern, assigned, limit, offset)
            return try rows.map { row in
                let serial = try row.text("serial")
                return Assignment(
                    serial: serial,
                    user: try row.optionalUUID("user_id").flatMap { try Users.user($0, realm: realm, in: transaction) },
                    authenticators: try AuthenticatorRecord.all(under: serial, of: customer, in: transaction, sealer))
            }
        }
    }

    private static func pattern(_ serial: String?) -> String {
        guard let serial else { return "%" }
        return serial.prefix(64).map { character in
            switch character {
            case "*": "%"
            case "%", "_", "!": "!\(character)"
            default: String(character)
            }
        }.joined()
    }

    /// A licence, or one authenticator under it, by `GTH0000001` or `GTH0000001-2`.
    /// - Throws: ``OrchestrationRefusal``.
    package func assignment(_ name: String, of customer: OrchestrationCustomer) async throws -> Assignment {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        var query = LicenceQuery()
        query.serial = parts.first.map { $0.filter { $0 != "*" } }
        guard parts.count <= 2, let found = try await assignments(query, of: customer).first, found.serial == parts.first.map(String.init)
        else { throw OrchestrationRefusal.unassigned }
        guard parts.count == 2 else { return found }
        let one = found.authenticators.filter { $0.name == name }
        guard !one.isEmpty else { throw OrchestrationRefusal.unassigned }
        return Assignment(serial: found.serial, user: found.user, authenticators: one)
    }

    /// A user's licence and authenticators.
    /// - Throws: ``OrchestrationRefusal``.
    package func assignment(of reference: UserReference, of customer: OrchestrationCustomer) async throws -> Assignment {
        let (realm, application, sealer) = (customer.realm.id, customer.application, sealer)
        return try await database.read { transaction in
            guard let member = try OrchestrationUsers.member(reference, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unknown(reference)
            }
            return Assignment(
                serial: member.serial ?? "", user: member.user,
                authenticators: try AuthenticatorRecord.all(
                    of: member.user.id, application: application, realm: realm, in: transaction, sealer))
        }
    }

    /// Makes a user known in the application, with an account if need be.
    /// - Throws: ``OrchestrationRefusal``; ``/Directory/PolicyViolation``.
    package func addUser(_ reference: UserReference, to customer: OrchestrationCustomer) async throws {
        if let name = reference.newName { _ = try channelUser(name, customer) }
        let (user, now) = (try await users.account(reference, in: customer.realm), time.now)
        let (realm, application) = (customer.realm.id, customer.application)
        try await database.write { [audit] transaction in
            guard try OrchestrationUsers.member(user.id, of: application, realm: realm, in: transaction) == nil else { return }
            try OrchestrationUsers.add(user.id, to: application, realm: realm, at: now, in: transaction)
            try audit.append(
                .userChanged, ["change": "orchestration user added"], at: now, realm: realm, user: user.id, client: application,
                in: transaction)
        }
    }

    // MARK: - Changing

    /// Gives a user a licence that is free; nil for whichever is.
    /// - Throws: ``OrchestrationRefusal``.
    package func assign(_ serial: String?, to reference: UserReference, of customer: OrchestrationCustomer) async throws -> String {
        let (realm, application, now) = (customer.realm.id, customer.application, time.now)
        return try await database.write { [audit] transaction in
            try Licences.hold(of: application, realm: realm, in: transaction)
            guard let member = try OrchestrationUsers.member(reference, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unknown(reference)
            }
            if let held = member.serial {
                guard serial == nil || serial == held else {
                    throw OrchestrationRefusal(.authenticatorTaken, "the user has the licence \(held)")
                }
                return held
            }
            guard let free = try serial ?? Licences.free(of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal(.licencesExhausted, "no licence of the application is free")
            }
            guard try Licences.isThere(free, of: application, realm: realm, in: transaction) else { throw OrchestrationRefusal.unassigned }
            guard try OrchestrationUsers.holder(of: free, application: application, realm: realm, in: transaction) == nil else {
                throw OrchestrationRefusal(.authenticatorTaken, "the licence is another user's")
            }
            try OrchestrationUsers.set(serial: free, of: member.user.id, application: application, realm: realm, in: transaction)
            try audit.append(
                .userChanged, ["change": "orchestration licence assigned", "serial": .string(free)], at: now, realm: realm,
                user: member.user.id, client: application, in: transaction)
            return free
        }
    }

    /// Takes a licence from its user, with all authenticators under it; or one authenticator.
    /// - Throws: ``OrchestrationRefusal``.
    package func unassign(_ name: String, of customer: OrchestrationCustomer) async throws {
        let found = try await assignment(name, of: customer)
        guard let user = found.user else { throw OrchestrationRefusal.unassigned }
        let (realm, application, now) = (customer.realm.id, customer.application, time.now)
        let (sealer, serial, names) = (sealer, found.serial, Set(found.authenticators.map(\.name)))
        let isWhole = name == serial
        try await database.write { [audit] transaction in
            guard try OrchestrationUsers.holder(of: serial, application: application, realm: realm, in: transaction) == user.id else {
                throw OrchestrationRefusal.unassigned
            }
            // An authenticator that was activated since the look-up goes too.
            let there = try AuthenticatorRecord.all(under: serial, of: customer, in: transaction, sealer)
            for record in there where isWhole || names.contains(record.name) { try record.remove(in: transaction) }
            if isWhole {
                try RegistrationRecord.remove(of: user.id, application: application, realm: realm, in: transaction)
                try OrchestrationUsers.set(serial: nil, of: user.id, application: application, realm: realm, in: transaction)
            }
            try audit.append(
                .deviceRemoved, ["authenticator": .string(name)], at: now, realm: realm, user: user.id, client: application, in: transaction
            )
        }
    }

    /// Gives back the tries of an authenticator, or of all under a licence.
    /// - Throws: ``OrchestrationRefusal``.
    package func unlock(_ name: String, of customer: OrchestrationCustomer) async throws {
        try await settled {
            let found = try await assignment(name, of: customer)
            guard let user = found.user else { throw OrchestrationRefusal.unassigned }
            let changes = try found.authenticators.map { record in
                var instance = record.channel
                instance.unlock()
                return try AuthenticatorChange(record, to: instance, sealer)
            }
            let now = time.now
            try await database.write { [audit] transaction in
                for change in changes { try change.write(for: customer, audit, at: now, in: transaction) }
                try audit.append(
                    .userChanged, ["change": "orchestration authenticator unlocked", "authenticator": .string(name)], at: now,
                    realm: customer.realm.id, user: user.id, client: customer.application, in: transaction)
            }
        }
    }
}
