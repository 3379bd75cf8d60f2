package import DeviceMessages
package import Foundation
package import HTTPBase
package import HTTPTypes
package import Hummingbird
package import Primitives
package import RealmHTTP
import Store
package import DeviceRegistry
package import Directory

/// Reads from a request of the device protocol what every route needs: the realm, and which installation proves it to be its own.
package struct DeviceReader: Sendable {
    /// The beginning of all paths of devices.
    package static let path = "/device/v1"

    /// The longest body besides logs, in bytes.
    package static let longestBody = 64 << 10

    package let reader: RequestReader
    private let realms: Realms
    private let installations: Installations

    package init(reader: RequestReader, realms: Realms, installations: Installations) {
        self.reader = reader
        self.realms = realms
        self.installations = installations
    }

    /// A request as it arrived: nothing that its sender says is verified.
    private struct Arrived {
        let realm: Realm
        let issuer: DeviceIssuer
        let request: DeviceRequest
        let address: String
        let headers: HTTPFields

        func by<Sender>(_ proved: ProvedRequest<Sender>) -> Proved<Sender> {
            Proved(realm: realm, issuer: issuer, request: proved, address: address, headers: headers)
        }
    }

    /// A request that its sender has proved, with what surrounds it.
    package struct Proved<Sender: Sendable>: Sendable {
        package let realm: Realm
        package let issuer: DeviceIssuer
        /// The request as its sender proved it.
        package let request: ProvedRequest<Sender>
        /// The network address of the sender.
        package let address: String
        /// The header fields of the request.
        package let headers: HTTPFields

        package var sender: Sender { request.sender }

        /// The body's JSON.
        package var json: JSONValue {
            get throws(DeviceError) {
                try JSONValue(deviceBody: request.body)
            }
        }
    }

    /// The realm of the path.
    /// - Throws: a 404 for an unknown one.
    package func realm(_ context: GatehouseContext) async throws -> (Realm, DeviceIssuer) {
        let text = try context.parameters.require("realm")
        guard let id = UUID(text: text), id.text == text else {
            throw WireError(.notFound, "there is no such realm")
        }
        let realm = try await realms.realm(id: id)
        return (realm, DeviceIssuer(base: reader.configuration.publicAddress.origin, realm: text))
    }

    /// A route that takes only requests of installations that are known.
    package func proved(
        _ handle: @escaping @Sendable (Proved<Installation>, GatehouseContext) async throws -> Response
    ) -> RouteDeclaration.Handler {
        { request, context in
            let arrived = try await arrived(request, context, upTo: Self.longestBody)
            return try await handle(arrived.by(installations.prove(arrived.request, in: arrived.realm)), context)
        }
    }

    /// A route by which an installation may introduce itself.
    ///
    /// - Parameter limit: the longest body, in bytes.
    package func introduced(
        upTo limit: Int = longestBody,
        _ handle: @escaping @Sendable (Proved<Installations.Sender>, GatehouseContext) async throws -> Response
    ) -> RouteDeclaration.Handler {
        { request, context in
            let arrived = try await arrived(request, context, upTo: limit)
            return try await handle(arrived.by(installations.introduce(arrived.request, in: arrived.realm)), context)
        }
    }

    /// Reads what the proof must cover. The address is this server's own, whatever the request says.
    private func arrived(_ request: Request, _ context: GatehouseContext, upTo limit: Int) async throws -> Arrived {
        let (realm, issuer) = try await realm(context)
        return Arrived(
            realm: realm, issuer: issuer, request: try await reader.deviceRequest(request, upTo: limit),
            address: reader.address(of: request, context), headers: request.headers)
    }

    /// A parameter of the path that is a UUID.
    package static func id(_ context: GatehouseContext) throws -> UUID {
        guard let id = UUID(text: try context.parameters.require("id")) else {
            throw WireError(.notFound, "there is nothing at this path")
        }
        return id
    }
}

/// Tells errors in this protocol's manner.
package struct DeviceErrors: ErrorForm {
    private let others = JSONErrors()

    package init() {}

    package func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        guard let error = error as? DeviceError else { return others.response(to: error, of: request, context) }
        var headers = HTTPFields.noStore
        if error.code == .rateLimited { headers[.retryAfter] = "60" }
        return .json(error.json, status: HTTPResponse.Status(code: error.status), headers: headers)
    }
}
