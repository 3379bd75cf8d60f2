import JourneyMessages
import Primitives
import DeviceRegistry
import Directory
import Foundations

/// Saves the device that was asked about, for the user who has shown who they are.
struct DeviceSave: JourneyNode {
    static let type = NodeType(
        "DeviceSaveNode", alias: "deviceSave", title: "Device Profile Save", "Saves the device with the user, to recognise it by.",
        changesCredentials: true)
    static let settings = [
        NodeSetting<Self>("variableName", \.variable, "Which key of the state holds the device's name; empty for a name of its own."),
        NodeSetting<Self>("maxSavedProfiles", \.most, in: 1...100, "How many devices are saved; those of longest ago give way."),
        NodeSetting<Self>("saveDeviceMetadata", \.savesMetadata, "Whether what the device is like is saved."),
        NodeSetting<Self>("saveDeviceLocation", \.savesLocation, "Whether the place is saved."),
    ]
    static let state = StateUse(reads: [Turn.profileKey, "username"])

    var variable = ""
    var most = 5
    var savesMetadata = true
    var savesLocation = true

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        guard var profile = turn.collectedProfile else {
            throw JourneyRunError.fault("\(Self.type.name) came before a profile was collected")
        }
        if !savesMetadata { profile.metadata = nil }
        if !savesLocation { profile.location = nil }
        let alias = variable.isEmpty ? nil : StateKey.value(variable, of: turn.state)?.string.flatMap { $0.isEmpty ? nil : $0 }
        try await turn.act { [profile, most, now = turn.now, realm = turn.realm.id] transaction, record in
            try DeviceProfiles.save(profile, alias: alias, of: user.id, realm: realm, most: most, at: now, in: transaction)
            try record.append(.deviceProfileSaved, user: user.id, in: transaction)
        }
        return .outcome(Outcome.only)
    }
}
