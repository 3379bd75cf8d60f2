package import Primitives
package import ResourceMessages

/// One setting of a kind of node, tied to the stored property that holds it.
package struct NodeSetting<Node>: Sendable {
    /// The setting's name in our files, unique in the kind.
    package let name: String
    /// The setting's name in AM's files; nil when AM has no such setting.
    package private(set) var amName: String?
    /// The reason why it has no effect here; nil for one that has.
    package private(set) var inertness: String?
    /// Whether placeholders in it are left alone.
    private(set) var isVerbatim = false
    /// The property's value for AM's files.
    private(set) var writeAM: @Sendable (Node) -> JSONValue
    /// The attributes of the realm's schema that the property names.
    package private(set) var attributeNames: @Sendable (Node) -> [AttributeName] = { _ in [] }
    /// The values that may be set.
    package private(set) var form: SettingForm
    /// The effect, as an administrator reads it.
    package let help: String
    /// Whether every node of the kind must set it.
    package let isRequired: Bool
    /// Sets the node's property from a file's value.
    package let read: @Sendable (inout Node, JSONValue, inout JourneyReader, String) -> Void
    /// The property's value for a file.
    package let write: @Sendable (Node) -> JSONValue

    package init(
        name: String, form: SettingForm, help: String, isRequired: Bool,
        read: @escaping @Sendable (inout Node, JSONValue, inout JourneyReader, String) -> Void,
        write: @escaping @Sendable (Node) -> JSONValue
    ) {
        self.name = name
        amName = name
        self.form = form
        self.help = help
        self.isRequired = isRequired
        self.read = read
        self.write = write
        writeAM = write
    }

    /// The same setting, for which AM has another name.
    package func named(_ amName: String) -> Self {
        var setting = self
        setting.amName = amName
        return setting
    }

    /// The same setting, whose text or texts are names of something that the realm has.
    func naming(_ referent: SettingForm.Referent) -> Self {
        var setting = self
        setting.form = if case .list = form { .list(.name(of: referent)) } else { .name(of: referent) }
        return setting
    }

    /// The same setting, in which placeholders are left alone.
    var verbatim: Self {
        var setting = self
        setting.isVerbatim = true
        return setting
    }

    /// The same setting, whose text AM has in one language only.
    package var plain: Self {
        var setting = self
        setting.writeAM = setting.write
        return setting
    }

    /// The same setting, which is carried along for AM and has no effect here: `journey check` and imports warn of one that an
    /// administrator has set.
    ///
    /// - Parameter reason: why it has none, as an administrator reads it.
    func inert(_ reason: String) -> Self {
        var setting = self
        setting.inertness = reason
        return setting
    }

    /// The same setting, which AM doesn't have.
    package var ours: Self {
        var setting = self
        setting.amName = nil
        return setting
    }
}

extension NodeSetting {
    /// A setting of a simple kind.
    package init<Value: SettingValue>(
        _ name: String, _ property: any WritableKeyPath<Node, Value> & Sendable, required: Bool = false, _ help: String
    ) {
        self.init(name: name, form: Value.form, help: help, isRequired: required) { node, json, reader, path in
            guard let value = Value(setting: json) else { return reader.object(path, "expected \(Value.form)") }
            // A value as it is initially says nothing; a text of the node's own stays one.
            if !Value.isUnset(json), value.setting != node[keyPath: property].setting { node[keyPath: property] = value }
        } write: { node in
            node[keyPath: property].setting
        }
        writeAM = { $0[keyPath: property].amSetting }
        attributeNames = { $0[keyPath: property].attributeNames }
    }

    /// A whole number within bounds.
    package init(
        _ name: String, _ property: any WritableKeyPath<Node, Int> & Sendable, in range: ClosedRange<Int>, required: Bool = false,
        _ help: String
    ) {
        let form = SettingForm.number(range)
        self.init(name: name, form: form, help: help, isRequired: required) { node, json, reader, path in
            guard let value = Int(setting: json), range.contains(value) else { return reader.object(path, "expected \(form)") }
            node[keyPath: property] = value
        } write: { node in
            node[keyPath: property].setting
        }
    }

    /// A whole number within bounds that may be left out.
    package init(_ name: String, _ property: any WritableKeyPath<Node, Int?> & Sendable, in range: ClosedRange<Int>, _ help: String) {
        let form = SettingForm.number(range)
        self.init(name: name, form: form, help: help, isRequired: false) { node, json, reader, path in
            guard let value = Int(setting: json), range.contains(value) else { return reader.object(path, "expected \(form)") }
            node[keyPath: property] = value
        } write: { node in
            node[keyPath: property].map(\.setting) ?? .null
        }
    }

    /// Makes the setting of the attribute by which AM looks for the account of a node that is about one. Looking for an account that a
    /// client merely names would show and change another user's (`docs/decisions/0020-identity-nodes.md`), so that it has no effect here.
    package static func identity(_ property: any WritableKeyPath<Node, String> & Sendable) -> NodeSetting {
        NodeSetting("identityAttribute", property, "By what AM finds the account. Here it is that of the user who has proved who they are.")
            .inert("the account is that of the user who has proved who they are, by whatever attribute they were found")
    }
}
