import Primitives
import ResourceMessages
package import Foundations

/// The number of wrong passcodes in a row that a method takes, and the time that it rests then.
package struct FailureLimit: Sendable, Equatable {
    /// The number of wrong passcodes; 3 by default.
    package var count = 3
    /// The time that the method rests then.
    package var coolDown: TimeSpan

    package init(count: Int = 3, coolDown: TimeSpan) {
        self.count = count
        self.coolDown = coolDown
    }

    /// The limit of passcodes that are sent: each has its own failures, so none need pass before the next is sent.
    package static let messaged = FailureLimit(coolDown: TimeSpan(0, .minutes))
    /// The limit of passcodes that a device makes.
    package static let device = FailureLimit(coolDown: TimeSpan(2, .minutes))
}

extension Form where Value == FailureLimit {
    static var messagedFailures: Form { failures("MessagedFailureLimit", .messaged, coolDown: 0...1800) }
    static var deviceFailures: Form { failures("DeviceFailureLimit", .device, coolDown: 120...1800) }

    private static func failures(_ name: String, _ standard: FailureLimit, coolDown: ClosedRange<Int>) -> Form {
        let members: [Member<FailureLimit>] = [
            Member("count", \.count, .integer(1...7), .required),
            Member("coolDown", \.coolDown, .span(coolDown, [.seconds, .minutes]), .required),
        ]
        return .object(name, members, from: { standard })
    }
}
