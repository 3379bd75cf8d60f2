import ArgumentParser
import Foundation
import OneTimePassword
import Primitives

/// `gatehouse otp verify`
struct OTPVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Say whether a code is good, and which step or counter it belongs to. Ends with status 1 when it isn't.",
        discussion: """
            Nothing is stored; a program that accepts codes remembers the last step or counter, and gives it with --after.

            Examples:
              gatehouse otp verify 123456 account.txt
              gatehouse otp verify 94287082 account.txt --time 59 --drift 0
              gatehouse otp verify 755224 account.txt --after 3 --look-ahead 10
            """)

    @Argument(help: "The code; spaces and hyphens in it make no difference.") var code: String
    @OptionGroup var account: OTPAccountOptions
    @Option(help: ArgumentHelp("The moment: seconds since 1970, or 2026-01-31T12:00:00Z. (default: now)", valueName: "time")) var time:
        String?
    @Option(help: ArgumentHelp("How many steps before and after the moment count.", valueName: "steps")) var drift = 1
    @Option(help: ArgumentHelp("How far ahead of the expected counter to look.", valueName: "n")) var lookAhead = 10
    @Option(help: ArgumentHelp("The last step or counter that was accepted.", valueName: "n")) var after: UInt64?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...TOTP.longestDrift).contains(drift) else { throw ValidationError("--drift is 0 to \(TOTP.longestDrift)") }
        guard (0...HOTP.longestLookAhead).contains(lookAhead) else {
            throw ValidationError("--look-ahead is 0 to \(HOTP.longestLookAhead)")
        }
        guard after ?? 0 < .max else { throw ValidationError("--after is too large") }
    }

    func run() throws {
        guard let password = try account.account().password else { return }
        let typed = oneTimeCode(typed: code)
        let (name, found): (String, UInt64?)
        switch password.kind {
        case .totp(let period):
            let verifier = try explaining { () throws(OneTimePasswordError) in
                try TOTP(password.secret, algorithm: password.algorithm, digits: password.digits, period: period)
            }
            (name, found) = ("step", verifier.verify(typed, at: try OTPAccountOptions.moment(time), drift: drift, after: after))
        case .hotp(let first):
            let verifier = try explaining { () throws(OneTimePasswordError) in
                try HOTP(password.secret, algorithm: password.algorithm, digits: password.digits)
            }
            (name, found) = ("counter", verifier.verify(typed, from: after.map { $0 + 1 } ?? first, lookAhead: lookAhead))
        }
        guard let found else {
            output.report("no: the code isn't good", ["valid": false])
            throw ExitCode(1)
        }
        output.report("yes: \(name) \(found)", ["valid": true, name: .integer(Int64(clamping: found))])
    }
}
