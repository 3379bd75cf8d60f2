import Primitives

#if !canImport(Darwin)
import DeviceFoundation
import Foundation
import FoundationNetworking
import Synchronization

/// Asks an app's pinning handler before the first request to a server with TLS, since no URLSession does here.
///
/// The handler gets no certificate, for which Foundation has no type here. It may refuse a server, and can't widen what the pins and the
/// system trust.
final class ChallengingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let handler: FRURLSessionSSLPinningHandler
    private let session = URLSession(configuration: .ephemeral)
    private let accepted = Mutex<Set<String>>([])

    init(_ base: any HTTPTransport, asking handler: FRURLSessionSSLPinningHandler) {
        self.base = base
        self.handler = handler
    }

    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await challenge(request)
        return try await base.send(request)
    }

    private func challenge(_ request: HTTPRequest) async throws(TransportError) {
        guard request.url.scheme?.lowercased() == "https", let host = request.url.host() else { return }
        let port = request.url.port ?? 443
        guard !accepted.withLock({ $0.contains("\(host):\(port)") }) else { return }
        switch await decision(about: host, port, within: request.timeout) {
        case true?: accepted.withLock { _ = $0.insert("\(host):\(port)") }
        case false?: throw TransportError(.pinMismatch, "\(host): the pinning handler refused it")
        case nil: throw TransportError(.timedOut, "\(host): the pinning handler did not decide")
        }
    }

    /// nil when none came in time.
    private func decision(about host: String, _ port: Int, within timeout: Duration) async -> Bool? {
        let (decisions, continuation) = AsyncStream.makeStream(of: Bool.self)
        handler.urlSession(session, didReceive: .serverTrust(host, port)) { disposition, _ in
            continuation.yield([.useCredential, .performDefaultHandling].contains(disposition))
            continuation.finish()
        }
        let timer = Task {
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await decision in decisions { return decision }
        return nil
    }
}

extension URLAuthenticationChallenge {
    fileprivate static func serverTrust(_ host: String, _ port: Int) -> URLAuthenticationChallenge {
        let space = URLProtectionSpace(
            // The constant is not to be had here; its value is documented.
            host: host, port: port, protocol: "https", realm: nil, authenticationMethod: "NSURLAuthenticationMethodServerTrust")
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: DeafSender())
    }
}

/// A challenge has a sender, which delegates of URLSession don't use: they call the completion.
private final class DeafSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
#endif
