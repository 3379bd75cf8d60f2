import DeviceRegistry
import Directory
package import Foundation
import Primitives
import Store

extension Domain {
    /// Unlocks a user: the account, all its factors, and its devices, so that nothing which was right is refused any more.
    package func unlock(_ user: UUID, in realm: UUID) async throws {
        let now = time.now
        try await database.write { try Passcodes.unlock(user, realm: realm, at: now, in: $0) }
        try await users.setLock(until: nil, of: user, in: realm)
    }
}
