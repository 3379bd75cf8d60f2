import Primitives

#if canImport(AuthenticationServices) && canImport(UIKit)
import AuthenticationServices
import Foundation
public import UIKit
public import WebAuthn

/// The passkeys of the system: of the user's keychain, and by way of it of their other devices. The relying party's domain must name the app in
/// its `apple-app-site-association`; the origin is always `https` on that domain.
public struct SystemPasskeys: PasskeyProvider {
    private let window: UIWindow
    private let prefersImmediatelyAvailable: Bool

    /// - Parameters:
    ///   - window: above which the sheet is shown.
    ///   - prefersImmediatelyAvailable: whether to fail at once where this device has no passkey, without offering another device's.
    @MainActor
    public init(above window: UIWindow, prefersImmediatelyAvailable: Bool = false) {
        self.window = window
        self.prefersImmediatelyAvailable = prefersImmediatelyAvailable
    }

    /// Shows the system's sheet and makes a passkey.
    /// - Throws: ``PasskeyError``, also when the user turned away.
    public func register(_ options: CreationOptions, from origin: String?) async throws(PasskeyError) -> RegistrationResponse {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.relyingPartyID)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(options.challenge), name: options.user.name, userID: Data(options.user.id))
        request.displayName = options.user.displayName
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        let response = try await PasskeySheet.answer(to: request, above: window, immediately: false, RegistrationResponse.init)
        guard let response else { throw PasskeyError(.storage, "the system made no passkey") }
        return response
    }

    /// Shows the system's sheet and signs with a passkey.
    /// - Throws: ``PasskeyError``, also when the user turned away; `.storage` when the system used another credential.
    public func authenticate(_ options: RequestOptions, from origin: String?) async throws(PasskeyError) -> AuthenticationResponse {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.relyingPartyID)
        let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge))
        request.allowedCredentials = options.allowed.map { .init(credentialID: Data($0.id)) }
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        let response = try await PasskeySheet.answer(
            to: request, above: window, immediately: prefersImmediatelyAvailable, AuthenticationResponse.init)
        guard let response else { throw PasskeyError(.storage, "the system used no passkey") }
        return response
    }
}

extension RegistrationResponse {
    fileprivate init?(_ credential: any ASAuthorizationCredential) {
        guard let made = credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration,
            let object = made.rawAttestationObject
        else { return nil }
        self.init(
            id: Array(made.credentialID), clientDataJSON: Array(made.rawClientDataJSON), attestationObject: Array(object),
            transports: ["internal", "hybrid"], attachment: .platform)
    }
}

extension AuthenticationResponse {
    fileprivate init?(_ credential: any ASAuthorizationCredential) {
        guard let signed = credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion else { return nil }
        self.init(
            id: Array(signed.credentialID), clientDataJSON: Array(signed.rawClientDataJSON),
            authenticatorData: Array(signed.rawAuthenticatorData), signature: Array(signed.signature), userHandle: Array(signed.userID),
            attachment: .platform)
    }
}

/// The system's sheet for one request. The system keeps only weak references to it, so that it keeps itself until the answer is there.
@MainActor
private final class PasskeySheet<Answer: Sendable>: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    private typealias Reading = @Sendable (any ASAuthorizationCredential) -> Answer?

    private let window: UIWindow
    /// Reads the credential where it arrives, as it can't leave the main actor.
    private let read: Reading
    private var continuation: CheckedContinuation<Answer?, any Error>?
    private var kept: PasskeySheet?

    private init(above window: UIWindow, read: @escaping Reading) {
        self.window = window
        self.read = read
    }

    /// nil when the credential is of another kind than `read` reads.
    static func answer(
        to request: ASAuthorizationRequest, above window: UIWindow, immediately: Bool,
        _ read: @escaping @Sendable (any ASAuthorizationCredential) -> Answer?
    ) async throws(PasskeyError) -> Answer? {
        let sheet = PasskeySheet(above: window, read: read)
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = sheet
        controller.presentationContextProvider = sheet
        do {
            return try await withCheckedThrowingContinuation { continuation in
                sheet.continuation = continuation
                sheet.kept = sheet
                controller.performRequests(options: immediately ? .preferImmediatelyAvailableCredentials : [])
            }
        } catch {
            let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
            throw PasskeyError(isCancelled ? .cancelled : .notAllowed, error.localizedDescription, underlying: error)
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
        finish(.success(read(authorization.credential)))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) { finish(.failure(error)) }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }

    private func finish(_ result: Result<Answer?, any Error>) {
        continuation?.resume(with: result)
        continuation = nil
        kept = nil
    }
}
#endif
