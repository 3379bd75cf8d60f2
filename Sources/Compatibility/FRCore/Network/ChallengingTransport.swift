import Primitives

#if !canImport(Darwin)
import DeviceFoundation
import Foundation
import FoundationNetworking

/// Asks an app's handler before the first request to a server with TLS, since no URLSession does here.
///
/// The handler gets no certificate, for which Foundation has no type here. It may refuse a server or want pins for it, and can't widen what
/// the pins and the system trust.
final class ChallengingTransport: HTTPTransport {
    typealias Make = @Sendable (PinSet) throws -> any HTTPTransport

    private let pins: PinSet
    private let make: Make
    private let base: any HTTPTransport
    private let handler: FRURLSessionHandler
    private let session = URLSession(configuration: .ephemeral)
    private let accepted = Lock<[String: any HTTPTransport]>([:])

    init(_ pins: PinSet, from make: @escaping Make, asking handler: FRURLSessionHandler) throws {
        self.pins = pins
        self.make = make
        self.handler = handler
        base = try make(pins)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Notes that the server of a challenge shall have one of some keys; false for a challenge that isn't the SDK's.
    static func demand(_ pins: PinSet, at challenge: URLAuthenticationChallenge) -> Bool {
        guard let sender = challenge.sender as? ChallengeSender else { return false }
        sender.demand(pins)
        return true
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await transport(for: request).send(request)
    }

    private func transport(for request: HTTPRequest) async throws(TransportError) -> any HTTPTransport {
        guard request.url.scheme?.lowercased() == "https", let host = request.url.host() else { return base }
        let port = request.url.port ?? 443
        if let known = accepted.withLock({ $0["\(host):\(port)"] }) { return known }
        let sender = ChallengeSender(pins)
        switch await decision(about: .serverTrust(host, port, from: sender), within: request.timeout) {
        case true?: break
        case false?: throw TransportError(.pinMismatch, "\(host): the pinning handler refused it")
        case nil: throw TransportError(.timedOut, "\(host): the pinning handler did not decide")
        }
        let transport = try transport(for: host, sender.wanted)
        accepted.withLock { $0["\(host):\(port)"] = transport }
        return transport
    }

    /// The transport for the pins that options and handler want together.
    private func transport(for host: String, _ wanted: PinSet?) throws(TransportError) -> any HTTPTransport {
        guard let wanted else { throw TransportError(.pinMismatch, "\(host): no key satisfies the pins of the options and the handler") }
        guard wanted != pins else { return base }
        do { return try make(wanted) } catch {
            throw TransportError(.cannotConnect, "the transport could not be made: \(error)", underlying: error)
        }
    }

    /// nil when none came in time.
    private func decision(about challenge: URLAuthenticationChallenge, within timeout: Duration) async -> Bool? {
        let (decisions, continuation) = AsyncStream.makeStream(of: Bool.self)
        handler.urlSession(session, didReceive: challenge) { disposition, _ in
            continuation.yield([.useCredential, .performDefaultHandling].contains(disposition))
            continuation.finish()
        }
        let timer = Task {  // Is cancelled, never waited for.
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await decision in decisions { return decision }
        return nil
    }
}

extension URLAuthenticationChallenge {
    fileprivate static func serverTrust(_ host: String, _ port: Int, from sender: ChallengeSender) -> URLAuthenticationChallenge {
        let space = URLProtectionSpace(
            // The constant is not to be had here; its value is documented.
            host: host, port: port, protocol: "https", realm: nil, authenticationMethod: "NSURLAuthenticationMethodServerTrust")
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: sender)
    }
}

/// The sender of the SDK's challenges, which delegates of URLSession don't call: it notes the pins that a handler wants.
private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, Sendable {
    private let pins: Lock<PinSet?>

    init(_ pins: PinSet) { self.pins = Lock(pins) }

    /// The pins of the options and those that were demanded; nil when no key satisfies all of them.
    var wanted: PinSet? { pins.withLock { $0 } }

    func demand(_ more: PinSet) { pins.withLock { $0 = $0?.narrowed(to: more) } }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
#endif
