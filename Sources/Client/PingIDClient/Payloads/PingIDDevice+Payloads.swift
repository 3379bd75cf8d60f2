import DeviceFoundation
import DeviceMessages
import Foundation
public import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Makes a payload for the customer's server, which hands it on: good for two minutes, and once.
    ///
    /// The realm's keys are read where they aren't kept; else no network is used.
    /// - Parameter selection: the user's choice, where it was made already; the payload then continues with the session that is under way.
    /// - Throws: ``PingIDError/Code/pushAddressMissing`` when the app supports pushes only and has no address for them;
    ///   ``PingIDError/Code/publicKey`` when the realm has no key to seal for; others when network, keys or store fail.
    public func payload(with selection: UserSelection? = nil) async throws(PingIDError) -> String {
        let state = try await introduced()
        guard configuration.capability != .pushOnly || state.push != nil else {
            throw PingIDError(.pushAddressMissing, "the app supports pushes only, and has no device token for them")
        }
        let realm = try await realmKeys(of: state.issuer)
        let payload = try await payload(of: state, selection)
        let signature = try await keys.sign(payload.signingInput)
        let text = try translating(message: try payload.sealed(signature: signature, for: realm.sealing, random: device.random))
        let now = device.time.now
        try await book.update { $0.note(payload: payload.id, at: now) }
        return text
    }

    private func payload(of state: InstallationState, _ selection: UserSelection?) async throws(PingIDError) -> DevicePayload {
        DevicePayload(
            installation: state.id, key: try await keys.publicKey(InstallationKeys.signing),
            agreement: try await keys.publicKey(InstallationKeys.agreement), audience: state.issuer.description,
            application: configuration.application, issuedAt: serverTime(state), id: device.random.token(16), app: configuration.app,
            device: configuration.description, capability: configuration.capability,
            push: configuration.capability == .passcodeOnly ? nil : state.push, isRootDetectionActive: state.isRootDetectionActive,
            counter: state.seed?.counter, session: selection == nil ? nil : state.flow?.session, selection: selection)
    }
}
