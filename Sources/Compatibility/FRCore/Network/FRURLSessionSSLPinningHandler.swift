import DeviceFoundation
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

#if canImport(Darwin)
import URLSessionTransport
#endif

/// Decides about the server's certificate; subclass it to decide otherwise ("Override default implementation of SSL pinning for
/// iOS").
///
/// On Linux no certificate can be shown to it: it is asked before the first request to a server, and may refuse it. The pins of its configuration stay in
/// force, or without one those of the ``FROptions``.
open class FRURLSessionSSLPinningHandler: NSObject, URLSessionTaskDelegate, @unchecked Sendable {  // for app's subclasses
    private let configuration: FRSecurityConfiguration?

    /// A handler for some pins; none without a configuration.
    public init(frSecurityConfiguration: FRSecurityConfiguration?) { configuration = frSecurityConfiguration }

    /// The pins to check; nil when there is no configuration.
    var pins: PinSet? { configuration?.pins }

    /// Decides about a challenge of the session.
    open func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(challenge, completionHandler) }

    /// Decides about a challenge of one task.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(challenge, completionHandler) }

    private func decide(
        _ challenge: URLAuthenticationChallenge, _ answer: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
        let decision = SessionGuard.decide(challenge, pins: pins ?? .none)
        answer(decision.0, decision.1)
        #else
        answer(.performDefaultHandling, nil)
        #endif
    }
}
