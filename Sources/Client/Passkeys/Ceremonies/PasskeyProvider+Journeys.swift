import Foundation
public import JourneyMessages
import Primitives
public import WebAuthn

extension PasskeyProvider {
    /// Answers the WebAuthn callback of a step: what came of it goes into the hidden value `webAuthnOutcome`, also when it failed
    /// (`docs/protocols/step-protocol.md` 7.4, 7.5).
    ///
    /// - Parameters:
    ///   - origin: where the ceremony runs; nil for `https` on the relying party's id.
    ///   - deviceName: the name for the device of a new passkey.
    /// - Returns: the result; nil for a step that asks for no passkey, or one that only suggests passkeys while there is none or the user
    ///   wants none: then nothing is sent (`docs/protocols/step-protocol.md` 7.3).
    @discardableResult
    public func answer(_ step: inout Step, from origin: String? = nil, deviceName: String? = nil) async -> WebAuthnOutcome? {
        guard let request = WebAuthnRequest(step) else { return nil }
        let outcome: WebAuthnOutcome
        do { outcome = .answered(try await answer(to: request, from: origin, deviceName: deviceName)) } catch {
            if request.isSuggestion, [.noPasskey, .cancelled].contains(error.code) { return nil }
            outcome = WebAuthnOutcome(error)
        }
        guard let index = step.callbacks.firstIndex(where: { $0.question(HiddenValue.self)?.id == WebAuthnRequest.hiddenID }) else {
            return outcome
        }
        step.answer(index, with: outcome.text)
        return outcome
    }

    /// The same for what a step asks, without filling it in.
    public func outcome(of request: WebAuthnRequest, from origin: String? = nil, deviceName: String? = nil) async -> WebAuthnOutcome {
        do { return .answered(try await answer(to: request, from: origin, deviceName: deviceName)) } catch {
            return WebAuthnOutcome(error)
        }
    }

    /// The same, with the error as it is.
    public func answer(
        to request: WebAuthnRequest, from origin: String? = nil, deviceName: String? = nil
    ) async throws(PasskeyError) -> WebAuthnAnswer {
        switch request {
        case .registration(let asked):
            let response = try await register(CreationOptions(asked), from: origin)
            return WebAuthnAnswer(
                clientDataJSON: response.clientDataJSON, data: response.attestationObject, credentialID: response.id,
                deviceName: deviceName,
                attachment: asked.acceptsJSON ? response.attachment?.rawValue : nil)
        case .authentication(let asked):
            let response = try await authenticate(RequestOptions(asked), from: origin)
            return WebAuthnAnswer(
                clientDataJSON: response.clientDataJSON, data: response.authenticatorData, signature: response.signature,
                credentialID: response.id, userHandle: response.userHandle.map { String(decoding: $0, as: UTF8.self) },
                attachment: asked.acceptsJSON ? response.attachment?.rawValue : nil)
        }
    }
}

/// The request of a step to an authenticator.
public enum WebAuthnRequest: Sendable, Equatable {
    /// The id of the hidden value that takes the answer.
    static let hiddenID = "webAuthnOutcome"

    /// The step asks for a new passkey.
    case registration(WebAuthnRegistration)
    /// The step asks for an assertion of a passkey.
    case authentication(WebAuthnAuthentication)

    /// The first request of a step; nil for a step without.
    public init?(_ step: Step) {
        let requests = step.callbacks.lazy.compactMap { Self($0.kind) }
        guard let first = requests.first else { return nil }
        self = first
    }

    /// Whether passkeys are only to be offered beside a field.
    var isSuggestion: Bool {
        if case .authentication(let asked) = self { asked.mediation == "conditional" } else { false }
    }

    /// The request of a callback; nil for other callbacks.
    public init?(_ kind: CallbackKind) {
        switch kind {
        case .webAuthnRegistration(let request): self = .registration(request)
        case .webAuthnAuthentication(let request): self = .authentication(request)
        default: return nil
        }
    }
}

extension WebAuthnOutcome {
    /// Makes the outcome of a passkey that was not made or used.
    public init(_ error: PasskeyError) {
        self = error.code == .unsupported ? .unsupported : .failed(name: error.exceptionName, message: error.reason)
    }
}

extension CreationOptions {
    /// Makes the options that a step's callback asks for.
    public init(_ request: WebAuthnRegistration) {
        self.init(
            relyingPartyID: request.relyingPartyID, relyingPartyName: request.relyingPartyName,
            user: User(id: Array(request.userID.utf8), name: request.userName, displayName: request.displayName),
            challenge: Self.challenge(request.challenge), algorithms: request.algorithms.map { COSEAlgorithm(rawValue: $0) },
            timeout: request.timeout, excluded: request.excludedCredentials.map { CredentialDescriptor(id: $0) },
            attachment: request.selection.attachment.flatMap(AuthenticatorAttachment.init(exactly:)),
            residentKey: request.selection.requiresResidentKey ? .required : .discouraged,
            userVerification: WebAuthn.UserVerificationRequirement(exactly: request.selection.userVerification) ?? .preferred,
            attestation: AttestationPreference(exactly: request.attestation) ?? .none, extensions: request.extensions)
    }

    fileprivate static func challenge(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
}

extension RequestOptions {
    /// Makes the options that a step's callback asks for.
    public init(_ request: WebAuthnAuthentication) {
        self.init(
            challenge: CreationOptions.challenge(request.challenge), relyingPartyID: request.relyingPartyID, timeout: request.timeout,
            allowed: request.allowedCredentials.map { CredentialDescriptor(id: $0) },
            userVerification: WebAuthn.UserVerificationRequirement(exactly: request.userVerification) ?? .preferred,
            extensions: request.extensions)
    }
}
