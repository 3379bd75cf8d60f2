package import Directory
package import HTTPBase
import Hummingbird
import Primitives
package import RealmHTTP

/// The users of a realm as managed objects: `/openidm/managed/user` of the root realm, `/openidm/managed/alpha_user` or
/// `/openidm/realms/alpha/managed/user` of another.
package struct ManagedRoutes: Dialect {
    private static let family = RouteFamily(
        ["\(ContextPath.managed)/{realm?}"], sharing: .realmOrigins, proofs: [.session, .accessToken], refusals: .written)

    private let users: ManagedUsersResource

    /// - Parameters:
    ///   - users: the users, as they are looked up and deleted.
    ///   - accounts: their profiles, as they are searched, made and changed.
    package init(reader: RequestReader, users: Users, accounts: Accounts) {
        self.users = ManagedUsersResource(reader: reader, users: users, accounts: accounts)
    }

    package var routes: [Route] {
        let (type, one) = ("managed/:type", "managed/:type/:id")
        return Self.family.routes([
            .get(type, use: users.query).reading(.users),
            .post(type, changes: .administration, use: users.act),
            .get(one, use: users.read),
            .put(one, changes: .credentials, use: users.put),
            .patch(one, changes: .credentials, use: users.patch),
            .delete(one, changes: .credentials, use: users.delete),
        ])
    }
}
