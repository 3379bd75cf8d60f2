import Foundation
package import DeviceFoundation
import Synchronization

/// A transport that asks a closure for each answer, and remembers what was sent.
package final class ScriptedTransport: HTTPTransport {
    package typealias Responder = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    private let answer: Responder
    private let sent = Mutex<[HTTPRequest]>([])

    package init(_ answer: @escaping Responder) { self.answer = answer }

    /// Everything sent so far, in order.
    package var requests: [HTTPRequest] { sent.withLock { $0 } }

    /// The requests whose path ends so.
    package func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path().hasSuffix(path) } }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        return try await answer(request)
    }
}
