import Primitives
internal import Synchronization

/// The certificate that a running server shows at each handshake, and its key.
final class ShownCertificate: Sendable {
    private let current: Mutex<TLS.Identity>

    init(_ identity: TLS.Identity) { current = Mutex(identity) }

    var identity: TLS.Identity { current.withLock { $0 } }

    /// Shows another certificate from the next handshake on; connections that are open stay as they are.
    func replace(by identity: TLS.Identity) { current.withLock { $0 = identity } }
}
