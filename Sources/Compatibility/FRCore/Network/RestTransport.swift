package import DeviceFoundation
import Primitives

/// The transport that the settings of the ``RestClient`` ask for at the time of a request.
package final class RestTransport: HTTPTransport {
    package typealias Make = @Sendable (RestSettings) throws -> any HTTPTransport

    private struct CachedTransport {
        let transport: any HTTPTransport
        let revision: Int
    }

    private let make: Make
    private let made: Lock<CachedTransport>

    /// - Throws: the errors of `make`.
    package init(_ make: @escaping Make) throws {
        self.make = make
        let settings = RestClient.shared.settings
        made = Lock(CachedTransport(transport: try make(settings), revision: settings.revision))
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { try await current().send(request) }

    private func current() throws(TransportError) -> any HTTPTransport {
        let settings = RestClient.shared.settings
        do {
            return try made.withLock { made in
                if made.revision != settings.revision { made = CachedTransport(transport: try make(settings), revision: settings.revision) }
                return made.transport
            }
        } catch {
            throw TransportError(.cannotConnect, "the transport could not be made: \(error)", underlying: error)
        }
    }
}
