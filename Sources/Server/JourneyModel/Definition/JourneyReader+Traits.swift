package import Primitives

extension JourneyReader {
    /// The members that a journey's file may have.
    package static let members: Set<String> = [
        "name", "start", "nodes", "description", "enabled", "innerTreeOnly", "mustRun", "noSession", "transactionalOnly",
        "identityResource", "treeTimeout", "maximumSessionTime", "maximumIdleTime", "kept",
    ]

    /// The flags and times, by the names that they have in AM's files too.
    package static var traitNames: Set<String> { members.subtracting(["name", "start", "nodes", "kept"]) }

    /// The flags and times at the top of a file.
    package mutating func traits(_ file: JSONObject) -> JourneyTraits {
        for name in file.names where !Self.members.contains(name) {
            object(name, "a journey has no such member; it has \(Self.members.sorted().joined(separator: ", "))")
        }
        var traits = JourneyTraits()
        read("description", file, into: &traits.description)
        read("enabled", file, into: &traits.isEnabled)
        read("innerTreeOnly", file, into: &traits.isInnerOnly)
        read("mustRun", file, into: &traits.mustRun)
        read("noSession", file, into: &traits.noSession)
        read("transactionalOnly", file, into: &traits.isTransactional)
        read("identityResource", file, into: &traits.identityResource)
        traits.timeout = minutes("treeTimeout", file, atMost: 24 * 60)
        traits.sessionTime = minutes("maximumSessionTime", file, atMost: 366 * 24 * 60)
        traits.idleTime = minutes("maximumIdleTime", file, atMost: 366 * 24 * 60)
        return traits
    }

    private mutating func read<Value: SettingValue>(_ name: String, _ file: JSONObject, into value: inout Value) {
        guard let json = file[name] else { return }
        if let read = Value(setting: json) { value = read } else { object(name, "expected \(Value.form)") }
    }

    private mutating func minutes(_ name: String, _ file: JSONObject, atMost limit: Int) -> Int? {
        guard let json = file[name] else { return nil }
        guard let minutes = Int(setting: json), (1...limit).contains(minutes) else {
            object(name, "expected 1 to \(limit) minutes")
            return nil
        }
        return minutes
    }
}
