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
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard self.contains(keyOf: channel) else {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(Mismatch())
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
    }

    private func contains(keyOf channel: any Channel) -> Bool {
        guard let certificate = try? channel.pipeline.syncOperations.nioSSL_peerCertificate(),
            let key = try? certificate.extractPublicKey().toSPKIBytes()
        else { return false }
        return contains(subjectPublicKeyInfo: key)
    }
}
