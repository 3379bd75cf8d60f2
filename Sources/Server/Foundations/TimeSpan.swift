import Primitives
package import ResourceMessages

/// A span of time: `{"count": 30, "unit": "SECONDS"}`. The unit that was chosen is kept.
package struct TimeSpan: Sendable, Equatable {
    /// The unit of a span; its raw value is the name in JSON.
    package enum Unit: String, Sendable, CaseIterable {
        case seconds = "SECONDS"
        case minutes = "MINUTES"
        case hours = "HOURS"
        case days = "DAYS"

        var seconds: Int {
            switch self {
            case .seconds: 1
            case .minutes: 60
            case .hours: 3600
            case .days: 86_400
            }
        }
    }

    /// The number of units.
    package var count: Int
    package var unit: Unit

    package init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The whole span in seconds.
    package var seconds: Int { count * unit.seconds }
}

extension Form where Value == TimeSpan {
    /// A span of so many seconds, in one of some units.
    package static func span(_ seconds: ClosedRange<Int>, _ units: [TimeSpan.Unit]) -> Form {
        let forms: [Member<TimeSpan>] = [
            Member("count", \.count, .integer(0...seconds.upperBound), .required).formerly("duration", "amount"),
            Member("unit", \.unit, .choice(of: units), .required).formerly("timeUnit", "units"),
        ]
        return .object("TimeSpan", forms, from: { TimeSpan(0, .seconds) }) { span, reading in
            if !seconds.contains(span.seconds) {
                reading.refuse(.invalid, "it is \(seconds.lowerBound) to \(seconds.upperBound) seconds", at: "count", range: seconds)
            }
        }
    }
}
