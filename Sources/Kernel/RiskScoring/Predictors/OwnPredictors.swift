import Primitives
import RiskSignals

/// `MAP`: a value of the event is in one of three lists.
struct MapPredictor: Sendable, Equatable {
    enum Match: Sendable, Equatable {
        case between(RiskPath, ClosedRange<Int>)
        case ranges(RangeMembership)
        case list(ListMembership)

        func holds(in values: RiskValues) -> Bool {
            switch self {
            case .between(let path, let range): values[path]?.number.map(range.contains) ?? false
            case .ranges(let membership): membership.holds(in: values)
            case .list(let membership): membership.holds(in: values)
            }
        }
    }

    /// The matches from HIGH to LOW; a level that isn't declared is left out.
    let matches: [(level: RiskLevel, match: Match)]
    /// The number of parts, which bounds the work of evaluating it.
    let cost: Int

    func evaluate(_ values: RiskValues) -> PredictorResult {
        guard let found = matches.first(where: { $0.match.holds(in: values) }) else { return .nothing(.map, .missing) }
        return .score(.map, found.level.score, ["MATCH_\(found.level.rawValue)"])
    }

    static func == (left: Self, right: Self) -> Bool { left.matches.elementsEqual(right.matches) { $0 == $1 } }

    init(_ members: RiskMembers) throws(RiskError) {
        var (matches, budget): ([(level: RiskLevel, match: Match)], ConditionBudget) = ([], ConditionBudget())
        for (name, level) in [("high", RiskLevel.high), ("medium", .medium), ("low", .low)] {
            guard let inside = try members.optional(name) else { continue }
            matches.append((level, try Self.match(inside, &budget)))
        }
        self.matches = matches
        cost = budget.spent
    }

    private static func match(_ members: RiskMembers, _ budget: inout ConditionBudget) throws(RiskError) -> Match {
        if let between = try members.optional("between") {
            let least = try between.integer("minScore", in: -RiskFacts.most...RiskFacts.most)
            return .between(try members.path("contains"), least...(try between.integer("maxScore", in: least...RiskFacts.most)))
        }
        if members.has("ipRange") { return .ranges(try RangeMembership(members, &budget)) }
        guard members.has("list") else { throw members.wrong("contains", "beside between, ipRange or list") }
        return .list(try ListMembership(members, &budget))
    }
}

/// `COMPOSITE`: the first of up to three conditions that holds says the level.
struct CompositePredictor: Sendable, Equatable {
    struct Composition: Sendable, Equatable {
        let level: RiskLevel
        let condition: RiskCondition
    }

    let compositions: [Composition]
    /// The number of parts, which bounds the work of evaluating it.
    let cost: Int

    func evaluate(_ values: RiskValues) -> PredictorResult {
        guard let index = compositions.firstIndex(where: { $0.condition.holds(in: values) }) else {
            return .score(.composite, 0, ["NO_MATCH"])
        }
        return .score(
            .composite, compositions[index].level.score, ["MATCH_\(compositions[index].level.rawValue)"], [("composition", index)])
    }

    init(_ members: RiskMembers) throws(RiskError) {
        var (compositions, total): ([Composition], Int) = ([], 0)
        for json in try members.list("compositions", atMost: 3) {
            let inside = try RiskMembers(json, of: "compositions")
            compositions.append(
                Composition(
                    level: try inside.level("level"),
                    condition: try RiskCondition(json: inside.object["condition"] ?? .null, adding: &total)))
        }
        guard !compositions.isEmpty else { throw members.missing("compositions") }
        self.compositions = compositions
        cost = total
    }
}

extension RiskMembers {
    func level(_ name: String) throws(RiskError) -> RiskLevel {
        guard let level = RiskLevel(exactly: try text(name, atMost: 8)) else { throw wrong(name, "LOW, MEDIUM or HIGH") }
        return level
    }
}
