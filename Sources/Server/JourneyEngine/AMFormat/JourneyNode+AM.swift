import Primitives

extension JourneyNode {
    /// The version of AM's kind that can be set like this node.
    var amVersion: String { Self.laterSettings.allSatisfy(isInitial) ? AM.firstVersion : "2.0" }

    /// The version as a file names it; nil for the first, which goes without saying.
    var writtenVersion: JSONValue? { amVersion == AM.firstVersion ? nil : .string(amVersion) }

    /// Whether AM's kind can be set like this node in a version that a file names.
    func fits(version: JSONValue) -> Bool { (version.string ?? AM.firstVersion) != AM.firstVersion || amVersion == AM.firstVersion }

    /// The settings that AM has too in that version, with their values.
    var amAttributes: JSONObject {
        let isFirst = amVersion == AM.firstVersion
        return JSONObject(
            Self.settings.compactMap { setting in
                guard let name = setting.amName, name != AM.pageNodes, !isFirst || !Self.laterSettings.contains(name) else { return nil }
                let value = setting.writeAM(self)
                return value == .null ? nil : (name, value)
            })
    }

    /// The settings that AM doesn't have and that differ from the defaults.
    var settingsBeyondAM: [String] {
        let initial = Self()
        return Self.settings.filter { $0.amName == nil && $0.write(self) != $0.write(initial) }.map(\.name)
    }

    /// Whether an attribute of AM's file says what the setting is now; true for one that is no setting of ours.
    func says(_ value: JSONValue, as amName: String) -> Bool {
        guard let setting = Self.settings.first(where: { $0.amName == amName }) else { return true }
        let current = setting.write(self)
        if current == .null, AM.isNothing(value) { return true }
        var reader = JourneyReader(.standard)
        var probe = Self()
        setting.read(&probe, value, &reader, "")
        return reader.problems.isEmpty && setting.write(probe) == current
    }

    /// Whether a setting is as it is when nothing is set.
    func isInitial(_ amName: String) -> Bool {
        guard let setting = Self.settings.first(where: { $0.amName == amName }) else { return true }
        return setting.write(self) == setting.write(Self())
    }

    /// Returns AM's name for a setting; nil when it has none.
    func amName(of name: String) -> String? { Self.settings.first { $0.name == name }?.amName }
}
