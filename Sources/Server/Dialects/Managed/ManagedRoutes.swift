import Hummingbird
import Primitives

/// The users of a realm as managed objects: `/openidm/managed/user` of the root realm, `/openidm/managed/alpha_user` or
/// `/openidm/realms/alpha/managed/user` of another.
struct ManagedRoutes: Sendable {
    private let users: ManagedUsersResource

    init(reader: RequestReader) { users = ManagedUsersResource(reader: reader) }

    func add(to router: some RouterMethods<GatehouseContext>) {
        router.realms(under: "\(ContextPath.managed)") { add(to: $0) }
    }

    private func add(to realm: RouterGroup<GatehouseContext>) {
        realm.get("managed/:type", use: users.query)
        realm.post("managed/:type", use: users.act)
        realm.get("managed/:type/:id", use: users.read)
        realm.put("managed/:type/:id", use: users.put)
        realm.patch("managed/:type/:id", use: users.patch)
        realm.delete("managed/:type/:id", use: users.delete)
    }
}
