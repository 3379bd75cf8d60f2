import Primitives

/// Copies what a request carries by name into the state.
enum RequestField {
    /// The state's names that take no value of a request: a user name that merely came with it would pass for one that the user typed.
    private static let claims: Set = ["username", "password"]

    static func objections(_ names: [String: String], in setting: String) -> [SettingObjection] {
        names.values.sorted().flatMap { key in
            claims.contains(key)
                ? [SettingObjection(setting, "\(key) is for nodes that ask for it")] : StateKey.objections(key, in: setting)
        }
    }

    static func copy(
        _ fields: [RequestFacts.Field], _ names: [String: String], _ delimited: [String], _ state: inout JourneyState,
        isSame: (String, String) -> Bool
    ) {
        for (name, key) in names.sorted(by: { $0.key < $1.key }) {
            var values = fields.filter { isSame($0.name, name) }.map(\.value)
            if delimited.contains(where: { isSame($0, name) }) {
                values = values.flatMap { $0.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init) }
            }
            StateKey.set(key, .array(values.map(JSONValue.string)), &state)
        }
    }
}
