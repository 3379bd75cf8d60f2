package import Foundation
import Primitives
package import Store
package import DevicePolicies
package import Foundations

extension Devices {
    /// Whether a device may be sent a push: not when too many of late were denied or ignored. Then it is locked for a while, unless it was
    /// strangers alone who tired it: these get no more, and the lock isn't theirs to bring about (``UserBudget`` `.unansweredPushes`).
    package func mayPush(
        to device: UserDevice, _ limit: MobileApplicationRules.PushLimit, by asker: BudgetAsker, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.hold(HeldName("pushes", device.realm, device.id))
        // A lock that was taken back, or is over, begins the count again.
        let since = max(now.addingTimeInterval(-TimeInterval(limit.timePeriod.seconds)), device.lockedUntil ?? .distantPast)
        let unanswered = try Challenges.unanswered(device.id, realm: device.realm, since: since, at: now, in: transaction)
        guard !UserBudget.unansweredPushes.admits(asker, of: limit.count, used: unanswered) else { return true }
        guard unanswered.all >= limit.count else { return false }
        var locked = device
        locked.lockedUntil = now.addingTimeInterval(TimeInterval(limit.lockDuration.seconds))
        (locked.lockReason, locked.updated) = (.push, now)
        try Self.updateLock(of: locked, in: transaction)
        try tell(.deviceLocked, device, at: now, ["reason": "pushes"], in: transaction)
        return false
    }
}
