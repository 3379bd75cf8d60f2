import JourneyModel
package import Primitives

extension StateKey {
    /// The value of a key, as AM names them.
    package static func value(_ key: String, of state: JourneyState) -> JSONValue? {
        key == "username" ? state.username.map(JSONValue.string) : state.shared[key]
    }

    /// Sets a key's value, and takes the key from the secrets.
    package static func set(_ key: String, _ value: JSONValue?, _ state: inout JourneyState) {
        state.secrets[key] = nil
        if key == "username" { state.username = value?.string } else { state.shared[key] = value }
    }
}
