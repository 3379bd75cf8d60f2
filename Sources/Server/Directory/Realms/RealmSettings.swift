package import Foundations
import Primitives

/// The settings of a realm, by the sections of the features that read them: `settings[TokenSettings.self].grantLifetime`.
///
/// Each section is held by one reference, so that reading a setting copies nothing but its value, and a new setting concerns those who read
/// its section. A section that was never set has its defaults.
package struct RealmSettings: Sendable {
    private var held: [(id: ObjectIdentifier, section: any HeldSection)] = []

    package init() {}

    /// The settings of a section.
    package subscript<Section: SettingsSection>(_ section: Section.Type) -> Section {
        _read {
            if let held = holder(of: section) { yield held.values } else { yield Section() }
        }
        set {
            let (id, holder) = (ObjectIdentifier(section), Held(newValue))
            if let index = held.firstIndex(where: { $0.id == id }) { held[index].section = holder } else { held.append((id, holder)) }
        }
    }

    private func holder<Section: SettingsSection>(of section: Section.Type) -> Held<Section>? {
        let id = ObjectIdentifier(section)
        for entry in held where entry.id == id { return entry.section as? Held<Section> }
        return nil
    }
}

extension RealmSettings: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left.agrees(with: right) && right.agrees(with: left) }

    /// True when each section that this holds equals the other's; a section that the other doesn't hold has the defaults there.
    private func agrees(with other: Self) -> Bool { held.allSatisfy { $0.section.isIn(other) } }
}

/// A section with its values, of whatever type it is.
private protocol HeldSection: AnyObject, Sendable {
    func isIn(_ settings: RealmSettings) -> Bool
}

/// The values of a section, in one place for all copies of a realm.
private final class Held<Section: SettingsSection>: HeldSection {
    let values: Section

    init(_ values: Section) { self.values = values }

    func isIn(_ settings: RealmSettings) -> Bool { settings[Section.self] == values }
}
