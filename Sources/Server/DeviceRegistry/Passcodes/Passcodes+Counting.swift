package import Foundation
import Primitives
package import Store
package import DevicePolicies
import Foundations
import Directory

extension Passcodes {
    /// Makes one attempt at a device with whatever kind of code: a locked one isn't looked at, a wrong one is counted, a used one is not, a
    /// right one ends the count. All in the transaction of the code's effect.
    package static func attempt(
        at device: UserDevice, limit: FailureLimit, now: Date, in transaction: any WriteTransaction,
        check: () throws -> PasscodeVerdict
    ) throws -> PasscodeVerdict {
        if device.lockReason == .passcode, let until = device.lockedUntil, now < until { return .locked(until: until) }
        let verdict = try check()
        guard verdict != .used else { return verdict }
        guard verdict != .accepted else {
            try clear(device, in: transaction)
            return verdict
        }
        let until = try count(device, limit, now, transaction)
        try lockAccount(of: device, now, transaction)
        guard let until else { return verdict }
        if until > now {
            var locked = device
            (locked.lockedUntil, locked.lockReason, locked.updated) = (until, .passcode, now)
            try Devices.updateLock(of: locked, in: transaction)
        }
        return .locked(until: until)
    }

    /// Counts a failure; gives the end of the lock that it brings, which is at once where the policy has no cool-down.
    private static func count(
        _ device: UserDevice, _ limit: FailureLimit, _ now: Date, _ transaction: any WriteTransaction
    ) throws -> Date? {
        try transaction.execute(
            """
            INSERT INTO passcode_failures (realm, device, count, in_a_row) VALUES (?1, ?2, 1, 1)
            ON CONFLICT (realm, device) DO UPDATE SET count = passcode_failures.count + 1, in_a_row = passcode_failures.in_a_row + 1
            """, device.realm, device.id)
        guard let row = try transaction.row("SELECT * FROM passcode_failures WHERE realm = ?1 AND device = ?2", device.realm, device.id)
        else { return nil }
        if try row.int("in_a_row") >= mostFailuresInARow { return .distantFuture }
        guard try row.int("count") >= limit.count else { return nil }
        try transaction.execute("UPDATE passcode_failures SET count = 0 WHERE realm = ?1 AND device = ?2", device.realm, device.id)
        return now.addingTimeInterval(TimeInterval(limit.coolDown.seconds))
    }

    /// Locks the user's account, where the realm says that so many failures of second factors do (`docs/protocols/platform.md` 2.7). They
    /// are counted over all of the user's devices, each until it was right.
    private static func lockAccount(of device: UserDevice, _ now: Date, _ transaction: any WriteTransaction) throws {
        guard let rule = try RealmMFASettings.settings(of: device.realm, in: transaction).lockout else { return }
        let row = try transaction.row(
            """
            SELECT COALESCE(SUM(in_a_row), 0) AS failures FROM passcode_failures
            WHERE realm = ?1 AND device IN (SELECT id FROM devices WHERE realm = ?1 AND user_id = ?2 UNION SELECT ?3)
            """, device.realm, device.user, device.id)
        guard let failures = try row?.int("failures"), failures > 0, failures % Int64(rule.failureCount) == 0 else { return }
        try Users.setLock(
            until: now.addingTimeInterval(TimeInterval(rule.durationSeconds)), of: device.user, realm: device.realm, in: transaction)
    }

    /// Forgets a device's failures.
    static func clear(_ device: UserDevice, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM passcode_failures WHERE realm = ?1 AND device = ?2", device.realm, device.id)
    }

    /// Ends the count of wrong codes at a device, and the rest that they brought, after a right one.
    package static func forgive(_ device: UserDevice, at now: Date, in transaction: any WriteTransaction) throws {
        try clear(device, in: transaction)
        guard device.lockReason == .passcode else { return }
        var rested = device
        (rested.lockedUntil, rested.lockReason, rested.updated) = (nil, nil, now)
        try Devices.updateLock(of: rested, in: transaction)
    }

    /// Ends the counts and the locks of all of a user's devices, as an administrator unlocks the user.
    package static func unlock(_ user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM passcode_failures WHERE realm = ?1 AND device IN (SELECT id FROM devices WHERE realm = ?1 AND user_id = ?2)",
            realm,
            user)
        try transaction.execute(
            """
            UPDATE devices SET locked_until = NULL, lock_reason = NULL, updated = ?3
            WHERE realm = ?1 AND user_id = ?2 AND locked_until IS NOT NULL
            """, realm, user, now)
    }

    /// Forgets all of a device, or of an installation.
    static func forget(_ subject: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM passcode_seeds WHERE realm = ?1 AND subject = ?2", realm, subject)
        try transaction.execute("DELETE FROM passcode_failures WHERE realm = ?1 AND device = ?2", realm, subject)
    }
}
