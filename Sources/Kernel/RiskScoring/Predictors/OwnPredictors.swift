import Primitives
import ResourceMessages

/// `MAP`: a value of the event is in one of three lists.
struct MapPredictor: PredictorKind {
    /// The values that a level is for: those between two numbers, in ranges of addresses, or in a list.
    struct Match: Shaped, Equatable {
        var path = RiskPath()
        var between: RiskRange?
        var ranges: RangeSet?
        var list: TextSet?

        static let shapeName = "RiskMatch"
        static let members: [Member<Self>] = [
            Member("contains", \.path, .path, .required).saying("The value; it stands beside one of the others."),
            Member("between", optional: \.between, .object), Member("ipRange", optional: \.ranges, .ranges),
            Member("list", optional: \.list, .texts),
        ]

        func check(_ reading: inout ShapeReading) {
            let count = [between != nil, ranges != nil, list != nil].count { $0 }
            if count != 1 { reading.refuse(.invalid, "it has contains beside one of between, ipRange, list") }
        }

        var cost: Int { (ranges?.cost ?? 0) + (list?.cost ?? 0) }

        func holds(in values: RiskValues) -> Bool {
            guard let value = values[path] else { return false }
            if let between { return value.number.map(between.range.contains) ?? false }
            return ranges?.holds(for: value) ?? list?.holds(for: value) ?? false
        }
    }

    /// The matches by their levels; a level that isn't declared is left out.
    struct Levels: Shaped, Equatable {
        var high: Match?
        var medium: Match?
        var low: Match?

        static let shapeName = "RiskMap"
        static let members: [Member<Self>] = [
            Member("high", optional: \.high, .object), Member("medium", optional: \.medium, .object),
            Member("low", optional: \.low, .object),
        ]

        var all: [(level: RiskLevel, match: Match)] {
            let all: [(level: RiskLevel, match: Match?)] = [(.high, high), (.medium, medium), (.low, low)]
            return all.compactMap { line in line.match.map { (line.level, $0) } }
        }
    }

    var map = Levels()

    static let type = PredictorType.map
    static let shapeName = "MapPredictor"
    static let members: [Member<Self>] = [
        Member("map", \.map, .object, .required).saying("The values for each level; the highest level that matches counts.")
    ]

    func check(_ reading: inout ShapeReading) {
        if cost > ConditionBudget.cost { reading.refuse(.tooComplex, "lists of more than \(ConditionBudget.cost) parts", at: "map") }
    }

    var cost: Int { map.all.map(\.match.cost).reduce(0, +) }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let found = map.all.first(where: { $0.match.holds(in: values) }) else { return .nothing(.map, .missing) }
        return .score(.map, found.level.score, ["MATCH_\(found.level.rawValue)"])
    }
}

/// `COMPOSITE`: the first of up to three conditions that holds says the level.
struct CompositePredictor: PredictorKind {
    struct Composition: Shaped, Equatable {
        var level = RiskLevel.low
        var condition = RiskCondition.and([])

        static let shapeName = "RiskComposition"
        static let members: [Member<Self>] = [
            Member("level", \.level, .choice, .required), Member("condition", \.condition, .bounded, .required),
        ]
    }

    var compositions: [Composition] = []

    static let type = PredictorType.composite
    static let shapeName = "CompositePredictor"
    static let members: [Member<Self>] = [
        Member("compositions", \.compositions, .list(.object, count: 1...3), .required)
            .saying("Conditions with their levels; the first that holds counts.")
    ]

    var cost: Int { compositions.map(\.condition.cost).reduce(0, +) }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let index = compositions.firstIndex(where: { $0.condition.holds(in: values) }) else {
            return .score(.composite, 0, ["NO_MATCH"])
        }
        return .score(
            .composite, compositions[index].level.score, ["MATCH_\(compositions[index].level.rawValue)"], [("composition", index)])
    }
}
