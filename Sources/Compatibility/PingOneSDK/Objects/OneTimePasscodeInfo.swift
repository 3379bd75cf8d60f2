public import Foundation
import MFA

/// A one-time passcode and when it is good.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class OneTimePasscodeInfo: NSObject, @unchecked Sendable {  // all is constant
    /// The passcode.
    public final let passcode: String
    /// The time until which it is good, in seconds since 1970.
    public final let validUntil: Double
    /// The time from which it is good, in seconds since 1970.
    public final let validFrom: Double
    /// The whole time for which it is good, in seconds.
    public final let timeWindowSize: Int

    init(_ passcode: Passcode) {
        self.passcode = passcode.code
        validUntil = passcode.until.timeIntervalSince1970
        validFrom = passcode.from.timeIntervalSince1970
        timeWindowSize = passcode.period
    }
}

/// The name of ``OneTimePasscodeInfo`` in part of the documentation.
public typealias OneTimePasscodeData = OneTimePasscodeInfo
