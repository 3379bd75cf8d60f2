import Primitives

/// Copies what a request carries by name into the state.
package enum RequestField {
    /// The state's names that take no value of a request: a user name that merely came with it would pass for one that the user typed.
    private static let claims: Set = ["username", "password"]

    static func objections(_ names: [String: String], in setting: String) -> [SettingObjection] {
        names.values.sorted().flatMap { key in
            claims.contains(key)
                ? [SettingObjection(setting, "\(key) is for nodes that ask for it")] : StateKey.objections(key, in: setting)
        }
    }
}
