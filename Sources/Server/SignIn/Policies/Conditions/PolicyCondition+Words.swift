import Directory
import Foundations
import Primitives
import Sessions

extension PolicyCondition {
    /// The parts that aren't met, in words.
    func missing(_ facts: PolicyFacts) -> [String] {
        guard !standing(facts).isMet else { return [] }
        switch self {
        case .authLevel: return ["\(words); it has \(facts.session.map { "\($0.authLevel)" } ?? "none")"]
        case .all(let parts): return parts.flatMap { $0.missing(facts) }
        case .addresses where facts.address == nil: return ["\(words); the address isn't known"]
        case .journey, .sessionAge, .transaction, .addresses, .time, .any, .not: return [words]
        }
    }

    /// The condition in words.
    private var words: String {
        switch self {
        case .authLevel(let level): "a session of level \(level)"
        case .journey(let name): "a session by the journey \(name)"
        case .sessionAge(let minutes): "a sign-in of the last \(minutes) minutes"
        case .transaction(let journey): "an approval of each access by the journey \(journey)"
        case .addresses(let ranges): "an address in \(ranges.map(\.text).joined(separator: ", "))"
        case .time(let window): window.words
        case .all(let parts): parts.map(\.words).joined(separator: " and ")
        case .any(let parts): "one of: " + parts.map(\.words).joined(separator: "; ")
        case .not(let part): "not " + part.words
        }
    }
}

extension TimeWindow {
    fileprivate var words: String {
        let names = days.sorted().compactMap { Self.dayNames.indices.contains($0 - 1) ? Self.dayNames[$0 - 1] : nil }
        return "a time from \(Self.text(from)) to \(Self.text(to)) on \(names.joined(separator: ", ")) (\(zone))"
    }
}
