import DeviceFoundation
import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Decides about a server in the order that no app's handler changes: first the pins, then the handler, which may refuse a server and can't
/// accept what the pins refuse.
final class PinsFirst: NSObject, URLSessionTaskDelegate, Sendable {
    typealias Decision = (URLSession.AuthChallengeDisposition, URLCredential?)

    private let pins: PinSet
    private let handler: FRURLSessionHandler
    private let check: @Sendable (_ challenge: URLAuthenticationChallenge, _ pins: PinSet) -> Decision

    /// - Parameters:
    ///   - pins: the pins of the options, which those of the handler take the place of.
    ///   - check: the decision about a server's key by pins.
    init(
        _ pins: PinSet, then handler: FRURLSessionHandler,
        check: @escaping @Sendable (_ challenge: URLAuthenticationChallenge, _ pins: PinSet) -> Decision
    ) {
        self.pins = handler.pins ?? pins
        self.handler = handler
        self.check = check
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let own = check(challenge, pins)
        guard own.0 != .cancelAuthenticationChallenge else { return completionHandler(own.0, own.1) }
        handler.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let own = check(challenge, pins)
        guard own.0 != .cancelAuthenticationChallenge else { return completionHandler(own.0, own.1) }
        handler.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }
}
