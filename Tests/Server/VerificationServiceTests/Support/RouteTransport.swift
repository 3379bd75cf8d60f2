import DeviceFoundation
import Foundation
import HTTPTypes
import Primitives
import Synchronization

/// Sends a client's requests to the server's routes. A test may change the answers on their way, as a server that lies does.
final class RouteTransport: HTTPTransport {
    typealias Response = DeviceFoundation.HTTPResponse

    private let server: VerifyServer
    private let change = Mutex<(@Sendable (Response) -> Response)?>(nil)
    private let kept = Mutex(Response(status: 0))

    init(_ server: VerifyServer) { self.server = server }

    /// The answer that the client got last.
    var last: Response { kept.withLock { $0 } }

    /// Changes each answer from now on; nil changes none.
    func answers(_ change: (@Sendable (Response) -> Response)?) { self.change.withLock { $0 = change } }

    func send(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> Response {
        var headers = HTTPFields()
        for field in request.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        let method = HTTPTypes.HTTPRequest.Method(request.method.rawValue) ?? .post
        let answer: VerifyServer.VerifyAnswer
        do { answer = try await server.send(method, request.url.absoluteString, headers: headers, body: request.body) } catch {
            throw TransportError(.cannotConnect, "\(error)")
        }
        var response = Response(status: answer.status, body: answer.body)
        if let change = change.withLock({ $0 }) { response = change(response) }
        kept.withLock { $0 = response }
        return response
    }

    func stream(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams here")
    }
}
