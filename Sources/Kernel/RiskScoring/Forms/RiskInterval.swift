import Primitives
import ResourceMessages

/// A length of time in a unit.
struct RiskInterval: Shaped, Equatable {
    /// The units by their names on the wire; minutes have two.
    enum Unit: String, Sendable, CaseIterable {
        case min = "MIN"
        case minute = "MINUTE"
        case hour = "HOUR"
        case day = "DAY"

        var seconds: Int {
            switch self {
            case .min, .minute: 60
            case .hour: 3600
            case .day: 86_400
            }
        }
    }

    var unit = Unit.hour
    var quantity = 1

    static let quantities = 1...365

    var seconds: Int { quantity * unit.seconds }

    /// The interval of a rule of traffic; those of velocities have more members.
    static let shapeName = "RiskInterval"
    static let members: [Member<Self>] = [
        Member("unit", \.unit, .choice(of: [.hour, .day]), .required), Member("quantity", \.quantity, .bounded(quantities), .required),
    ]
}

/// The range of a number, both ends in it.
struct RiskRange: Shaped, Equatable {
    var least = 0
    var most = 0

    var range: ClosedRange<Int> { least...max(least, most) }

    static let shapeName = "RiskRange"
    static let members: [Member<Self>] = numbers(-RiskFacts.most...RiskFacts.most)

    /// The range of an aggregate.
    static let ofAggregate = Form.object("RiskAggregateRange", numbers(0...1000), from: { Self() }) { $0.check(&$1) }

    private static func numbers(_ bounds: ClosedRange<Int>) -> [Member<Self>] {
        [Member("minScore", \.least, .bounded(bounds), .required), Member("maxScore", \.most, .bounded(bounds), .required)]
    }

    func check(_ reading: inout ShapeReading) {
        if most < least { reading.refuse(.invalid, "it is at least minScore", at: "maxScore") }
    }
}

/// The level of a result.
struct RiskResult: Shaped, Equatable {
    var level = RiskLevel.low
    var type = "VALUE"

    static let shapeName = "RiskResult"
    static let members: [Member<Self>] = [
        Member("level", \.level, .choice, .required), Member("type", \.type, .oneOf(["VALUE"])),
    ]
}
