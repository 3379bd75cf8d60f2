import DevicePolicies
import DeviceRegistry
import Directory
package import Foundation
import Foundations
import Primitives
package import ResourceMessages

/// A user's device, as administrators see it.
package struct DeviceReport: Reported {
    /// The device's id, unique in the realm.
    package let id: UUID
    /// The device's kind, such as `TOTP`.
    package let type: String
    /// The device's status, such as `ACTIVE`.
    package let status: String
    /// The name that its owner gave it, else where it is reached; empty for neither.
    package let name: String
    /// The reason of its lock; empty for none.
    package let locked: String
    /// The time when it was blocked; nil for one that isn't.
    package let blocked: Date?

    init(_ device: UserDevice, at now: Date) {
        id = device.id
        type = device.kind.rawValue
        status = device.status.rawValue
        name = device.nickname ?? device.contact ?? ""
        locked = device.isLocked(at: now) ? device.lockReason?.rawValue ?? "yes" : ""
        blocked = device.blocked
    }

    package static let reportName = "Device"

    package static var members: [Member<Self>] {
        [
            Member(told: "id", .id, \.id), Member(told: "type", .words, \.type), Member(told: "status", .words, \.status),
            Member(told: "name", .words, \.name), Member(told: "locked", .words, \.locked),
            Member(told: "blocked", .words) { $0.blocked?.formatted(.iso8601) ?? "" },
        ]
    }
}
