import DeviceFoundation
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Decides about the challenges of servers. Redirects are never followed, so that nothing decides about them.
public protocol FRURLSessionHandlerProtocol: URLSessionTaskDelegate {
    /// Decides about a challenge of the session.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Decides about a challenge of one task.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}

/// Decides about servers, on top of the pins: subclass it to refuse more. A server that the pins refuse is refused before it is asked.
///
/// On Linux no certificate can be shown to it: it is asked before the first request to a server, and may refuse it.
open class FRURLSessionHandler: NSObject, FRURLSessionHandlerProtocol, @unchecked Sendable {  // for app's subclasses
    /// The pins in place of those of the ``FROptions``; nil for those.
    var pins: PinSet? { nil }

    /// Leaves a challenge of the session to the system.
    open func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }

    /// Leaves a challenge of one task to the system.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }
}
