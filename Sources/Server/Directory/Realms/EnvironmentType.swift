import Primitives

/// The purpose of a realm (`docs/protocols/platform.md` 1.2).
package enum EnvironmentType: String, Sendable, Codable, CaseIterable {
    /// Real users sign in.
    case production = "PRODUCTION"
    /// A realm for trying things out: devices may be for testing, whose codes are returned instead of being sent.
    case sandbox = "SANDBOX"
}

extension Realm {
    /// Whether codes may be told to the caller that asks for them.
    package var isSandbox: Bool { settings[EnvironmentSettings.self].environmentType == .sandbox }
}
