import ArgumentParser
import Foundation
import OneTimePassword
import Primitives

/// `gatehouse otp code`
struct OTPCodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "Show the code of this moment, or of a counter.",
        discussion: """
            Nothing is stored: the counter of a counting code stays as it is in the URI.

            Examples:
              gatehouse otp code account.txt
              gatehouse otp code account.txt --json
              echo GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ | gatehouse otp code --time 59 --digits 8
              echo GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ | gatehouse otp code --hotp --counter 9
            """)

    @OptionGroup var account: OTPAccountOptions
    @Option(help: ArgumentHelp("The moment: seconds since 1970, or 2026-01-31T12:00:00Z. (default: now)", valueName: "time")) var time:
        String?
    @Option(help: ArgumentHelp("The counter of a counting code. (default: the URI's, or 0)", valueName: "n")) var counter: UInt64?
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard let password = try account.account().password else { return }
        switch password.kind {
        case .totp(let period):
            let moment = try OTPAccountOptions.moment(time)
            let generator = try explaining { () throws(OneTimePasswordError) in
                try TOTP(password.secret, algorithm: password.algorithm, digits: password.digits, period: period)
            }
            let step = generator.step(at: moment)
            let end = generator.start(of: step + 1)
            let code = generator.code(in: step)
            output.report(
                code,
                [
                    "code": .string(code), "type": "totp", "step": .integer(Int64(clamping: step)),
                    "validUntil": .string(end.formatted(.iso8601)),
                    "secondsLeft": .integer(Int64(end.timeIntervalSince(moment).rounded(.up))),
                ])
        case .hotp(let first):
            let generator = try explaining { () throws(OneTimePasswordError) in
                try HOTP(password.secret, algorithm: password.algorithm, digits: password.digits)
            }
            let code = generator.code(at: counter ?? first)
            output.report(
                code, ["code": .string(code), "type": "hotp", "counter": .integer(Int64(clamping: counter ?? first))])
        }
    }
}
