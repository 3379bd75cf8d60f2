import Primitives
package import ResourceMessages

/// The settings that realms have: the sections of all features, in an order that doesn't depend on the features'.
package struct SettingsSections: Sendable {
    /// All sections, by the places of their first settings.
    package let all: [any SettingsSection.Type]
    /// All settings, by their places.
    package let declarations: [SettingDeclaration]

    /// The sections that these features declare (``Feature/settings``).
    package init(_ features: [Feature]) { self.init(features.compactMap(\.settings)) }

    /// The sections, sorted by the places of their first settings.
    package init(_ sections: [any SettingsSection.Type]) {
        all = sections.sorted { Self.place($0) < Self.place($1) }
        declarations = sections.flatMap { Self.declarations($0) }.sorted { $0.place < $1.place }
    }

    /// The mistakes of the declarations: names and places that two settings have. Empty when there is none, as a test demands.
    package var problems: [String] {
        let names = Dictionary(grouping: declarations, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
        let places = Dictionary(grouping: declarations, by: \.place).filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        return names.map { "two settings have the name \($0)" }
            + places.map { "two settings have the place \($0.key): \($0.value.map(\.name).sorted().joined(separator: ", "))" }
    }

    /// All settings as one object: for lists, documentation and editors.
    package func shape() throws -> ObjectShape {
        let initial = try all.reduce(into: [:]) { $0.merge(try Self.initial($1)) { first, _ in first } }
        return ObjectShape(
            name: "RealmSettings",
            members: declarations.map {
                ObjectShape.Member(name: $0.name, shape: $0.form, presence: .optional, help: $0.help, initial: initial[$0.name])
            })
    }

    /// The settings that name other things of the realm.
    package var naming: ObjectShape {
        ObjectShape(
            name: "RealmSettings",
            members: declarations.filter(\.form.refers).map { .init(name: $0.name, shape: $0.form, presence: .optional) })
    }

    private static func declarations<Section: SettingsSection>(_ section: Section.Type) -> [SettingDeclaration] {
        Section.fields.map(\.declaration)
    }

    private static func place<Section: SettingsSection>(_ section: Section.Type) -> Int {
        Section.fields.map(\.declaration.place).min() ?? 0
    }

    private static func initial<Section: SettingsSection>(_ section: Section.Type) throws -> [String: JSONValue] {
        let values = Section()
        return try Section.fields.reduce(into: [:]) { $0[$1.declaration.name] = try $1.json(values) }
    }
}
