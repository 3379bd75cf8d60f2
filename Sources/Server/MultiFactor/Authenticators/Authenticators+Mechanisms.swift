import Foundation
import Primitives
import Store
import DeviceRegistry

extension Authenticators {
    /// A mechanism by the id that its app gave it; nil when there is none.
    func mechanism(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> PushMechanism? {
        try PushMechanism.find(id, realm: realm, sealer, in: transaction)
    }

    /// The mechanism of a device; nil when there is none.
    func mechanism(of device: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> PushMechanism? {
        try PushMechanism.find(of: device, realm: realm, sealer, in: transaction)
    }
}
