import CLibOATH
import Foundation
import OneTimePassword
import Primitives

/// One-time passwords beside liboath, in turn in one run: `otp SECONDS` prints how many a second each makes and verifies.
@main
struct OTPBench {
    private static let secret = Array("12345678901234567890".utf8)
    private static let start = 1_767_225_600

    static func main() throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 4
        guard oath_init() == OATH_OK.rawValue else { throw Failure() }
        let totp = try TOTP(Secret(bytes: secret))
        let (theirs, ours) = (Rate(), Rate())
        let (theirChecks, ourChecks) = (Rate(), Rate())
        // A code of the step before, so that the whole window is looked at either way.
        let code = totp.code(at: Date(timeIntervalSince1970: Double(start)))
        for _ in 0..<8 {
            ours.run(for: seconds / 32) { index in totp.code(in: UInt64(start / 30 + index)).utf8.count == 6 }
            theirs.run(for: seconds / 32) { index in generate(index) == OATH_OK.rawValue }
            ourChecks.run(for: seconds / 32) { _ in totp.verify(code, at: Date(timeIntervalSince1970: Double(start + 30)), drift: 1) != nil
            }
            theirChecks.run(for: seconds / 32) { _ in validate(code) >= 0 }
        }
        print(
            """
            {"code": {"ours": \(ours.perSecond), "liboath": \(theirs.perSecond)}, \
            "verification": {"ours": \(ourChecks.perSecond), "liboath": \(theirChecks.perSecond)}}
            """)
    }

    private static func generate(_ index: Int) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 7) { text in
            secret.withUnsafeBufferPointer { secret in
                secret.withMemoryRebound(to: CChar.self) { secret in
                    oath_totp_generate(secret.baseAddress, secret.count, time_t(start + index * 30), 30, 0, 6, text.baseAddress)
                }
            }
        }
    }

    private static func validate(_ code: String) -> Int32 {
        secret.withUnsafeBufferPointer { secret in
            secret.withMemoryRebound(to: CChar.self) { secret in
                oath_totp_validate(secret.baseAddress, secret.count, time_t(start + 30), 30, 0, 1, code)
            }
        }
    }

    private struct Failure: Error {}

    /// How often something was done in how much time.
    private final class Rate {
        private var count = 0
        private var seconds = 0.0

        var perSecond: Int { Int(Double(count) / seconds) }

        func run(for seconds: Double, _ body: (Int) -> Bool) {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            while ContinuousClock.now < end {
                for _ in 0..<1000 {
                    precondition(body(count), "a code is wrong")
                    count += 1
                }
            }
            self.seconds +=
                Double((ContinuousClock.now - begun).components.attoseconds) / 1e18
                + Double((ContinuousClock.now - begun).components.seconds)
        }
    }
}
