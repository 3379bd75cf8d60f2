import Foundation
import HTTPBase
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import Sessions
import Directory
import Foundations
import SignIn

/// `…/users`: what a signed-in user may know of themself.
struct UsersResource: Sendable {
    private static let versions = APIVersions(
        latest: APIVersion(4, 1), others: [APIVersion(1, 2), APIVersion(2, 1), APIVersion(3, 0), APIVersion(4, 0)])

    private let reader: RequestReader
    private let services: AMServices

    init(reader: RequestReader, services: AMServices) {
        self.reader = reader
        self.services = services
    }

    /// `POST …/users?_action=idFromSession`: who the session belongs to.
    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let action = try query.required("_action")
        guard action == "idFromSession" else { throw WireError(.badRequest, "Action \(action.prefix(64)) is not supported") }
        let session = try await session(of: request, in: realm)
        return .json(identity(of: session, in: realm), headers: .answer(in: version))
    }

    /// `GET …/users/{id}`: the caller's own profile, and no other. Whether another user exists isn't told.
    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let realm = try await reader.realm(of: request, context)
        let session = try await session(of: request, in: realm)
        guard let user = try await services.users.user(session.user, in: realm.id) else { throw WireError.accessDenied }
        let asked = try context.parameters.require("id").percentDecoded ?? ""
        guard user.isNamed(asked) || UUID(text: asked) == user.id else {
            throw WireError(.forbidden, "User not permitted.")
        }
        let schema = try await services.accounts.schema(of: realm)
        return .json(UserProfile.json(of: user, in: realm.path, by: schema), headers: .answer(in: version))
    }

    private func session(of request: Request, in realm: Realm) async throws -> UserSession {
        guard let session = try await reader.session(of: request, in: realm) else { throw WireError.accessDenied }
        return session
    }

    private func identity(of session: UserSession, in realm: Realm) -> JSONValue {
        let login = HostedPath.login(of: realm.path)
        return [
            "id": .string(session.username), "realm": .string(realm.path.description),
            "dn": .string(UniversalID.of(session.username, in: realm.path)),
            "successURL": .string(realm.settings[JourneySettings.self].successURL),
            "fullLoginURL": .string(reader.configuration.publicAddress.url(login)),
        ]
    }
}
