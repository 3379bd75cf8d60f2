package import Primitives

extension JourneyDefinition {
    /// The journey as it is stored, with every node in the long form. ``init(json:catalogue:)`` reads it.
    package var json: JSONValue { Self.json(name, traits, start, nodes, kept) }

    /// The stored form of a journey that is put together of these parts.
    package static func json(
        _ name: String, _ traits: JourneyTraits, _ start: JourneyTarget, _ nodes: [PlacedNode], _ kept: JSONObject
    ) -> JSONValue {
        var object: JSONObject = ["name": .string(name)]
        traits.write(to: &object)
        object["start"] = .string(start.name)
        object["nodes"] = .object(JSONObject(nodes.map { ($0.id, $0.json) }))
        object["kept"] = kept.isEmpty ? nil : .object(kept)
        return .object(object)
    }
}

extension PlacedNode {
    /// The long form.
    package var json: JSONValue {
        var object: JSONObject = ["type": .string(kind.alias)]
        object["title"] = title.map(JSONValue.string)
        let settings = node.writtenSettings.overlaid(with: placeholders)
        object["settings"] = settings.isEmpty ? nil : .object(settings)
        object["outcomes"] = .object(JSONObject(connections.sorted { $0.key < $1.key }.map { ($0, .string($1.name)) }))
        object["kept"] = kept.isEmpty ? nil : .object(kept)
        return .object(object)
    }
}

extension JSONObject {
    /// The members, without some.
    package func without(_ names: Set<String>) -> JSONObject {
        JSONObject(members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
    }

    /// These members, with others in place of those of the same name or behind them.
    package func overlaid(with others: JSONObject) -> JSONObject {
        var all = self
        all.merge(others.members)
        return all
    }
}

extension JourneyTraits {
    /// Those that aren't as they are initially, by their names in files.
    package var json: JSONObject {
        var object = JSONObject()
        write(to: &object)
        return object
    }

    fileprivate func write(to object: inout JSONObject) {
        let initial = JourneyTraits()
        func write<Value: SettingValue & Equatable>(_ name: String, _ property: KeyPath<JourneyTraits, Value>) {
            if self[keyPath: property] != initial[keyPath: property] { object[name] = self[keyPath: property].setting }
        }
        write("description", \.description)
        write("enabled", \.isEnabled)
        write("innerTreeOnly", \.isInnerOnly)
        write("mustRun", \.mustRun)
        write("noSession", \.noSession)
        write("transactionalOnly", \.isTransactional)
        write("identityResource", \.identityResource)
        object["treeTimeout"] = timeout.map(\.setting)
        object["maximumSessionTime"] = sessionTime.map(\.setting)
        object["maximumIdleTime"] = idleTime.map(\.setting)
    }
}
