import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Synchronization
import Testing

extension Documentation {
    @Suite("Enable SSL pinning")
    struct Pinning {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Configure SSL pinning in iOS")
        func hashes() async throws {
            var options = Harness.options
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
            var options = Harness.options
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
    }
}
