#if os(Linux)
import DeviceFoundation
import FRAuth
import FRDeviceBinding
import Foundation
import HardwareTokens
import JOSE
import Primitives
import Testing
import TokenTesting
import DeviceRegistry

extension Documentation {
    @Suite("Against a server: keys in a token of another process", .enabled(if: TokenServer.isInstalled))
    struct LiveHardware {
        @Test("a device is bound, signs and is unbound; the process has no token, and no key leaves the token")
        func remote() async throws {
            // A process of its own: other tests have the token's library in this one. It fails by what it throws.
            await #expect(processExitsWith: .success) { try await Self.bindSignUnbind() }
        }

        private static func bindSignUnbind() async throws {
            let token = try SoftToken()
            let tokenServer = try TokenServer(token)
            defer {
                tokenServer.stop()
                token.remove()
            }
            let client = try #require(TokenServer.client)
            _ = try #require(throws: KeyError(.locked, "")) {
                try PKCS11KeyStore(module: client, token: SoftToken.label, pin: Secret("4321"))
            }
            let keys = try PKCS11KeyStore(module: client, token: SoftToken.label, pin: SoftToken.pin)
            let harness = try Harness()
            var environment = BindingEnvironment.current
            environment.application = "com.example.app"
            environment.keys = { _ in keys }
            BindingEnvironment.current = environment
            try await harness.live { live in
                try await live.addBindingJourneys(.none)
                try FRAuth.start(options: live.options)
                let app = BindingApp(live: live)
                let bound = try await app.binding { $1.bind($0) }
                try #require(bound.outcome == "success")
                let key = try #require(FRUserKeys().loadAll().first)
                try #require(try await keys.names() == [key.kid] && token.keyCount == 2)
                let point = try #require(try await keys.publicKey(key.kid))
                guard case .ec(let known)? = try await app.serverKeys().first?.publicKey.material else {
                    throw KeyError(.absent, "the server has no such key")
                }
                try #require(known.x == point.x && known.y == point.y)
                let signed = try await app.signing(finish: true) { $1.sign($0) }
                try #require(signed.outcome == "success")
                try #require(await keys.keepsSecret(key.kid))
                let mapped = mappedFiles()
                try #require(mapped.contains(client) && !mapped.contains { $0.contains("softhsm") })
                try #require(Unbinding.delete(key) && FRUserKeys().loadAll().isEmpty)
                try #require(try await keys.names().isEmpty && token.keyCount == 0)
            }
        }
    }
}
#endif
