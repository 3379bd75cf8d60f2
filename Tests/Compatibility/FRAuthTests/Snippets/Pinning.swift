import FRAuth
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

class CustomPinningHandler: FRURLSessionSSLPinningHandler, @unchecked Sendable {  // as the class that it overrides
    override func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Provide Custom SSL Pinning handling
    }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Provide Custom SSL Pinning handling
    }
}
