import ClientTesting
import DeviceFoundation
import Foundation
import Synchronization

/// The network, with notes of what was sent over it.
final class Wire: Sendable {
    private let sent = Mutex<[HTTPRequest]>([])

    /// Everything sent so far, in order.
    var requests: [HTTPRequest] { sent.withLock { $0 } }

    /// The requests whose path ends so.
    func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path().hasSuffix(path) } }

    /// A transport that takes notes here.
    func over(_ transport: any HTTPTransport) -> any HTTPTransport {
        ScriptedTransport { [self] request async throws(TransportError) in
            sent.withLock { $0.append(request) }
            return try await transport.send(request)
        }
    }
}
