package import Foundation
import Primitives
package import Store
package import DevicePolicies
import Foundations

extension Devices {
    /// Locks a device for a while when too many pushes to it were denied or ignored of late.
    ///
    /// - Returns: whether it is locked now.
    package func lockIfTired(
        _ device: UserDevice, _ limit: MobileApplicationRules.PushLimit, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        // A lock that was taken back, or is over, begins the count anew.
        let since = max(now.addingTimeInterval(-TimeInterval(limit.timePeriod.seconds)), device.lockedUntil ?? .distantPast)
        guard try Challenges.unanswered(device.id, realm: device.realm, since: since, at: now, in: transaction) >= limit.count else {
            return false
        }
        var locked = device
        locked.lockedUntil = now.addingTimeInterval(TimeInterval(limit.lockDuration.seconds))
        (locked.lockReason, locked.updated) = (.push, now)
        try Self.update(locked, in: transaction)
        try tell(.deviceLocked, device, at: now, ["reason": "pushes"], in: transaction)
        return true
    }
}
