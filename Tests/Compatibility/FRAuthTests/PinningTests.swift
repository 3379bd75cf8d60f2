import ClientTesting
import DeviceFoundation
import FRAuth
@testable import FRCore
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Enable SSL pinning")
    struct Pinning {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Configure SSL pinning in iOS")
        func hashes() async throws {
            let options = Harness.options
            options.sslPinningPublicKeyHashes = ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="]
            try FRAuth.start(options: options)
            let pins = try #require(harness.pins.asked.withLock { $0.last })
            #expect(!pins.isEmpty)
        }

        @Test("without hashes nothing is pinned")
        func noHashes() async throws {
            try FRAuth.start(options: Harness.options)
            #expect(try #require(harness.pins.asked.withLock { $0.last }).isEmpty)
        }

        @Test("discovery is pinned too")
        func discovery() async throws {
            let options = Harness.options
            options.sslPinningPublicKeyHashes = ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="]
            _ = try await options.discover(discoveryURL: "https://am.example.com/.well-known/openid-configuration")
            #expect(try #require(harness.pins.asked.withLock { $0.last }).isEmpty == false)
        }

        @Test("if the hash does not match, an error is returned instead")
        func mismatch() async throws {
            harness.server.on("authenticate") { _ throws(TransportError) in throw TransportError(.pinMismatch, "am.example.com") }
            try FRAuth.start(options: Harness.options)
            let result: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            guard case .apiRequestFailure(_, _, let error as TransportError)? = result.error as? NetworkError else {
                throw try #require(result.error)
            }
            #expect(error.code == .pinMismatch && result.error?.localizedDescription.contains("am.example.com") == true)
        }

        @Test(
            "a handler is asked only about what the pins allow, and may refuse it: the pins of its own configuration, or those of the options",
            arguments: [true, false], [true, false])
        func order(_ isPinned: Bool, _ accepts: Bool) throws {
            let (options, own) = (PinSet(keepingUnreadable: ["options"]), FRSecurityConfiguration(hashes: ["own"]))
            for (configuration, pins) in [(nil, options), (own, own.pins)] {
                let handler = RecordingHandler(frSecurityConfiguration: configuration, accepts: accepts)
                let checked = Mutex<[PinSet]>([])
                let order = PinsFirst(options, then: handler) { _, pins in
                    checked.withLock { $0.append(pins) }
                    return (isPinned ? .useCredential : .cancelAuthenticationChallenge, nil)
                }
                let answers = Mutex<[URLSession.AuthChallengeDisposition]>([])
                let session = URLSession(configuration: .ephemeral)
                order.urlSession(session, didReceive: .untold) { disposition, _ in answers.withLock { $0.append(disposition) } }
                let task = session.dataTask(with: try #require(URL(string: "https://am.example.com")))
                order.urlSession(session, task: task, didReceive: .untold) { disposition, _ in answers.withLock { $0.append(disposition) } }
                session.invalidateAndCancel()
                #expect(checked.withLock { $0 } == [pins, pins])
                #expect(handler.asked == (isPinned ? 2 : 0))
                let last: URLSession.AuthChallengeDisposition =
                    isPinned && accepts ? .useCredential : .cancelAuthenticationChallenge
                #expect(answers.withLock { $0 } == [last, last])
            }
        }

        @Test("pins that two sides want are those of both; none where they have none in common")
        func narrowed() {
            let (one, two) = (PinSet(keepingUnreadable: ["a", "b"]), PinSet(keepingUnreadable: ["b", "c"]))
            #expect(one.narrowed(to: two) == PinSet(keepingUnreadable: ["b"]))
            #expect(one.narrowed(to: .none) == one && PinSet.none.narrowed(to: two) == two)
            #expect(one.narrowed(to: PinSet(keepingUnreadable: ["d"])) == nil)
        }

        @Test("a configuration decides about no challenge that isn't the SDK's, where it sees no certificate")
        func foreign() {
            let answers = Mutex<[URLSession.AuthChallengeDisposition]>([])
            FRSecurityConfiguration(hashes: ["a"]).validateSessionAuthChallenge(session: .shared, challenge: .untold) { disposition, _ in
                answers.withLock { $0.append(disposition) }
            }
            #expect(answers.withLock { $0 } == [.cancelAuthenticationChallenge])
        }
    }
}

/// A handler that counts what it is asked.
private final class RecordingHandler: FRURLSessionSSLPinningHandler, @unchecked Sendable {  // one thread uses it
    private let accepts: Bool
    private(set) var asked = 0

    init(frSecurityConfiguration: FRSecurityConfiguration?, accepts: Bool) {
        self.accepts = accepts
        super.init(frSecurityConfiguration: frSecurityConfiguration)
    }

    override func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(completionHandler) }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { decide(completionHandler) }

    private func decide(_ answer: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
        asked += 1
        answer(accepts ? .useCredential : .cancelAuthenticationChallenge, nil)
    }
}

extension URLAuthenticationChallenge {
    /// A challenge that tells nothing.
    fileprivate static var untold: URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: "am.example.com", port: 443, protocol: "https", realm: nil,
                authenticationMethod: "NSURLAuthenticationMethodServerTrust"),
            proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil, sender: SilentSender())
    }
}

private final class SilentSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
