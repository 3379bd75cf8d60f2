import Primitives

/// The names in AM's files for the kind of account that is a realm's user: `managed/user`, `managed/alpha_user`.
package enum ManagedUserResource {
    /// The name without a realm.
    package static let standard = "managed/user"

    static func objections(_ resource: String) -> [SettingObjection] {
        let isUser = resource == standard || resource.hasPrefix("managed/") && resource.hasSuffix("_user")
        return isUser ? [] : [SettingObjection("identityResource", "a realm has no accounts but its users, managed/user")]
    }
}
