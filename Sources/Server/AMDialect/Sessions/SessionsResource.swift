import HTTPBase
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import Directory
import Sessions

/// `POST …/sessions?_action=…`: what a client asks about its session, and how it ends it.
struct SessionsResource: Sendable {
    private static let versions = APIVersions(
        latest: APIVersion(4, 0),
        others: [APIVersion(1, 1), APIVersion(1, 2), APIVersion(2, 0), APIVersion(2, 1), APIVersion(3, 0), APIVersion(3, 1)])

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
        let action = try Self.action(query, in: version)
        let turn = try await turn(request, query, realm)
        var response = Response.json(try await answer(action, turn), headers: .answer(in: version))
        if action == .logout {
            // The cookies go, so that no session may stay that they name. That of a header may end another's, and stay.
            let cookie = reader.configuration.sessionCookie
            for token in cookie.cookieTokens(of: request) { _ = try await services.session.end(token, in: realm) }
            response.endSession(by: cookie)
        }
        return response
    }

    private static func action(_ query: FormBody, in version: APIVersion) throws -> SessionAction {
        let name = try query.required("_action")
        guard let action = SessionAction(exactly: name), action.exists(in: version) else {
            throw WireError(.badRequest, "Action \(name.prefix(64)) is not supported in version \(version)")
        }
        return action
    }

    /// Reads the token: named in the query or the body, else in header or cookie. A holder of a token may act with it.
    private func turn(_ request: Request, _ query: FormBody, _ realm: Realm) async throws -> SessionTurn {
        let body = try await request.json() ?? .object(JSONObject())
        let named = try query.value("tokenId") ?? body["tokenId"]?.string
        let presented = try await reader.sessionToken(of: request, in: realm)
        guard let token = named.map({ Secret($0) }) ?? presented else { throw WireError.accessDenied }
        return SessionTurn(services: services, realm: realm, token: token, body: body, refreshes: try query.isTrue("refresh"))
    }

    private func answer(_ action: SessionAction, _ turn: SessionTurn) async throws -> JSONValue {
        switch action {
        case .logout: try await turn.logOut()
        case .validate: try await turn.validate()
        case .getSessionInfo: try await turn.info(countsAsUse: false)
        case .getSessionInfoAndResetIdleTime: try await turn.info(countsAsUse: true)
        case .refresh: try await turn.refresh()
        case .logoutByHandle: try await turn.logOutByHandle()
        case .getSessionProperties: try await turn.properties()
        case .updateSessionProperties: try await turn.updateProperties()
        case .isActive: try await turn.isActive()
        case .getIdle, .getMaxIdle, .getMaxSessionTime, .getTimeLeft: try await turn.measure(action)
        case .getProperty, .setProperty, .deleteProperty, .getPropertyNames: try await turn.oneProperty(action)
        }
    }
}
