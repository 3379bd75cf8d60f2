import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import PingIDMessages
import Primitives
import RealmHTTP
import Store
import DeviceRegistry
import Directory
import PingIDService

/// Reads requests of customers' servers, each with its signature, and signs what they are answered.
struct CustomerReader: Sendable {
    /// The longest body, in bytes: payloads are sealed, and long.
    private static let longestBody = 64 << 10
    private static let signature = HTTPField.Name.known(AnswerSignature.field)

    let reader: RequestReader
    private let services: PingIDServices
    private let errors = CustomerErrors()
    private let host: String

    init(reader: RequestReader, services: PingIDServices) {
        self.reader = reader
        self.services = services
        let origin = reader.configuration.publicAddress.origin
        host = origin.range(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
    }

    /// A request whose signature was verified, and that wasn't there before.
    struct CustomerCall: Sendable {
        let pingID: PingID
        let devices: Devices
        let realm: Realm
        let issuer: DeviceIssuer
        let application: String
        private let body: [UInt8]
        private let parameters: Parameters
        /// The name of the path's last parameter.
        private let last: String
        private let query: String

        fileprivate init(
            _ services: PingIDServices, _ realm: Realm, _ issuer: DeviceIssuer, _ context: GatehouseContext, last: String,
            body: [UInt8], query: String
        ) throws {
            pingID = services.pingID
            devices = services.devices
            self.realm = realm
            self.issuer = issuer
            self.body = body
            self.query = query
            parameters = context.parameters
            self.last = last
            application = try Self.text("applicationID", parameters)
        }

        /// The user's name, of the path.
        var user: UserReference { get throws { UserReference(try Self.text("username", parameters)) } }

        /// The id of the path's last resource.
        var id: UUID {
            get throws {
                guard let id = UUID(text: try Self.text(last, parameters)) else { throw CustomerError.nothingThere }
                return id
            }
        }

        /// The id of the path's last resource, where that is a key.
        var key: Secret { get throws { Secret(try Self.text(last, parameters)) } }

        /// The body; an empty object where there is none.
        var json: JSONValue {
            get throws {
                guard !body.isEmpty else { return [:] }
                do { return try JSONValue(body: body) } catch {
                    throw CustomerError(.badRequest, .invalidData, "the body is no JSON: \(error.reason)")
                }
            }
        }

        /// Whether the query's `expand` names something.
        func expands(_ name: String) -> Bool {
            query.split(separator: "&").contains { $0 == "expand=\(name)" }
        }

        private static func text(_ name: String, _ parameters: Parameters) throws -> String {
            guard let text = try parameters.text(name, upTo: UserSelection.longestUsername) else { throw CustomerError.nothingThere }
            return text
        }
    }

    /// An answer, before it is signed.
    private struct UnsignedResponse: Sendable {
        let status: HTTPResponse.Status
        /// nil for an answer without a body.
        let json: JSONValue?
    }

    /// A route of callers that sign.
    func signed(_ route: CustomerRoute) -> RouteDeclaration.Handler {
        let last = RoutePath(route.path).parameters.last ?? ""
        return { request, context in
            let body = Array(try await request.bytes(upTo: Self.longestBody).readableBytesView)
            let (realm, signed) = try await verified(request, context, body)
            var answer: UnsignedResponse
            do {
                guard try await services.pingID.organisationKeys.spend(signed, in: realm) else { throw CustomerError.repeated }
                let issuer = DeviceIssuer(base: reader.configuration.publicAddress.origin, realm: realm.id.text)
                let call = try CustomerCall(
                    services, realm, issuer, context, last: last, body: body, query: request.uri.query ?? "")
                answer = UnsignedResponse(status: route.status, json: try await route.run(call).map(JSONValue.object))
            } catch {
                let told = errors.told(error, context)
                answer = UnsignedResponse(status: told.error.status, json: told.error.json(id: told.id))
            }
            return try Self.response(answer, to: signed)
        }
    }

    /// An account that isn't there is told as a wrong signature.
    private func verified(
        _ request: Request, _ context: GatehouseContext, _ body: [UInt8]
    ) async throws -> (Realm, OrganisationKeys.Signed) {
        guard let field = request.headers[.authorization] else { throw CustomerError.unsigned }
        let text = try context.parameters.require("accountID")
        guard let id = UUID(text: text), let realm = try? await services.realms.realm(id: id) else {
            throw RequestSignatureError(.signature, "the signature isn't by the account's key")
        }
        let signed = SignedRequest(
            method: request.method.rawValue, host: host, path: request.uri.path, query: request.uri.query ?? "", body: body)
        return (realm, try await services.pingID.organisationKeys.verify(field, of: signed, in: realm))
    }

    private static func response(_ answer: UnsignedResponse, to signed: OrganisationKeys.Signed) throws -> Response {
        let signature = try signed.answer(status: answer.status.code, body: answer.json?.encoded ?? [])
        var headers = HTTPFields.noStore
        headers[Self.signature] = signature
        guard let json = answer.json else { return Response(status: answer.status, headers: headers) }
        return .json(json, status: answer.status, headers: headers)
    }
}
