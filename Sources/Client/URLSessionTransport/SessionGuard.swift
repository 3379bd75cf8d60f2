import Primitives

#if canImport(Darwin)
package import DeviceFoundation
package import Foundation
import Security

/// Checks the key of each server against the pins, after the system's own verification.
package final class SessionGuard: NSObject, URLSessionTaskDelegate {
    private let pins: PinSet

    init(pins: PinSet) { self.pins = pins }

    package func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { Self.decide(challenge, pins: pins) }

    /// Decides what to do about a challenge: nothing but pins differs from what the system does.
    package static func decide(
        _ challenge: URLAuthenticationChallenge, pins: PinSet
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust, !pins.isEmpty else {
            return (.performDefaultHandling, nil)
        }
        guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
            let key = SubjectPublicKeyInfo(of: trust), pins.contains(subjectPublicKeyInfo: key.bytes)
        else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }
}

/// Hands a redirect to the caller instead of following it.
final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? { nil }
}
#endif
