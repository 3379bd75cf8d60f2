import Foundation
import Primitives
import Store
import DeviceRegistry

extension Authenticators {
    /// A mechanism by the id that its app gave it; nil when there is none.
    func mechanism(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> PushMechanism? {
        let row = try transaction.row("SELECT * FROM push_mechanisms WHERE realm = ?1 AND mechanism = ?2", realm, id)
        return try row.map { try PushMechanism($0, sealer) }
    }

    func mechanism(of device: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> PushMechanism? {
        let row = try transaction.row("SELECT * FROM push_mechanisms WHERE realm = ?1 AND device = ?2", realm, device)
        return try row.map { try PushMechanism($0, sealer) }
    }
}
