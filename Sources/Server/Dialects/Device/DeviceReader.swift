import DeviceMessages
import Foundation
import HTTPTypes
import Hummingbird
import Primitives
import Services
import Store

/// Reads from a request of the device protocol what every route needs: the realm, and which installation proves it to be its own.
struct DeviceReader: Sendable {
    /// The longest body besides logs, in bytes.
    private static let longestBody = 64 << 10
    private static let proof = HTTPField.Name.known(DeviceProof.field)

    let reader: RequestReader
    var domain: Domain { reader.domain }

    /// A request as it was proved.
    struct Proved: Sendable {
        let realm: Realm
        let issuer: DeviceIssuer
        let request: Installations.ProvedRequest
        let proof: String?
        let address: String

        /// The body's JSON.
        var json: JSONValue {
            get throws(DeviceError) {
                do { return try JSONValue(parsing: request.body) } catch {
                    throw DeviceError(.malformed, "the body is no JSON: \(error.reason)")
                }
            }
        }
    }

    /// The realm of the path.
    /// - Throws: a 404 for an unknown one.
    func realm(_ context: GatehouseContext) async throws -> (Realm, DeviceIssuer) {
        let text = try context.parameters.require("realm")
        guard let id = UUID(text: text), id.text == text else {
            throw WireError(.notFound, "there is no such realm")
        }
        let realm = try await domain.realms.realm(id: id)
        return (realm, DeviceIssuer(base: reader.configuration.publicAddress.origin, realm: text))
    }

    /// Reads what the proof must cover. The address is this server's own, whatever the request says.
    func proved(_ request: Request, _ context: GatehouseContext, upTo limit: Int = longestBody) async throws -> Proved {
        let (realm, issuer) = try await realm(context)
        guard request.uri.query == nil else { throw DeviceError(.malformed, "there are no query parameters in this protocol") }
        let body = try await request.bytes(upTo: limit)
        let url = reader.configuration.publicAddress.url(request.uri.path)
        return Proved(
            realm: realm, issuer: issuer,
            request: Installations.ProvedRequest(method: request.method.rawValue, url: url, body: Array(body.readableBytesView)),
            proof: request.headers[Self.proof], address: reader.address(of: request, context))
    }

    /// The installation that has made a request and proved it.
    func installation(_ request: Request, _ context: GatehouseContext) async throws -> (Installation, Proved) {
        let proved = try await proved(request, context)
        let installation = try await domain.installations.prove(proved.proof, for: proved.request, in: proved.realm)
        return (installation, proved)
    }

    /// A parameter of the path that is a UUID.
    static func id(_ context: GatehouseContext) throws -> UUID {
        guard let id = UUID(text: try context.parameters.require("id")) else {
            throw WireError(.notFound, "there is nothing at this path")
        }
        return id
    }
}

/// Tells errors in this protocol's manner.
struct DeviceErrors: ErrorForm {
    private let others = JSONErrors()

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        guard let error = error as? DeviceError else { return others.response(to: error, of: request, context) }
        var headers = HTTPFields.noStore
        if error.code == .rateLimited { headers[.retryAfter] = "60" }
        return .json(error.json, status: HTTPResponse.Status(code: error.status), headers: headers)
    }
}
