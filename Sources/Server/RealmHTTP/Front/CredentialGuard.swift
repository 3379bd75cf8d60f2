import Foundation
import Foundations
package import HTTPBase
import HTTPTypes
package import Hummingbird
import Primitives
import Sessions
import Directory

/// Holds users to the rule of ``Freshness`` on every route that is declared to change their own credentials, before the route sees the request.
///
/// A caller that presents nothing, or something that is no good, is refused by the route itself; and so the route decides what an
/// administrator may do with another user's account. A request whose realm can't be read is refused here: a route that reads it otherwise, or
/// doesn't read all of it, must not be a way around the rule.
package struct CredentialGuard: Sendable {
    package let reader: RequestReader

    /// The owner of a request's session or token, and the time when the owner was authenticated.
    private struct Caller {
        let user: UUID
        let username: String
        let nameKey: UserNameKey
        let authenticated: Date?
        let isToken: Bool
    }

    /// - Throws: ``StaleCaller``, and what the realm or the caller can't be read for.
    package func check(_ request: Request, _ context: GatehouseContext, _ route: Route) async throws {
        guard route.changes.contains(.ownCredentials), !route.isSafe, !route.proofs.isDisjoint(with: [.session, .accessToken]) else {
            return
        }
        let realm = try await reader.realm(of: request, context, query: try request.query())
        guard let caller = try await caller(request, route, realm), Self.isAbout(caller, context) else { return }
        do { try Freshness.check(caller.authenticated, in: realm, at: reader.services.platform.time.now) } catch {
            throw StaleCaller(maxAge: error.maxAge, isToken: caller.isToken)
        }
    }

    /// A token goes before a session, as everywhere.
    private func caller(_ request: Request, _ route: Route, _ realm: Realm) async throws -> Caller? {
        for candidate in try await reader.lineage(of: realm) {
            if route.proofs.contains(.accessToken), request.headers.contains(.authorization) {
                guard let token = request.bearerToken else { return nil }
                let face = RealmFace(realm: candidate, family: .am, address: reader.configuration.publicAddress)
                guard let bearer = try await reader.bearer(of: token, at: face) else { continue }
                return bearer.user.map {
                    Caller(
                        user: $0.id, username: $0.username, nameKey: UserNameKey(stored: $0.nameKey), authenticated: bearer.authenticated,
                        isToken: true)
                }
            }
            guard route.proofs.contains(.session), let session = try await reader.session(of: request, in: candidate) else { continue }
            return Caller(
                user: session.user, username: session.username, nameKey: session.nameKey, authenticated: session.created, isToken: false)
        }
        return nil
    }

    /// Compares the user whom the path names with the caller; true as well for a path that names none. Only another user's id names another
    /// user: a text in the form of an id may be the caller's own user name.
    private static func isAbout(_ caller: Caller, _ context: GatehouseContext) -> Bool {
        guard let named = (context.parameters.get("userID") ?? context.parameters.get("id"))?.percentDecoded,
            let id = UUID(text: named)
        else { return true }
        return id == caller.user || caller.nameKey.names(named, exactly: caller.username)
    }
}
