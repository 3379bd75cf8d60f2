import Primitives

/// Keeps a passkey that was registered earlier in the journey.
package struct WebAuthnDeviceStorageNode: ActsForProvenUser {
    /// The key under which the registration leaves it.
    package static let data = "webauthnDeviceData"

    package static let type = NodeType(
        "WebAuthnDeviceStorageNode", alias: "webAuthnDeviceStorage", title: "WebAuthn Device Storage",
        "Keeps a passkey whose storage was postponed.", secrets: [data], changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("generateRecoveryCodes", \.makesRecoveryCodes, "Whether the user gets recovery codes."),
        NodeSetting<Self>("maxSavedDevices", \.most, in: 0...100, "How many passkeys the user may have; 0 for any number."),
    ]
    package static let state = StateUse(reads: ["username", data], writes: RecoveryCodeDisplay.written)

    package var makesRecoveryCodes = true
    package var most = 0

    package init() {}

    package var outcomes: [String] {
        [WebAuthnRegistrationNode.success, WebAuthnRegistrationNode.failure] + (most > 0 ? [WebAuthnRegistrationNode.exceeded] : [])
    }
}
