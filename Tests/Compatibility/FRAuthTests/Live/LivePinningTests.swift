import AsyncHTTPTransport
import DeviceFoundation
import FRAuth
import Foundation
import ServerTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Against a server: SSL pinning")
    struct LivePinning {
        private let harness: Harness
        private let identity: SelfSigned

        init() throws {
            harness = try Harness()
            identity = try SelfSigned()
        }

        private func withTLS(_ body: (LiveServer) async throws -> Void) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let files = try identity.write(to: directory)
            let trust = TrustedAuthorities.only(pem: try identity.pem.utf8)
            try await harness.live(["tls-cert": files.certificate, "tls-key": files.key], trusting: trust, body)
        }

        private func login(at live: LiveServer, pins: [String]? = nil) async throws -> Outcome<FRUser> {
            let options = live.options
            options.sslPinningPublicKeyHashes = pins
            options.timeout = "2"
            try FRAuth.start(options: options)
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            return await first.node?.signIn() ?? first
        }

        @Test("Configure SSL pinning in iOS: with the hash of the server's key the app signs in, with another it gets an error instead")
        func hashes() async throws {
            let other = try SelfSigned().pin
            try await withTLS { live async throws in
                #expect(try await login(at: live, pins: [identity.pin, other]).result?.token != nil)
                #expect(try await login(at: live, pins: [other]).isUntrusted)
                #expect(try await login(at: live, pins: ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="]).isUntrusted)
                #expect(live.wire.requests(to: "authenticate").count == 4)
            }
        }

        @Test("Override default implementation of SSL pinning for iOS: the handler is asked about the server, from the next request on")
        func override() async throws {
            try await withTLS { live async throws in
                #expect(try await login(at: live).error == nil)
                let customPinningHandler = CustomPinningHandler(frSecurityConfiguration: nil)
                RestClient.shared.setURLSessionConfiguration(config: nil, handler: customPinningHandler)
                #expect(try FRUser.currentUser?.refreshSync().token != nil)
                #expect(customPinningHandler.asked == ["127.0.0.1: NSURLAuthenticationMethodServerTrust"])
            }
        }

        @Test("what the handler refuses isn't spoken to; nor is what it never decides about")
        func refused() async throws {
            try await withTLS { live async throws in
                for decision in [.cancelAuthenticationChallenge, .rejectProtectionSpace, nil] as [URLSession.AuthChallengeDisposition?] {
                    let handler = CustomPinningHandler(frSecurityConfiguration: nil, deciding: decision)
                    RestClient.shared.setURLSessionConfiguration(config: nil, handler: handler)
                    let result = try await login(at: live)
                    #expect(result.error is NetworkError && result.isUntrusted == (decision != nil))
                    #expect(handler.asked.count == 1)
                }
                #expect(live.wire.requests.isEmpty)
            }
        }

        @Test("a handler doesn't take the pins away: those of its own configuration count, or those of the options")
        func pins() async throws {
            let other = try SelfSigned().pin
            try await withTLS { live async throws in
                let plain = CustomPinningHandler(frSecurityConfiguration: nil)
                RestClient.shared.setURLSessionConfiguration(config: nil, handler: plain)
                #expect(try await login(at: live, pins: [other]).isUntrusted)
                let pinning = CustomPinningHandler(frSecurityConfiguration: FRSecurityConfiguration(hashes: [other]))
                RestClient.shared.setURLSessionConfiguration(config: nil, handler: pinning)
                #expect(try await login(at: live).isUntrusted)
                let right = CustomPinningHandler(frSecurityConfiguration: FRSecurityConfiguration(hashes: [identity.pin]))
                RestClient.shared.setURLSessionConfiguration(config: nil, handler: right)
                #expect(try await login(at: live).result != nil)
            }
        }

        @Test("a handler may pin by a configuration of its own: together with the pins that are in force")
        func validated() async throws {
            let other = try SelfSigned().pin
            for (wanted, pins, isTrusted) in [
                ([identity.pin], nil, true), ([other], nil, false), ([identity.pin, other], [identity.pin], true),
                ([other], [identity.pin], false), ([identity.pin], [other], false),
            ] as [([String], [String]?, Bool)] {
                try await withTLS { live async throws in
                    let handler = ValidatingHandler(FRSecurityConfiguration(hashes: wanted))
                    RestClient.shared.setURLSessionConfiguration(config: nil, handler: handler)
                    let result = try await login(at: live, pins: pins)
                    #expect((result.result != nil) == isTrusted, "\(wanted), \(pins ?? []): \(String(describing: result.error))")
                    #expect(result.isUntrusted == !isTrusted)
                }
            }
        }
    }
}

/// A handler that has a configuration decide.
private final class ValidatingHandler: FRURLSessionHandler, @unchecked Sendable {  // nothing of it changes
    private let configuration: FRSecurityConfiguration

    init(_ configuration: FRSecurityConfiguration) { self.configuration = configuration }

    override func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { configuration.validateSessionAuthChallenge(session: session, challenge: challenge, completionHandler: completionHandler) }
}

extension Outcome {
    /// Whether the SDK didn't trust the server.
    fileprivate var isUntrusted: Bool {
        guard case .apiRequestFailure(_, _, let error as TransportError)? = error as? NetworkError else { return false }
        return [.pinMismatch, .untrusted].contains(error.code)
    }
}
