package import DeviceFoundation
package import Foundation
import Primitives
package import WalletMessages

/// An instance that was made elsewhere, by keys that the key store has.
package struct WalletIdentity: Sendable {
    let id: UUID
    let keys: KeyPairNames
    let reach: WalletReach?

    package init(id: UUID, keys: KeyPairNames, reach: WalletReach?) {
        self.id = id
        self.keys = keys
        self.reach = reach
    }
}
