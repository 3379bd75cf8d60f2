import Primitives
package import ResourceMessages

/// A span of time as the platform writes it: `{"duration": 30, "timeUnit": "SECONDS"}`. Which unit was chosen is kept.
package struct TimeSpan: Sendable, Equatable {
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

    package var count: Int
    package var unit: Unit

    package init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    package var seconds: Int { count * unit.seconds }
}

extension Form where Value == TimeSpan {
    /// A span of so many seconds, in one of some units.
    ///
    /// - Parameters:
    ///   - name: what documents call it; spans with other bounds have other names.
    ///   - members: what the number and the unit are called.
    package static func span(
        _ name: String, _ seconds: ClosedRange<Int>, _ units: [TimeSpan.Unit],
        members: (number: String, unit: String) = ("duration", "timeUnit")
    ) -> Form {
        let forms: [Member<TimeSpan>] = [
            Member(members.number, \.count, .integer(0...seconds.upperBound), .required),
            Member(members.unit, \.unit, .choice(of: units), .required),
        ]
        return .object(name, forms, from: { TimeSpan(0, .seconds) }) { span, reading in
            if !seconds.contains(span.seconds) {
                reading.refuse(
                    .invalid, "it is \(seconds.lowerBound) to \(seconds.upperBound) seconds", at: members.number, range: seconds)
            }
        }
    }
}
