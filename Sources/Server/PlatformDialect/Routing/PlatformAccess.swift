import Directory
import HTTPBase

/// The callers that may use a route.
struct PlatformAccess: Sendable {
    /// The permission that an application that acts for itself needs among its roles.
    let permission: AdministratorRole.Permission
    /// The scope with which an application without roles may do the same, if an administrator gave it that.
    let scope: String?
    /// Whether users may do the same with what is their own, with a token that has the scope.
    let isForOwners: Bool
    /// Whether no token is asked for, since the request shows by other means what it may.
    var isForAnyone = false

    /// - Parameter scope: the custom scope for it, such as `p1:read:user`.
    static func worker(_ permission: AdministratorRole.Permission, scope: String? = nil) -> PlatformAccess {
        PlatformAccess(permission: permission, scope: scope, isForOwners: false)
    }

    /// Access that users themselves have, too.
    static func owner(_ permission: AdministratorRole.Permission, scope: String) -> PlatformAccess {
        PlatformAccess(permission: permission, scope: scope, isForOwners: true)
    }

    static let anyone = PlatformAccess(permission: .readConfiguration, scope: nil, isForOwners: false, isForAnyone: true)

    static let readConfiguration = worker(.readConfiguration)
    static let changeConfiguration = worker(.changeConfiguration)
    static let readApplications = worker(.readApplications)
    static let changeApplications = worker(.changeApplications)
}
