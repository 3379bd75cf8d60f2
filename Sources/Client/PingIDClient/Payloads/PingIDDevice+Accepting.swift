import DeviceFoundation
public import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Takes the server's payload, which the customer's server handed on.
    ///
    /// The same payload once more gives the same outcome, and changes nothing.
    /// - Throws: ``PingIDError/Code/serverPayload`` for one that isn't for this device, answers no payload of the last quarter of an
    ///   hour, or has expired; ``PingIDError/Code/signature`` when the server didn't make it; the server's refusal, if it holds one.
    public func accept(serverPayload text: String) async throws(PingIDError) -> PayloadOutcome {
        let state = try await introduced()
        let payload = try await opened(text, of: state)
        if let answer = state.answer, answer.id == payload.id { return answer.outcome }
        let outcome = PayloadOutcome(payload.flow, trustLevels: payload.trustLevels, session: payload.session)
        let now = device.time.now
        try await take(payload.standing) { state throws(PingIDError) in
            guard state.awaits(payload.answers, at: now) else { throw Self.unasked }
            state.payloads.removeAll { $0.id == payload.answers }
            if let session = payload.session { state.begin(InstallationState.Flow(session: session)) }
            state.answer = payload.refusal == nil ? InstallationState.PayloadAnswer(id: payload.id, outcome: outcome) : nil
        }
        if let refusal = payload.refusal { throw PingIDError(refusal) }
        journal.note(.info, "a server's payload was taken: \(payload.flow.rawValue)")
        return outcome
    }

    /// Finishes a sign-on by PingFederate, which got the latest payload of this device and handed none back.
    ///
    /// - Throws: ``PingIDError/Code/pairing`` when no payload was made; otherwise as ``accept(serverPayload:)``.
    public func finishIdentityProviderStep(at issuer: DeviceIssuer? = nil) async throws(PingIDError) -> PayloadOutcome {
        guard let latest = try await introduced(at: issuer).payloads.last else {
            throw PingIDError(.pairing, "no payload was made for the sign-on")
        }
        let content = try await exchange(.identityProviderStep, IdentityProviderStep(payload: latest.id).json, at: issuer)
        let answer = try reading(try IdentityProviderAnswer(json: content))
        return try await accept(serverPayload: answer.serverPayload)
    }

    private func opened(_ text: String, of state: InstallationState) async throws(PingIDError) -> ServerPayload {
        guard let key = try await keys.opening(text) else {
            throw PingIDError(.serverPayload, "this is no payload of the server's for this device")
        }
        let now = device.time.now
        let result = try await verifying(at: state.issuer) { realm throws(DeviceError) in
            try ServerPayload(
                opening: text, with: key, keys: realm.statements, issuer: state.issuer.description, audience: state.id, at: now)
        }
        do { return try result.get() } catch {
            throw PingIDError(error.code == .invalidProof ? .signature : .serverPayload, error.message, underlying: error)
        }
    }

    private static var unasked: PingIDError {
        PingIDError(.serverPayload, "the server's payload answers none that this device made in the last quarter of an hour")
    }
}
