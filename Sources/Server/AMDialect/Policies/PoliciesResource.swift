import HTTPBase
import Hummingbird
import OAuthMessages
import PolicyMessages
import Primitives
import RealmHTTP
import SignIn
import Directory
import Sessions

/// `POST …/policies?_action=evaluate`: what policies decide (`docs/protocols/step-protocol.md` 10.5).
///
/// Administrators and clients with the scope `fr:am:*` may ask about any user, users about themselves.
struct PoliciesResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(2, 1), others: [APIVersion(1, 0), APIVersion(2, 0)])

    private let reader: RequestReader
    private let services: AMServices

    init(reader: RequestReader, services: AMServices) {
        self.reader = reader
        self.services = services
    }

    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let action = try query.required("_action")
        guard action == "evaluate" else { throw WireError(.badRequest, "Action \(action.prefix(64)) is not supported; use evaluate") }
        let caller = try await ManagedCaller.of(request, in: realm, reader, scope: Scope.askForDecisions)
        let asked = try PolicyRequest(json: try await request.json() ?? .null)
        let session = try await subject(asked, request, realm, caller)
        let decisions = try await services.decisions.decide(asked, for: session, in: realm)
        return .json(.array(decisions.map(\.json)), headers: .answer(in: version))
    }

    /// The session that is asked about: the one named, else the one that asks.
    private func subject(_ asked: PolicyRequest, _ request: Request, _ realm: Realm, _ caller: ManagedCaller) async throws -> UserSession? {
        let presented = try await reader.sessionToken(of: request, in: realm)
        guard let token = asked.session ?? presented else { return nil }
        let session = try await services.session.registry.session(token, in: realm.id)
        if session == nil, asked.session != nil {
            throw WireError(.badRequest, "the subject's ssoToken names no living session of realm \(realm.path)")
        }
        if !caller.isAdministrator, session?.user != caller.user { throw WireError(.forbidden, "User not permitted.") }
        return session
    }
}
