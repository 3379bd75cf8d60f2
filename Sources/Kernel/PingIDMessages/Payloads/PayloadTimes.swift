import DeviceMessages
import Foundation
import Primitives

/// The times that both payloads must keep.
enum PayloadTimes {
    /// The number of seconds by which clocks may differ when a payload expires.
    private static let leeway: TimeInterval = 30

    static func check(_ issuedAt: Date, _ expires: Date, atMost lifetime: TimeInterval, at now: Date) throws(DeviceError) {
        guard expires.timeIntervalSince(issuedAt) <= lifetime, issuedAt.timeIntervalSince(now) <= DeviceProof.tolerance else {
            throw Statement.refusal("it lives longer than \(Int(lifetime)) seconds, or begins later")
        }
        guard now < expires.addingTimeInterval(leeway) else { throw DeviceError(.expired, "the payload has expired") }
    }
}
