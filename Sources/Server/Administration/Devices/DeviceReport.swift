import DevicePolicies
import DeviceRegistry
import Directory
package import Foundation
package import Primitives

/// A user's device, as administrators see it.
package struct DeviceReport: Sendable {
    package let id: UUID
    package let json: JSONObject

    init(_ device: UserDevice, at now: Date) {
        id = device.id
        var object: JSONObject = [
            "id": .string(device.id.text), "type": .string(device.kind.rawValue),
            "status": .string(device.status.rawValue), "name": .string(device.nickname ?? device.contact ?? ""),
        ]
        object["locked"] = device.isLocked(at: now) ? .string(device.lockReason?.rawValue ?? "yes") : .string("")
        object["blocked"] = .string(device.blocked?.formatted(.iso8601) ?? "")
        json = object
    }
}
