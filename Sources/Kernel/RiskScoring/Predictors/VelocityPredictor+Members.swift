import Primitives
import ResourceMessages

extension VelocityPredictor {
    static let type = PredictorType.velocity
    static let shapeName = "VelocityPredictor"
    static let members: [Member<Self>] = [
        Member("of", \.of, .eventPath, .required).saying("The value whose distinct values are counted."),
        Member("by", \.by, .list(.eventPath, count: 1...4), .required).saying("The values by which they are counted, together."),
        Member("measure", \.measure, .oneOf(["DISTINCT_COUNT"])),
        Member("use", \.use, .object).saying("The multiples of the standard deviation from which the level is MEDIUM and HIGH."),
        Member("fallback", optional: \.fallback, .object).saying("The counts from which it is while there are too few windows."),
        Member("every", \.every, .object).saying("The window in which values are counted; one hour unless sent."),
        Member("slidingWindow", optional: \.sliding, .object).saying("The time whose windows tell what is usual; seven days unless sent."),
    ]

    /// The multiples of the standard deviation, in thousandths.
    struct Multiples: Shaped, Equatable {
        var type = "POISSON_WITH_MAX"
        var medium = 2000
        var high = 4000

        static let shapeName = "VelocityMultiples"
        static let members: [Member<Self>] = [
            Member("type", \.type, .oneOf(["POISSON_WITH_MAX"])),
            Member("medium", \.medium, .thousandths).saying("So many are MEDIUM.", tellsInitial: true),
            Member("high", \.high, .thousandths).saying("So many are HIGH.", tellsInitial: true),
        ]
    }

    struct Fallback: Shaped, Equatable {
        var strategy = "ENVIRONMENT_MAX"
        var medium = 1
        var high = 1

        static let shapeName = "VelocityFallback"
        static let members: [Member<Self>] = [
            // The greatest window counts where it is more than the calculated threshold, and the environment's windows where the user's are few.
            Member("strategy", \.strategy, .oneOf(["ENVIRONMENT_MAX"])),
            Member("medium", \.medium, .bounded(1...RiskFacts.most), .required),
            Member("high", \.high, .bounded(1...RiskFacts.most), .required),
        ]

        func check(_ reading: inout ShapeReading) {
            if high < medium { reading.refuse(.invalid, "it is at least medium", at: "high") }
        }
    }

    /// The window in which values are counted.
    struct Window: Shaped, Equatable {
        var interval = RiskInterval()
        var minSample = 5

        var seconds: Int { interval.seconds }

        static let shapeName = "VelocityWindow"
        static let members: [Member<Self>] = [
            Member("unit", \.interval.unit, .choice, .required), Member("quantity", \.interval.quantity, .bounded(RiskInterval.quantities)),
            Member("minSample", \.minSample, .bounded(1...VelocityFacts.most))
                .saying("The number of windows that are enough to calculate from.", tellsInitial: true),
        ]
    }

    /// The time whose windows tell what is usual.
    struct Past: Shaped, Equatable {
        var interval = RiskInterval(unit: .day)

        var seconds: Int { interval.seconds }

        static let shapeName = "VelocityPast"
        static let members: [Member<Self>] = [
            Member("unit", \.interval.unit, .choice, .required), Member("quantity", \.interval.quantity, .bounded(RiskInterval.quantities)),
            Member(ignored: "minSample", .any, because: "every.minSample says how many windows are enough"),
        ]
    }
}

/// The values that a predictor of velocity counts, and the windows in which it does.
package struct VelocityCounting: Sendable, Equatable {
    /// The path of the value, behind `event.`.
    package let of: String
    /// The paths of the values by which it is counted.
    package let by: [String]
    /// The length of a window, in seconds.
    package let window: Int
    /// The time whose windows tell what is usual, in seconds.
    package let past: Int
}
