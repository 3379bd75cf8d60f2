import Directory
import Foundation
package import HTTPBase
import HTTPTypes
import Hummingbird
import Pages
import Primitives
package import RealmHTTP
package import Risk
import RiskSignals

/// The calls of instances of the SDKs that collect signals, below `/signals/v1/{environment}` (docs/risk.md), and the browser's script.
package struct RiskRoutes: Dialect {
    /// The parameter of the path that names an environment: a realm's id, or the id of an app of signals.
    private static let environment = "signalsID"
    /// The path of what instances call.
    package static let path = "/signals/v1/:\(environment)"

    private static let scripts = RouteFamily(["/signals/sdk"], sharing: .everybody, proofs: [], refusals: .none)

    private let reader: RequestReader
    private let risk: RiskService
    /// This server's address; nil for one that signals can't name.
    private let base: SignalsIssuer.Base?

    package init(reader: RequestReader, risk: RiskService) {
        self.reader = reader
        self.risk = risk
        base = SignalsIssuer.Base(reader.configuration.publicAddress.origin)
    }

    package var routes: [Route] {
        let script = ScriptResource(origin: reader.configuration.publicAddress.origin)
        let sources: [RouteDeclaration] = [
            .get(SignalsScript.name, use: script.latest), .get("integrity", use: script.describe),
            .get(":version/\(SignalsScript.name)", use: script.versioned),
        ]
        return Self.scripts.routes(sources)
            + family.routes([
                .post(SignalsIssuer.Call.instances.rawValue, changes: .ownData, use: register),
                .post(SignalsIssuer.Call.batches.rawValue, changes: .ownData, use: ingest),
            ])
    }

    /// An instance shows by its key and its token who it is; pages call from the origins that the realm names.
    private var family: RouteFamily {
        RouteFamily(
            [Self.path], sharing: .realmOrigins, proofs: [.deviceKey], refusals: .written,
            realm: { [risk] _, context in
                let text = try context.parameters.require(Self.environment)
                guard let id = UUID(text: text), let realm = try await risk.realm(ofEnvironment: id) else {
                    throw WireError(.notFound, "Environment not found")
                }
                return realm.path
            }, errors: SignalErrors())
    }

    private func register(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let limits = JSONLimits(bytes: 16 << 10, depth: 4, values: 32)
        guard let body = try await request.json(limits: limits) else { throw RiskError(.malformed, "the body is empty") }
        let grant = try await risk.register(
            body, environment: try context.parameters.require(Self.environment), base: try named,
            from: reader.address(of: request, context))
        return .json(grant.json, status: .created, headers: .noStore)
    }

    private func ingest(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let body = try await request.bytes(upTo: SignalLimits.sealed)
        let receipt = try await risk.ingest(
            String(foreign: body.readableBytesView) ?? "", by: request.bearerToken.map { Secret($0) },
            environment: try context.parameters.require(Self.environment), base: try named)
        return .json(receipt.json, headers: .noStore)
    }

    private var named: SignalsIssuer.Base {
        get throws {
            guard let base else { throw RiskError(.malformed, "this server's address is none that signals can name") }
            return base
        }
    }
}

/// Tells errors in the manner of the ingestion calls.
struct SignalErrors: ErrorForm {
    private let others = JSONErrors()

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        switch error {
        case let error as RiskError: return answer(error)
        case let error as WireError where error.status == .contentTooLarge: return answer(RiskError(.tooLarge, error.message))
        case let error as JSONError: return answer(RiskError(error.code == .tooLong ? .tooLarge : .malformed, error.reason))
        default: return others.response(to: error, of: request, context)
        }
    }

    private func answer(_ error: RiskError) -> Response {
        var headers = HTTPFields.noStore
        if error.code == .rateLimited { headers[.retryAfter] = "60" }
        return .json(error.json, status: HTTPResponse.Status(code: error.status), headers: headers)
    }
}
