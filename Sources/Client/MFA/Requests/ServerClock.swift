import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives

/// The time as each server has it: the device's clock may be wrong, and a server that says so is believed for proofs and passcodes, and
/// for nothing else.
struct ServerClock: Sendable {
    /// Differences up to so many seconds are those of the network, and forgotten.
    private static let tolerance: TimeInterval = 5

    let time: any TimeSource
    let records: RecordBook

    func now(at issuer: DeviceIssuer) async throws(MFAError) -> Date {
        let offset = try await records.record(.clock, issuer.base)?["offset"]?.number
        return time.now.addingTimeInterval(offset ?? 0)
    }

    /// Learns what time a server has.
    func learn(_ serverTime: Date, at issuer: DeviceIssuer) async throws(MFAError) {
        let offset = serverTime.timeIntervalSince(time.now).rounded()
        try await records.update(.clock, issuer.base) { record in
            record = abs(offset) > Self.tolerance ? ["offset": .number(offset)] : nil
        }
    }
}
