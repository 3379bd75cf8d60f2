/// The rights of an application that acts for itself in its realm, by the platform's roles.
package enum AdministratorRole: String, Sendable, Codable, CaseIterable {
    /// Users, populations, devices, pairing and authentication.
    case identityDataAdmin = "Identity Data Admin"
    /// Reads the same.
    case identityDataReadOnly = "Identity Data Read Only"
    /// Policies, settings and applications.
    case environmentAdmin = "Environment Admin"
    /// Applications.
    case clientApplicationDeveloper = "Client Application Developer"
    /// Reads policies, settings and applications.
    case configurationReadOnly = "Configuration Read Only"

    /// The permissions in the realm that the role consists of.
    package var permissions: Permission {
        switch self {
        case .identityDataAdmin: [.readIdentities, .changeIdentities, .readConfiguration]
        case .identityDataReadOnly: [.readIdentities]
        case .environmentAdmin: [.readConfiguration, .changeConfiguration, .readApplications, .changeApplications]
        case .clientApplicationDeveloper: [.readApplications, .changeApplications, .readConfiguration]
        case .configurationReadOnly: [.readConfiguration, .readApplications]
        }
    }

    /// The permissions of which a role is made.
    package typealias Permission = Privileges.Permissions
}
