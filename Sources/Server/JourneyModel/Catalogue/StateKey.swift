import Primitives

/// Keys of the shared state that nodes write by their settings.
package enum StateKey {
    /// The keys that say who is known, and others that nodes rely on: no node's settings write them.
    private static let reserved: Set = ["realm", "authLevel", "targetAuthLevel", "universalId", "_id", SecretName.attributes]
    private static let longest = 256

    /// Returns the problems of a key that a setting names.
    static func objections(_ key: String, in setting: String) -> [SettingObjection] {
        if reserved.contains(key) { return [SettingObjection(setting, "\(key) is kept by the server")] }
        let isKey = (1...longest).contains(key.utf8.count) && !key.hasControlCharacters
        return isKey ? [] : [SettingObjection(setting, "expected a key of 1 to \(longest) bytes")]
    }
}
