import DeviceFoundation

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Checks pins of its own in place of those of the ``FROptions``; subclass it to decide otherwise ("Override default implementation of
/// SSL pinning for iOS"). Without a configuration the pins of the ``FROptions`` stay in force.
open class FRURLSessionSSLPinningHandler: FRURLSessionHandler, @unchecked Sendable {  // for app's subclasses
    private let configuration: FRSecurityConfiguration?

    /// A handler for some pins; none without a configuration.
    public init(frSecurityConfiguration: FRSecurityConfiguration?) { configuration = frSecurityConfiguration }

    override var pins: PinSet? { configuration?.pins }

    /// Checks the pins of the configuration.
    open override func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let configuration else { return completionHandler(.performDefaultHandling, nil) }
        configuration.validateSessionAuthChallenge(session: session, challenge: challenge, completionHandler: completionHandler)
    }

    /// Checks the pins of the configuration.
    open override func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let configuration else { return completionHandler(.performDefaultHandling, nil) }
        configuration.validateTaskAuthChallenge(session: session, task: task, challenge: challenge, completionHandler: completionHandler)
    }
}
