import CLibOATH
import Foundation
import OneTimePassword
import Primitives

/// One-time passwords beside liboath, in turn in one run: `otp SECONDS` prints how many a second each makes and verifies. liboath takes the
/// secret again each time; ours has its key worked in once, and for comparison again.
@main
struct OTPBench {
    private static let secret = Array("12345678901234567890".utf8)
    private static let start = 1_767_225_600

    static func main() throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 4
        guard oath_init() == OATH_OK.rawValue else { throw Failure() }
        let key = Secret(bytes: secret)
        let totp = try TOTP(key)
        let (theirs, ours, anew) = (Rate(), Rate(), Rate())
        let (theirChecks, ourChecks, checksAnew) = (Rate(), Rate(), Rate())
        // A code of the step before, so that the whole window is looked at either way.
        let code = totp.code(at: Date(timeIntervalSince1970: Double(start)))
        for _ in 0..<8 {
            ours.run(for: seconds / 48) { index in totp.code(in: UInt64(start / 30 + index)).utf8.count == 6 }
            theirs.run(for: seconds / 48) { index in generate(index) == OATH_OK.rawValue }
            try anew.run(for: seconds / 48) { index in try TOTP(key).code(in: UInt64(start / 30 + index)).utf8.count == 6 }
            ourChecks.run(for: seconds / 48) { _ in check(totp, code) }
            theirChecks.run(for: seconds / 48) { _ in validate(code) >= 0 }
            try checksAnew.run(for: seconds / 48) { _ in try check(TOTP(key), code) }
        }
        print(
            """
            {"code": {"ours": \(ours.perSecond), "liboath": \(theirs.perSecond), "anew": \(anew.perSecond)}, \
            "verification": {"ours": \(ourChecks.perSecond), "liboath": \(theirChecks.perSecond), "anew": \(checksAnew.perSecond)}}
            """)
    }

    private static func check(_ totp: TOTP, _ code: String) -> Bool {
        totp.verify(code, at: Date(timeIntervalSince1970: Double(start + 30)), drift: 1) != nil
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

    /// The count of an operation, and the time that it took.
    private final class Rate {
        private var count = 0
        private var seconds = 0.0

        var perSecond: Int { Int(Double(count) / seconds) }

        func run(for seconds: Double, _ body: (Int) throws -> Bool) rethrows {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            while ContinuousClock.now < end {
                for _ in 0..<1000 {
                    guard try body(count) else { preconditionFailure("a code is wrong") }
                    count += 1
                }
            }
            self.seconds +=
                Double((ContinuousClock.now - begun).components.attoseconds) / 1e18
                + Double((ContinuousClock.now - begun).components.seconds)
        }
    }
}
