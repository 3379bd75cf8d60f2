package import Foundation
package import Primitives
package import Store

/// Seeds of installations that count, whose counter both sides move with each exchange.
extension Passcodes {
    /// The seed of an installation that counts, and the lowest counter that is still taken; nil when it has none.
    package func counted(of installation: String, realm: UUID, in transaction: any ReadTransaction) throws -> (Secret, UInt64)? {
        guard let row = try row(installation, realm, transaction), try row.int("period") == 0 else { return nil }
        return (try secret(row, installation, realm), UInt64(clamping: try row.int("last_step")))
    }

    /// Gives up all counters below one that the installation has reached.
    package static func raise(
        _ installation: String, to counter: UInt64, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE passcode_seeds SET last_step = ?3 WHERE realm = ?1 AND subject = ?2 AND period = 0 AND last_step < ?3", realm,
            installation, Int64(clamping: counter))
    }
}
