import DevicePolicies
import DeviceRegistry
import Directory
package import JourneyEngine
import JourneyModel
import MultiFactor
import Primitives

extension WebAuthnDeviceStorageNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard let kept = turn.state.secrets.removeValue(forKey: Self.data), let new = NewPasskey(json: TransientValue.json(kept)) else {
            try await turn.recordFailure("WebAuthn storage: no passkey was registered in this journey")
            return .outcome(WebAuthnRegistrationNode.failure)
        }
        return try await new.keep(for: user, most: most, withCodes: makesRecoveryCodes, &turn)
    }
}

extension NewPasskey {
    /// Keeps the passkey, and says which way to continue.
    func keep(for user: User, most: Int, withCodes: Bool, _ turn: inout Turn) async throws -> NodeResult {
        let authenticators = turn.domain.multiFactor.authenticators
        let codes = withCodes ? authenticators.newRecoveryCodes() : []
        let keeping = try await turn.domain.deviceRegistry.devices.keep(
            self, for: user.id, most: most, in: turn.realm, spending: try turn.spending()
        ) {
            if withCodes { try authenticators.setRecoveryCodes(codes, of: $0, in: $1) }
        }
        switch keeping {
        case .kept:
            if withCodes { turn.keepRecoveryCodes(codes, named: name ?? UserDevice.Kind.fido2.rawValue) }
            return .outcome(WebAuthnRegistrationNode.success)
        case .tooMany where most > 0: return .outcome(WebAuthnRegistrationNode.exceeded)
        case .tooMany: return try await refuse("the user has too many devices", &turn)
        case .known: return try await refuse("the passkey is registered already", &turn)
        }
    }

    private func refuse(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("WebAuthn: \(reason)")
        return .outcome(WebAuthnRegistrationNode.failure)
    }
}
