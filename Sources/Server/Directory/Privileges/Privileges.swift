import Primitives

/// The rights of a caller in a realm: the upper bound of what the caller may give to any other.
///
/// No caller grants, by any route, what they don't hold: a caller who writes an application, a user's password or device, or reads a
/// secret, must cover what the application or the user holds, before the change and after it (docs/decisions/0040-privileges.md).
package struct Privileges: Sendable, Hashable {
    package var permissions: Permissions
    /// Scopes of this server's own endpoints, each a privilege by itself.
    package var scopes: Set<String>

    package init(_ permissions: Permissions = [], scopes: Set<String> = []) {
        self.permissions = permissions
        self.scopes = scopes
    }

    /// No permission and no scope.
    package static let none = Privileges()

    /// Whether the holder may give these privileges away, or act on a user or client that has them.
    package func covers(_ other: Privileges) -> Bool {
        permissions.isSuperset(of: other.permissions)
            && other.scopes.allSatisfy { scopes.contains($0) || permissions.isSuperset(of: Self.permissions(of: $0)) }
    }

    /// The privileges of two holders together.
    package func union(_ other: Privileges) -> Privileges {
        Privileges(permissions.union(other.permissions), scopes: scopes.union(other.scopes))
    }
}

extension Privileges {
    /// The permissions of which roles and routes of the platform's API are made, and those that an administrator holds besides.
    package struct Permissions: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Reads users, devices, pairings and authentications.
        package static let readIdentities = Permissions(rawValue: 1)
        /// Changes users, devices, pairings and authentications.
        package static let changeIdentities = Permissions(rawValue: 2)
        /// Reads policies and settings.
        package static let readConfiguration = Permissions(rawValue: 4)
        /// Changes policies and settings.
        package static let changeConfiguration = Permissions(rawValue: 8)
        /// Reads applications.
        package static let readApplications = Permissions(rawValue: 16)
        /// Changes applications.
        package static let changeApplications = Permissions(rawValue: 32)
        /// The permission of a user who administers the realm and those beneath it. No application ever holds it.
        package static let administer = Permissions(rawValue: 64)
    }

    /// All that there is: what the operator holds, on the machine of the database file.
    package static let `operator` = Privileges([
        .readIdentities, .changeIdentities, .readConfiguration, .changeConfiguration, .readApplications, .changeApplications, .administer,
    ])
}

extension Privileges {
    /// Makes the privileges that a token's scope gives. A scope that isn't this server's own, such as `profile` or a resource server's,
    /// gives nothing here.
    package init(_ scope: Scope) { self.init(scopes: Set(scope.values.filter(Self.isOurs))) }

    /// Makes the permissions of roles.
    package init(_ roles: [AdministratorRole]) { self.init(roles.reduce(into: []) { $0.formUnion($1.permissions) }) }

    /// Makes the privileges that the holder of an application's secret, or of one of its redirect URIs, can come to hold: by its roles, and
    /// by each scope that it may ask for, in its own name or in that of a user.
    package init(of settings: ApplicationSettings) {
        self = Privileges(settings.roles ?? []).union(Privileges(Scope(values: settings.scopes + settings.defaultScopes)))
    }

    /// Makes the privileges that a caller who becomes the user holds.
    package init(of user: User) { self.init(user.isAdministrator ? .administer : []) }

    /// Scopes that endpoints of this server look at. A name of one of their families that none looks at yet counts too, so that no client
    /// has it in store.
    private static func isOurs(_ scope: String) -> Bool { ["p1:", "fr:", "am-"].contains { scope.hasPrefix($0) } }

    /// The permissions with which the same can be done as with a scope.
    private static func permissions(of scope: String) -> Permissions {
        guard scope.hasPrefix("p1:") else { return .administer }
        return scope.hasPrefix("p1:read:") && scope != "p1:read:pairingKey" ? .readIdentities : .changeIdentities
    }
}
