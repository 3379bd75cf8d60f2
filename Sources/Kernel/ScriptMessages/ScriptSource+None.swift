import Primitives

extension ScriptSource {
    /// Whether a setting for a script's id or name stands for none. AM's own script for the attributes of social logins, whose id is no UUID,
    /// is none: what it does is done here without one.
    package static func isNone(_ name: String) -> Bool { ["", "[Empty]", "58c824ae-84ed-4724-82cd-db128fc3f6c"].contains(name) }
}
