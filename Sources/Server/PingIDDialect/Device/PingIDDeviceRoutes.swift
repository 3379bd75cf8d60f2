import DeviceHTTP
import DeviceMessages
import HTTPBase
import HTTPTypes
import Hummingbird
import PingIDMessages
import Primitives
import DeviceRegistry
import PingIDService
import RealmHTTP

/// The calls of devices that are trusted for a customer's users, below `/device/v1/{realm UUID}/pingid`.
struct PingIDDeviceRoutes: Sendable {
    private static let family = RouteFamily(
        [DeviceReader.path + "/:realm"], sharing: .never, proofs: [.deviceKey], refusals: .written, errors: PingIDDeviceErrors())

    private let reader: DeviceReader
    private let pingID: PingID

    init(reader: RequestReader, services: PingIDServices) {
        self.reader = DeviceReader(reader: reader, realms: services.realms, installations: services.installations)
        pingID = services.pingID
    }

    var routes: [Route] { Self.family.routes(PingIDCall.allCases.map(declaration)) }

    private func declaration(_ call: PingIDCall) -> RouteDeclaration {
        let handler: RouteDeclaration.Handler =
            call == .logs
            ? reader.introduced(upTo: BodyLimit.json) { try await answer(call, $0, $1) }
            : reader.introduced { try await answer(call, $0, $1) }
        return .post(call.rawValue, changes: Self.changes(call), use: handler)
    }

    private static func changes(_ call: PingIDCall) -> RouteChanges {
        switch call {
        case .selection: [.signIns, .ownCredentials]
        case .acknowledgement, .tokenClaim, .tokenSelection, .identityProviderStep: .signIns
        case .root, .push, .logs: .ownData
        case .session, .tokenStatus: .nothing
        }
    }

    private func answer(
        _ call: PingIDCall, _ proved: DeviceReader.Proved<Installations.Sender>, _ context: GatehouseContext
    ) async throws -> Response {
        let answer = try await pingID.exchange(
            call, proved.request, from: proved.address, in: proved.realm, issuer: proved.issuer)
        return .json(answer.json, headers: .noStore)
    }
}

/// Tells errors with the statuses of this product.
struct PingIDDeviceErrors: ErrorForm {
    private let others = DeviceErrors()

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        guard let error = error as? DeviceError else { return others.response(to: error, of: request, context) }
        var headers = HTTPFields.noStore
        if error.code == .rateLimited { headers[.retryAfter] = "60" }
        return .json(error.json, status: HTTPResponse.Status(code: error.pingIDStatus), headers: headers)
    }
}
