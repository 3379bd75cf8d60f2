package import JourneyMessages
package import Primitives
import ResourceMessages

/// A kind of node, whatever its Swift type.
package struct NodeKind: Sendable {
    /// The Swift type of the declaration.
    package let declaration: any NodeDeclaration.Type
    package let type: NodeType
    /// The descriptions of the settings, in the order of lists.
    package let settings: [NodeDescription.Setting]
    /// The outcomes with the default settings.
    package let outcomes: [String]
    /// The callbacks that it may show with the default settings.
    package let callbacks: [CallbackType]
    package let state: StateUse
    private let make: @Sendable (JSONObject, inout JourneyReader, String) -> any NodeDeclaration

    /// The kind of a Swift type.
    package init<Node: NodeDeclaration>(_ node: Node.Type) {
        let initial = Node()
        declaration = node
        type = Node.type
        outcomes = initial.outcomes
        callbacks = initial.callbacks
        state = Node.state
        settings = Node.settings.map { setting in
            NodeDescription.Setting(
                name: setting.name, amName: setting.amName, form: setting.form, help: setting.help, isRequired: setting.isRequired,
                inertness: setting.inertness, initial: setting.isRequired ? nil : setting.write(initial))
        }
        make = { Node.read($0, &$1, $2) }
    }

    /// A node with a file's settings; what is wrong with them goes to the reader.
    package func node(_ settings: JSONObject, _ reader: inout JourneyReader, at path: String) -> any NodeDeclaration {
        make(settings, &reader, path)
    }
}

extension NodeDeclaration {
    fileprivate static func read(_ values: JSONObject, _ reader: inout JourneyReader, _ path: String) -> any NodeDeclaration {
        var node = Self()
        for member in values.members {
            let (name, value) = (member.name, member.value)
            guard let setting = settings.first(where: { $0.name == name }) else {
                reader.object("\(path).\(name)", unknown(name))
                continue
            }
            guard let value = reader.resolved(value, of: setting, at: "\(path).\(name)") else { continue }
            setting.read(&node, value, &reader, "\(path).\(name)")
        }
        for setting in settings where setting.isRequired && values[setting.name] == nil {
            reader.object("\(path).\(setting.name)", "must be set: \(setting.form)")
        }
        // A setting whose value isn't known yet is as it is initially, which may be nothing that it can be.
        for objection in node.objections where reader.variables != nil || reader.placeholders[objection.setting] == nil {
            reader.object("\(path).\(objection.setting)", objection.reason)
        }
        return node
    }

    /// The oddities of its settings: those that it names itself, and those without an effect that an administrator has set.
    package var warnings: [SettingObjection] {
        let initial = Self()
        return cautions
            + Self.settings.compactMap { setting in
                guard let reason = setting.inertness, setting.write(self) != setting.write(initial) else { return nil }
                return SettingObjection(setting.name, "has no effect: \(reason)")
            }
    }

    /// The attributes of the realm's schema that its settings name, by the settings.
    package var attributeNames: [(setting: String, name: AttributeName)] {
        Self.settings.flatMap { setting in setting.attributeNames(self).map { (setting.name, $0) } }
    }

    /// The applications that its settings name, by the settings.
    package var applicationNames: [(setting: String, name: String)] {
        Self.settings.flatMap { setting in
            setting.form.references(in: setting.write(self), at: setting.name).filter { $0.referent == .application }.map {
                ($0.place, $0.name)
            }
        }
    }

    private static func unknown(_ name: String) -> String {
        guard !settings.isEmpty else { return "\(type.alias) has no settings" }
        return "\(type.alias) has no setting \(name.prefix(64)); it has \(settings.map(\.name).joined(separator: ", "))"
    }

    /// The settings for a file: those that must be set, and those that differ from the defaults.
    package var writtenSettings: JSONObject {
        let initial = Self()
        return JSONObject(
            Self.settings.compactMap { setting in
                let value = setting.write(self)
                return setting.isRequired || value != setting.write(initial) ? (setting.name, value) : nil
            })
    }
}
