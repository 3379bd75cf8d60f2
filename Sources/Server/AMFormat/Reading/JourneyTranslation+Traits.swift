package import JourneyModel
import Primitives

extension JourneyTranslation {
    /// The flags and times.
    package mutating func traits() -> JourneyTraits {
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
        var reader = JourneyReader(catalogue)
        return reader.traits(object)
    }
}
