import Primitives

/// Keeps a key that was bound earlier in the journey.
package struct DeviceBindingStorageNode: ActsForProvenUser {
    /// The key under which the binding leaves it.
    package static let device = "DeviceBinding.DEVICE"

    package static let type = NodeType(
        "DeviceBindingStorageNode", alias: "deviceBindingStorage", title: "Device Binding Storage",
        "Keeps a bound key whose storage was postponed.", secrets: [device], changesCredentials: true)
    package static let state = StateUse(reads: ["username", device])

    package var outcomes: [String] { [Outcome.yes, Outcome.no] }

    package init() {}
}
