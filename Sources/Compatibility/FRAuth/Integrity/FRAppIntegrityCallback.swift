import CallbackBridge
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Asks the app to prove that it is genuine, by App Attest.
///
/// The first time a key is attested; the server takes it, and asks again for an assertion of it. The key's id is kept on the device, and
/// later callbacks ask for an assertion alone.
public final class FRAppIntegrityCallback: MultipleValuesCallback {
    /// The challenge of the server.
    public var challenge: String { wire.output("challenge")?.string ?? "" }
    /// The key that the server has taken, `{key id}::{attestation}`; empty when it knows of none.
    public var attestToken: String { wire.output("attestToken")?.string ?? "" }
    /// The text that is signed with the challenge; nil for none.
    public private(set) var payload: String?
    /// The proof that was made last; empty before.
    public private(set) var appIntegritykeys = FRAppIntegrityKeys()
    /// The maker of proofs; nil for the system's App Attest.
    public var attestation: (any FRAppAttestation)?

    /// A callback as the server sent it.
    /// - Throws: ``AuthError/invalidCallbackResponse(_:)`` when it is none, or asks for a proof of another kind.
    public required init(json: [String: Any]) throws {
        try super.init(json: json)
        guard json.isEmpty || wire.output("challenge")?.string != nil else {
            throw AuthError.invalidCallbackResponse("the callback asks for no App Attest")
        }
    }

    override func take(_ wire: JourneyMessages.Callback) {
        super.take(wire)
        if !attestToken.isEmpty { AttestationReference.keep(attestToken) }
    }

    /// Answers with an attestation, in Base64.
    public func setAttestation(_ token: String) { wire.setInput("attestToken", .string(token)) }
    /// Answers with what went wrong: a text of ``FRAppIntegrityClientError``, or one that the node has an outcome for.
    public func setClientError(_ error: String) { wire.setInput("clientError", .string(error)) }
    /// Answers with the key's id, in Base64.
    public func setkeyId(_ keyId: String) { wire.setInput("keyId", .string(keyId)) }
    /// Answers with an assertion, in Base64.
    public func setAssertion(_ token: String) { wire.setInput("token", .string(token)) }
    /// Answers with the client data of the assertion, in Base64.
    public func setClientData(_ clientData: String) { wire.setInput("clientData", .string(clientData)) }
    /// Sets the text that is signed with the challenge; to be called before the proof is requested.
    public func setPayload(_ payload: String) { self.payload = payload }

    /// Whether this device keeps a key that the server has taken.
    public func isAttestationCompleted() -> Bool { appIntegritykeys.isAttestationCompleted() }

    /// Makes the proof, and puts it into the callback; a failure becomes its client error.
    /// - Throws: ``FRDeviceCheckAPIFailure``.
    public func requestIntegrityToken() async throws {
        let environment = Environment.current
        let maker = attestation ?? SystemAttestation(service: environment.attestation, bundleIdentifier: environment.bundleIdentifier)
        do {
            let proof = try await maker.requestIntegrityToken(challenge: challenge, payload: payload)
            setAttestation(proof.appAttestKey)
            if let assertion = proof.assertKey { setAssertion(assertion) }
            setkeyId(proof.keyIdentifier)
            setClientData(proof.clientDataHash)
            appIntegritykeys = proof
        } catch {
            FRLog.e("The app's integrity could not be proved: \(error)")
            let failure = error as? FRDeviceCheckAPIFailure ?? .unknownError
            setClientError(failure.clientError.rawValue)
            throw failure
        }
    }

    /// Makes the proof as ``requestIntegrityToken()``. The completion gets nil, or a ``FRDeviceCheckAPIFailure``, on a thread of the SDK's.
    public func requestIntegrityToken(completionHandler: @escaping ((any Error)?) -> Void) {
        let (callback, done) = (Handoff(self), Handoff(completionHandler))
        Task {
            do {
                try await callback.value.requestIntegrityToken()
                done.value(nil)
            } catch { done.value(error) }
        }
    }
}
