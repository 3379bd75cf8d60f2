import Directory
package import Foundation
import Foundations
import Primitives
import Store

extension DeviceServices {
    /// Unlocks a user: the account, all its factors, and its devices, so that nothing which was right is refused any more.
    ///
    /// - Throws: ``DomainError`` `.unknownUser`.
    package func unlock(_ user: UUID, in realm: UUID) async throws {
        let now = platform.time.now
        try await devices.users.change(user, in: realm, .accountUnlocked) { transaction in
            try Passcodes.unlock(user, realm: realm, at: now, in: transaction)
            return try Users.setLock(until: nil, of: user, realm: realm, in: transaction)
        }
    }
}
