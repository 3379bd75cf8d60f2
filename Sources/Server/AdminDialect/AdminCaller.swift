import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Sessions

/// The caller, by the access token of a request: an application by its roles, or a user who administers the realm or one above it.
struct AdminCaller: Sendable {
    /// The number of seconds for which a proof counts as fresh.
    static let freshness = 300

    let administrative: AdministrativeCaller
    /// The name by which a server finds the caller again.
    let name: Name
    /// The time of a user's proof; nil for an application.
    private let proven: Date?

    /// The name by which requests are counted.
    var key: String {
        switch name.account {
        case .user(let id): id.text
        case .client(let id): name.realm.text + " " + id
        }
    }

    /// Reads it from the access token.
    /// - Throws: a 401 without one that counts, a 403 for a user's token without the scope.
    static func of(
        _ request: Request, in realm: Realm, _ reader: RequestReader, _ services: AdministrationServices
    ) async throws -> AdminCaller {
        guard let token = request.bearerToken else { throw Problem.unauthorized("Bearer realm=\"OAuth\"") }
        for candidate in try await reader.lineage(of: realm) {
            let face = RealmFace(realm: candidate, family: .am, address: reader.configuration.publicAddress)
            guard let bearer = try await reader.bearer(of: token, at: face) else { continue }
            guard let user = bearer.user else { return try await worker(bearer.client, of: candidate, services) }
            NotedCaller.note(.user(user.id))
            guard bearer.scope.contains(Scope.manageUsers) else {
                throw Problem(.forbidden, "the access token needs the scope \(Scope.manageUsers)")
            }
            return AdminCaller(
                administrative: .user(user, of: candidate).via("api"), name: Name(.user(user.id), of: candidate.id),
                proven: bearer.authenticated)
        }
        throw Problem.unauthorized("Bearer realm=\"OAuth\", error=\"invalid_token\"")
    }

    private static func worker(_ id: String, of realm: Realm, _ services: AdministrationServices) async throws -> AdminCaller {
        NotedCaller.note(.client(id))
        guard let application = try await services.directory.applications.application(id, in: realm.id) else {
            throw Problem.unauthorized("Bearer realm=\"OAuth\", error=\"invalid_token\"")
        }
        return AdminCaller(
            administrative: .worker(application, of: realm).via("api"), name: Name(.client(id), of: realm.id), proven: nil)
    }

    /// Refuses what is hard to reverse to a user whose proof is old (RFC 9470).
    /// - Throws: a 401 that says how old it may be.
    func checkProof(for action: DescribedAction, at now: Date) throws(Problem) {
        guard case .user = name.account, action.route.danger != .reversible else { return }
        if let proven, now < proven.addingTimeInterval(TimeInterval(Self.freshness)) { return }
        throw .unauthorized(
            "Bearer realm=\"OAuth\", error=\"insufficient_user_authentication\", max_age=\"\(Self.freshness)\"",
            "sign in anew: this can be done only soon after")
    }
}
