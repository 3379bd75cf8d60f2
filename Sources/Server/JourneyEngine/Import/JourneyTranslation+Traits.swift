import Primitives

extension JourneyTranslation {
    private static let transactional = "transactionalOnly"

    /// The flags and times, and whether the journey is switched off here though it isn't where it comes from.
    mutating func traits() -> (JourneyTraits, Bool) {
        var object = JSONObject()
        for name in JourneyReader.traitNames.sorted() {
            guard let value = entry.tree[name], !AM.isNothing(value) else { continue }
            var reader = JourneyReader(catalogue)
            _ = reader.traits([name: value])
            if let problem = reader.problems.first {
                find(.warning, member: name, "\(problem.reason), not \(value.text.prefix(64)); kept without effect")
            } else {
                object[name] = value
            }
        }
        // A journey that only transactions may use must not become one that anybody may sign in with.
        let isRuledOut = entry.tree[Self.transactional]?.bool == true && !JourneyReader.traitNames.contains(Self.transactional)
        let isSwitchedOff = isRuledOut && object["enabled"]?.bool != false
        if isRuledOut {
            object["enabled"] = false
            find(.warning, member: Self.transactional, "this server has no transactions yet; the journey is switched off")
        }
        var reader = JourneyReader(catalogue)
        return (reader.traits(object), isSwitchedOff)
    }
}
