package import DeviceFoundation

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

#if canImport(Darwin)
import URLSessionTransport
#endif

/// The pins that the SDK checks: the hashes of public keys.
public struct FRSecurityConfiguration: Sendable {
    /// SHA-256 hashes of the public keys that servers may have, in base64.
    public let hashes: [String]

    /// Makes a configuration.
    public init(hashes: [String]) { self.hashes = hashes }

    package var pins: PinSet { PinSet(keepingUnreadable: hashes) }

    /// Decides about a challenge of a session: cancels it for a server whose key isn't pinned, and leaves anything but a server's
    /// certificate to the system.
    ///
    /// On Linux a challenge shows no certificate. There the pins are noted at the challenge, and the requests to that server are held to
    /// them; a challenge that isn't the SDK's is cancelled.
    public func validateSessionAuthChallenge(
        session: URLSession, challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(challenge, completionHandler) }

    /// Decides about a challenge of one task, as ``validateSessionAuthChallenge(session:challenge:completionHandler:)``.
    public func validateTaskAuthChallenge(
        session: URLSession, task: URLSessionTask, challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(challenge, completionHandler) }

    private func decide(
        _ challenge: URLAuthenticationChallenge, _ answer: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
        let decision = SessionGuard.decide(challenge, pins: pins)
        answer(decision.0, decision.1)
        #else
        answer(ChallengingTransport.demand(pins, at: challenge) ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)
        #endif
    }
}
