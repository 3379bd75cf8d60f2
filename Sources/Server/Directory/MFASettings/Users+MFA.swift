package import Foundation
import Primitives
package import Store
package import Foundations

extension Users {
    /// The columns that the table of users has for it.
    static let mfaColumns: [SQL] = [
        "ALTER TABLE users ADD COLUMN mfa_enabled BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE users ADD COLUMN mfa_bypass_until BIGINT",
        // Queries find users by both now.
        "UPDATE users SET indexed = 0",
    ]

    /// Sets whether a user is asked for a second factor.
    package func setMFAEnabled(_ isEnabled: Bool, of user: UUID, in realm: UUID, by actor: AuditActor? = nil) async throws {
        let details = actor.naming(["change": isEnabled ? "MFA enabled" : "MFA disabled"])
        try await change(user, in: realm, .userChanged, details, from: actor?.address) { transaction in
            let count = try transaction.execute(
                "UPDATE users SET mfa_enabled = ?3, revision = revision + 1 WHERE realm = ?1 AND id = ?2", realm, user, isEnabled)
            if let changed = try Self.user(user, realm: realm, in: transaction) { try UserIndex.write(changed, in: transaction) }
            return count
        }
    }

    /// Lets a user pass without a second factor until a time, or (nil) no longer.
    package func setMFABypass(until end: Date?, of user: UUID, in realm: UUID, by actor: AuditActor? = nil) async throws {
        let details = actor.naming(["change": end == nil ? "MFA bypass ended" : "MFA bypass"])
        try await change(user, in: realm, .userChanged, details, from: actor?.address) {
            try $0.execute("UPDATE users SET mfa_bypass_until = ?3 WHERE realm = ?1 AND id = ?2", realm, user, end)
        }
    }

    /// Whether a user, known by id, may pass without a second factor now; not one who is unknown.
    package static func bypassesMFA(_ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row("SELECT mfa_bypass_until FROM users WHERE realm = ?1 AND id = ?2", realm, id)
            .map { User.bypassesMFA(until: try $0.optionalDate("mfa_bypass_until"), at: now) } ?? false
    }
}

extension User {
    /// Whether the user may pass without a second factor now.
    package func bypassesMFA(at now: Date) -> Bool { Self.bypassesMFA(until: bypassesMFAUntil, at: now) }

    fileprivate static func bypassesMFA(until end: Date?, at now: Date) -> Bool { end.map { now < $0 } ?? false }
}
