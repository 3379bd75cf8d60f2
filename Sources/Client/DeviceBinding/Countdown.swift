import Foundation
import Primitives

/// The time that the user has.
struct Countdown: Sendable {
    private let end: Date
    private let time: any TimeSource

    init(_ seconds: Int, _ time: any TimeSource) {
        end = time.now.addingTimeInterval(TimeInterval(seconds))
        self.time = time
    }

    /// The time now, unless it is up.
    func now() throws(DeviceBindingError) -> Date {
        let now = time.now
        guard now <= end else { throw DeviceBindingError(.timeout, "the user took longer than the server gives") }
        return now
    }
}
