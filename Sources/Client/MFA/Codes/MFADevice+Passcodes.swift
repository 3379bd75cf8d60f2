import DeviceFoundation
public import DeviceMessages
public import Foundation
import OneTimePassword
import Primitives

/// A passcode and when it is good.
public struct Passcode: Sendable, Equatable {
    /// The digits.
    public let code: String
    /// The times from which and until which it is valid, by this device's clock.
    public let from, until: Date
    /// The time for which a passcode is shown, in seconds.
    public let period: Int
}

extension MFADevice {
    /// The passcode of this moment. No network is used; what was learned of the server's clock is reckoned in.
    ///
    /// One seed serves all users of a realm. Without `issuer` it is the default issuer's, else that of the first realm that is paired.
    /// - Throws: ``MFAError`` `.notPaired`; `.passcode` when the application has no passcodes.
    public nonisolated func passcode(at issuer: DeviceIssuer? = nil) async throws(MFAError) -> Passcode {
        let installation = try await paired(at: issuer)
        guard let seed = installation.seed else { throw MFAError(.passcode, "this app has no passcodes") }
        let generator = try Self.generator(seed)
        let (now, serverNow) = (device.time.now, try await clock.now(at: installation.issuer))
        let step = generator.step(at: serverNow)
        let start = generator.start(of: step).addingTimeInterval(now.timeIntervalSince(serverNow))
        return Passcode(
            code: generator.code(in: step), from: start, until: start.addingTimeInterval(TimeInterval(seed.period)), period: seed.period)
    }

    static func generator(_ seed: PasscodeSeed) throws(MFAError) -> TOTP {
        do { return try TOTP(seed.secret, algorithm: .sha256, digits: seed.digits, period: seed.period) } catch {
            throw MFAError(.passcode, "the stored seed makes no passcodes: \(error.reason)", underlying: error)
        }
    }
}
