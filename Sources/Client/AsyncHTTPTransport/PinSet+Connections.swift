import AsyncHTTPClient
import DeviceFoundation
import NIOCore
import NIOSSL
import Primitives

extension PinSet {
    /// Thrown into a connection whose key is not pinned.
    struct Mismatch: Error {}

    /// Has every new connection show a pinned key before any request goes over it.
    ///
    /// The client has no hook for verification, but runs its "debug initialisers" after the handshake and before the first
    /// request, and gives the connection up when they fail. A connection without TLS has no certificate and fails too.
    func guardConnections(of configuration: inout HTTPClient.Configuration) {
        guard !isEmpty else { return }
        let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
            channel.eventLoop.makeFutureWithTask { try await self.verify(channel) }
        }
        configuration.http1_1ConnectionDebugInitializer = check
        configuration.http2ConnectionDebugInitializer = check
    }

    private func verify(_ channel: any Channel) async throws {
        let certificate = try? await channel.nioSSL_peerCertificate().get()
        let key = try certificate?.extractPublicKey().toSPKIBytes()
        guard let key, contains(subjectPublicKeyInfo: key) else {
            channel.close(promise: nil)
            throw Mismatch()
        }
    }
}
