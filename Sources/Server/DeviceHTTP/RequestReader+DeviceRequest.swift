package import DeviceMessages
import HTTPBase
import HTTPTypes
package import Hummingbird
import NIOCore
import Primitives
package import RealmHTTP

extension RequestReader {
    private static var proof: HTTPField.Name { .known(DeviceProof.field) }

    /// Reads what a device's proof must cover. The address is this server's own, whatever the request says.
    /// - Throws: `.malformed` for a request with query parameters; as `bytes(upTo:)`.
    package func deviceRequest(_ request: Request, upTo limit: Int) async throws -> DeviceRequest {
        guard request.uri.query == nil else { throw DeviceError(.malformed, "there are no query parameters in this protocol") }
        let body = try await request.bytes(upTo: limit)
        return DeviceRequest(
            method: request.method.rawValue, url: configuration.publicAddress.url(request.uri.path), body: Array(body.readableBytesView),
            proof: request.headers[Self.proof])
    }
}
