package import Primitives

extension NodeDeclaration {
    /// AM's name of the node's type, also of one that this server doesn't have.
    package var amType: String { (self as? ForeignNode)?.nodeType ?? Self.type.name }

    /// The version of AM's kind that can be set like this node.
    package var amVersion: String { Self.laterSettings.allSatisfy(isInitial) ? NodeType.firstVersion : "2.0" }

    /// The settings that AM has too in that version, with their values.
    package var amAttributes: JSONObject {
        let isFirst = amVersion == NodeType.firstVersion
        return JSONObject(
            Self.settings.compactMap { setting in
                guard let name = setting.amName, name != Page.nodesName, !isFirst || !Self.laterSettings.contains(name) else { return nil }
                let value = setting.writeAM(self)
                return value == .null ? nil : (name, value)
            })
    }

    /// Whether a setting is as it is when nothing is set.
    package func isInitial(_ amName: String) -> Bool {
        guard let setting = Self.settings.first(where: { $0.amName == amName }) else { return true }
        return setting.write(self) == setting.write(Self())
    }

    /// Returns AM's name for a setting; nil when it has none.
    package func amName(of name: String) -> String? { Self.settings.first { $0.name == name }?.amName }
}
