import Primitives

/// Saves the device that was asked about, for the user who has shown who they are.
package struct DeviceSave: ActsForProvenUser {
    package static let type = NodeType(
        "DeviceSaveNode", alias: "deviceSave", title: "Device Profile Save", "Saves the device with the user, to recognise it by.",
        changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("variableName", \.variable, "The key of the state that has the device's name; empty for a name of its own."),
        NodeSetting<Self>("maxSavedProfiles", \.most, in: 1...100, "How many devices are saved; those of longest ago give way."),
        NodeSetting<Self>("saveDeviceMetadata", \.savesMetadata, "Whether what the device is like is saved."),
        NodeSetting<Self>("saveDeviceLocation", \.savesLocation, "Whether the place is saved."),
    ]
    package static let state = StateUse(reads: [CollectedProfile.key, "username"])

    package var variable = ""
    package var most = 5
    package var savesMetadata = true
    package var savesLocation = true

    package init() {}
}
