package import Directory
package import Foundations
import Primitives

/// The caller of administrative actions: the name for the audit log, the privileges, and the realms in which they count.
package struct AdministrativeCaller: Sendable {
    package let actor: AuditActor
    let privileges: Privileges
    private let reach: Reach

    private enum Reach: Sendable, Equatable {
        /// The whole server.
        case server
        /// A realm, and perhaps those beneath it.
        case realm(RealmPath, andBeneath: Bool)
    }

    /// The operator, who has the database's file and the master key, and so may do everything.
    ///
    /// - Parameter account: the operator's account on the machine.
    package static func `operator`(account: String) -> Self {
        Self(actor: .local(account), privileges: .operator, reach: .server)
    }

    /// A client that acts for itself: it may do in its realm what its roles allow.
    package static func worker(_ application: Application, of realm: Realm) -> Self {
        Self(
            actor: .client(application.id), privileges: Privileges(application.settings.roles ?? []),
            reach: .realm(realm.path, andBeneath: false))
    }

    /// A user: an administrator may do everything in the realm and those beneath it, one of the root also what is about the whole server; any
    /// other user nothing.
    package static func user(_ user: User, of realm: Realm) -> Self {
        Self(actor: .user(user.id), privileges: user.isAdministrator ? .operator : .none, reach: .realm(realm.path, andBeneath: true))
    }

    /// A caller with some privileges in one realm.
    package init(_ actor: AuditActor, holding privileges: Privileges, in realm: RealmPath) {
        self.init(actor: actor, privileges: privileges, reach: .realm(realm, andBeneath: false))
    }

    private init(actor: AuditActor, privileges: Privileges, reach: Reach) {
        self.actor = actor
        self.privileges = privileges
        self.reach = reach
    }

    /// The same caller, by a way that the audit log names.
    package func via(_ way: String) -> Self { Self(actor: .via(way, actor), privileges: privileges, reach: reach) }

    var isOperator: Bool { reach == .server }

    /// Whether the caller holds permissions in a realm; nil for the whole server.
    func holds(_ permissions: Privileges.Permissions, in place: RealmPath?) -> Bool {
        reaches(place) && privileges.permissions.isSuperset(of: permissions)
    }

    /// Whether the caller holds all that another holds.
    func covers(_ other: Privileges) -> Bool { privileges.covers(other) }

    private func reaches(_ place: RealmPath?) -> Bool {
        switch reach {
        case .server: true
        case .realm(let own, let andBeneath):
            place.map { $0 == own || andBeneath && $0.names.starts(with: own.names) } ?? (andBeneath && own == .root)
        }
    }
}
