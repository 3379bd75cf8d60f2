import Primitives
import Services

/// Keeps a passkey that was registered earlier in the journey.
struct WebAuthnDeviceStorageNode: JourneyNode {
    /// Where the registration leaves it.
    static let data = "webauthnDeviceData"

    static let type = NodeType(
        "WebAuthnDeviceStorageNode", alias: "webAuthnDeviceStorage", title: "WebAuthn Device Storage",
        "Keeps a passkey whose storage was postponed.", secrets: [data])
    static let settings = [
        Setting<Self>("maxSavedDevices", \.most, in: 0...100, "How many passkeys the user may have; 0 for any number.")
    ]
    static let state = StateUse(reads: ["username", data])

    var most = 0

    var outcomes: [String] {
        [WebAuthnRegistrationNode.success, WebAuthnRegistrationNode.failure] + (most > 0 ? [WebAuthnRegistrationNode.exceeded] : [])
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        guard let kept = turn.state.secrets.removeValue(forKey: Self.data), let new = NewPasskey(json: TransientValue.json(kept)) else {
            try await turn.recordFailure("WebAuthn storage: no passkey was registered in this journey")
            return .outcome(WebAuthnRegistrationNode.failure)
        }
        return try await new.keep(for: user, most: most, &turn)
    }
}

extension NewPasskey {
    /// Keeps the passkey, and says which way to go on.
    func keep(for user: User, most: Int, _ turn: inout Turn) async throws -> NodeResult {
        let keeping = try await turn.domain.devices.keep(self, for: user.id, most: most, in: turn.realm, spending: turn.spending())
        switch keeping {
        case .kept: return .outcome(WebAuthnRegistrationNode.success)
        case .tooMany where most > 0: return .outcome(WebAuthnRegistrationNode.exceeded)
        case .tooMany, .known:
            try await turn.recordFailure(
                keeping == .known ? "WebAuthn: the passkey is registered already" : "WebAuthn: the user has too many devices")
            return .outcome(WebAuthnRegistrationNode.failure)
        }
    }
}
