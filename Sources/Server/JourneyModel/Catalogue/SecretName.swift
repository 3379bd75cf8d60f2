import Primitives

/// The secrets that nodes hand to each other.
package enum SecretName {
    /// The password that the user typed.
    package static let password = "password"
    /// AM's name of the security questions among a user's attributes.
    package static let answers = "kbaInfo"
    /// The key of a user's secret attributes: `JourneyState.secretAttributes`.
    package static let attributes = "objectAttributes"

    /// Returns the problems of the attribute that a node's `passwordAttribute` names.
    static func objections(_ attribute: String) -> [SettingObjection] {
        attribute == password ? [] : [SettingObjection("passwordAttribute", "an account has no password but \(password)")]
    }
}
