import Primitives

/// The settings of realms that one feature reads, declared beside its code.
///
/// Storing and reading, checks, references, `gatehouse realm set` and `show`, the JSON Schema and the page of all settings follow from
/// ``fields``. A feature names its section (``Feature/settings``), and the assembly folds all of them (``SettingsSections``).
package protocol SettingsSection: Sendable, Equatable {
    /// The declaration of each setting, in the order of the properties.
    static var fields: [SettingField<Self>] { get }

    /// Makes the defaults.
    init()

    /// Refuses values that no single form can refuse.
    /// - Throws: `invalid`, with the reason.
    func check() throws(DomainError)
}

extension SettingsSection {
    /// The declaration of a setting of this section.
    package typealias Setting = SettingField<Self>

    /// The section as a feature of its module.
    package static var feature: Feature { Feature(settings: Self.self) }

    package func check() throws(DomainError) {}
}
