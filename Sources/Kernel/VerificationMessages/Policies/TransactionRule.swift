import Primitives
package import ResourceMessages

/// The rule of a policy for the time of a transaction.
package struct TransactionRule: Sendable, Equatable {
    package var timeout = Span()
    package var collection = Collection()
    package var collectsOnly = false

    package init() {}

    /// A span of time: a number and its unit.
    package struct Span: Shaped, Equatable {
        package enum Unit: String, Sendable, CaseIterable {
            case seconds = "SECONDS"
            case minutes = "MINUTES"
        }

        package var duration = 30
        package var unit = Unit.minutes

        package init() {}

        /// The span in seconds.
        package var seconds: Int { unit == .minutes ? duration * 60 : duration }

        package static let shapeName = "VerifyTimeout"
        package static let members: [Member<Self>] = [
            Member("duration", \.duration, .integer(1...1800), .required).saying("At most 30 minutes.", tellsInitial: true),
            Member("timeUnit", \.unit, .choice, .required),
        ]

        package func check(_ reading: inout ShapeReading) {
            if seconds > 1800 { reading.refuse(.invalid, "it is at most 30 minutes", at: "duration", range: 1...30) }
        }
    }

    /// The rule for the time in which data are collected.
    package struct Collection: Shaped, Equatable {
        package var timeout = Span()

        package init() { timeout.duration = 15 }

        package static let shapeName = "VerifyDataCollection"
        package static let members: [Member<Self>] = [
            Member("timeout", \.timeout, .object, .required).saying("The time in which data are taken, from the transaction's creation.")
        ]
    }
}

extension TransactionRule: Shaped {
    package static let shapeName = "VerifyTransactionRule"
    package static let members: [Member<Self>] = [
        Member("timeout", \.timeout, .object).saying("The time after which the transaction has failed."),
        Member("dataCollection", \.collection, .object),
        Member("dataCollectionOnly", \.collectsOnly, .flag)
            .saying("Whether data are collected, and nothing is checked.", tellsInitial: true),
    ]

    package func check(_ reading: inout ShapeReading) {
        if collection.timeout.seconds > timeout.seconds {
            reading.refuse(.invalid, "it isn't longer than the transaction's own", at: "dataCollection.timeout")
        }
    }
}
