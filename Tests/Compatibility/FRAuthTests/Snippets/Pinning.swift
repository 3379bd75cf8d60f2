import FRAuth
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

class CustomPinningHandler: FRURLSessionSSLPinningHandler, @unchecked Sendable {  // as the class that it overrides
    /// What it is asked about, and what it says to it; nil for nothing.
    private let answer: Mutex<(asked: [String], decision: URLSession.AuthChallengeDisposition?)>

    init(frSecurityConfiguration: FRSecurityConfiguration?, deciding decision: URLSession.AuthChallengeDisposition? = .useCredential) {
        answer = Mutex(([], decision))
        super.init(frSecurityConfiguration: frSecurityConfiguration)
    }

    var asked: [String] { answer.withLock { $0.asked } }

    override func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Provide Custom SSL Pinning handling
        let decision = answer.withLock { answer in
            answer.asked.append("\(challenge.protectionSpace.host): \(challenge.protectionSpace.authenticationMethod)")
            return answer.decision
        }
        if let decision { completionHandler(decision, nil) }
    }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Provide Custom SSL Pinning handling
    }
}
