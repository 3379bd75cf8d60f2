import JourneyModel
import Primitives

extension NodeDeclaration {
    /// The version as a file names it; nil for the first, which goes without saying.
    var writtenVersion: JSONValue? { amVersion == NodeType.firstVersion ? nil : .string(amVersion) }

    /// Whether AM's kind can be set like this node in a version that a file names.
    func fits(version: JSONValue) -> Bool {
        (version.string ?? NodeType.firstVersion) != NodeType.firstVersion || amVersion == NodeType.firstVersion
    }

    /// The settings that AM doesn't have and that differ from the defaults.
    package var settingsBeyondAM: [String] {
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
}
