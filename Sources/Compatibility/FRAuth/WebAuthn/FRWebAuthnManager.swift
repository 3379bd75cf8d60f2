import CallbackBridge
public import Foundation
import JourneyMessages
import Passkeys
import Primitives

#if canImport(AuthenticationServices)
public import AuthenticationServices
/// The wish that the authenticator verify the user.
public typealias WebAuthnVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference
/// The wish to hear about the authenticator.
public typealias WebAuthnAttestationKind = ASAuthorizationPublicKeyCredentialAttestationKind
#else
/// The wish that the authenticator verify the user.
public typealias WebAuthnVerificationPreference = WAUserVerification
/// The wish to hear about the authenticator.
public typealias WebAuthnAttestationKind = WAAttestationPreference
#endif

/// Makes and uses passkeys of the system for a node with values of the app's own, where the callbacks would take the server's. The outcome
/// goes into the node's hidden value, and the delegate is told; then the app sends the node.
public final class FRWebAuthnManager: NSObject {
    /// Learns how it ended.
    public weak var delegate: (any FRWebAuthnManagerDelegate)?

    private let domain: String
    private let window: Handoff<WebAuthnWindow?>
    private let ceremony: WebAuthnCeremony
    private let acceptsJSON: Bool

    /// - Parameters:
    ///   - domain: the relying party's id.
    ///   - authenticationAnchor: the window above which the system shows its sheet.
    ///   - node: the node whose hidden value takes the outcome.
    public init(domain: String, authenticationAnchor: WebAuthnWindow?, node: Node) {
        self.domain = domain
        window = Handoff(authenticationAnchor)
        ceremony = WebAuthnCeremony(node)
        acceptsJSON = node.callbacks.lazy.compactMap { $0 as? WebAuthnCallback }.first?.supportsJsonResponse ?? false
    }

    /// Signs with a passkey.
    /// - Parameters:
    ///   - preferImmediatelyAvailableCredentials: whether the system offers no passkey of another device.
    ///   - allowedCredentialsArray: the ids of the credentials that will do; nil or empty for any.
    public func signInWith(
        preferImmediatelyAvailableCredentials: Bool, challenge: Data, allowedCredentialsArray: [[UInt8]]?,
        userVerificationPreference: WebAuthnVerificationPreference
    ) {
        answer(
            .authentication(
                WebAuthnAuthentication(
                    challenge: challenge.base64EncodedString(), relyingPartyID: domain,
                    userVerification: userVerificationPreference.rawValue, timeout: Self.timeout,
                    allowedCredentials: allowedCredentialsArray ?? [], acceptsJSON: acceptsJSON)),
            immediately: preferImmediatelyAvailableCredentials, deviceName: nil)
    }

    /// Makes a passkey.
    /// - Parameters:
    ///   - userID: the user's identifier, whose characters are the bytes of WebAuthn's `user.id`.
    ///   - deviceName: the server's name for the device; nil for none.
    public func signUpWith(
        userName: String, challenge: Data, userID: String, deviceName: String?,
        userVerificationPreference: WebAuthnVerificationPreference, attestationPreference: WebAuthnAttestationKind
    ) {
        answer(
            .registration(
                WebAuthnRegistration(
                    challenge: challenge.base64EncodedString(), relyingPartyID: domain, relyingPartyName: domain, userID: userID,
                    userName: userName, displayName: userName, algorithms: [Self.es256], timeout: Self.timeout,
                    attestation: attestationPreference.rawValue,
                    selection: .init(userVerification: userVerificationPreference.rawValue, requiresResidentKey: true),
                    acceptsJSON: acceptsJSON)),
            immediately: false, deviceName: deviceName)
    }

    /// The COSE algorithm of the system's passkeys (RFC 9053 §2.1).
    private static let es256 = -7
    /// The time that the user has, in milliseconds.
    private static let timeout = 60_000

    private func answer(_ request: WebAuthnRequest, immediately: Bool, deviceName: String?) {
        let (ceremony, window, manager) = (ceremony, window, Handoff(self))
        Task {
            do {
                _ = try await ceremony.run { runtime in
                    let place = await WebAuthnPlace(
                        runtime, DelegatedConsent(), above: window, usesPasskeys: true, immediately: immediately)
                    return try await place.provider.answer(to: request, from: place.origin, deviceName: deviceName)
                }
                manager.value.delegate?.didFinishAuthorization()
            } catch WebAuthnError.cancelled {
                manager.value.delegate?.didCancelModalSheet()
            } catch {
                manager.value.delegate?.didCompleteWithError(error)
            }
        }
    }
}

/// Learns how the use of a passkey ended. It is called on a thread of the SDK's.
public protocol FRWebAuthnManagerDelegate: AnyObject {
    /// The node's hidden value has the answer.
    func didFinishAuthorization()
    /// It failed: a ``WebAuthnError``, or what keeps the SDK from trying.
    func didCompleteWithError(_ error: any Error)
    /// The user closed the sheet.
    func didCancelModalSheet()
}
