public import ArgumentParser
import Foundation
public import OneTimePassword
import Primitives

/// `gatehouse otp convert`
struct OTPConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Read the open export of an authenticator app, and write it as another one reads it.",
        discussion: """
            Formats: uris (one URI a line), aegis, andotp, 2fas (their exports without a password) and migration (transfer codes of
            otpauth-migration). The output holds every secret in the clear. An account that can't be read, or that the format has no room for, is
            told on standard error, and the others are written: then the exit status is 3, and 1 where none is left.

            Examples:
              gatehouse otp convert aegis.json --to uris > accounts.txt
              gatehouse otp convert accounts.txt --to migration | while read -r code; do qrencode -t UTF8 "$code"; done
              gatehouse otp convert accounts.txt --json
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file = "-"
    @Option(help: ArgumentHelp("How the file is written: uris, aegis, andotp, 2fas or migration. (default: to see)", valueName: "format"))
    var from: AccountList.Format?
    @Option(help: ArgumentHelp("How to write it.", valueName: "format")) var to = AccountList.Format.uris
    @OptionGroup var output: OutputOptions

    func run() throws {
        let bytes = try InputFile.bytes(file)
        let list = try explaining { () throws(OneTimePasswordError) in try AccountList(bytes, as: from).fitted(to: to) }
        for reason in list.skipped { Terminal.complain("skipped " + reason) }
        if output.json {
            output.show([
                "accounts": .array(list.accounts.map { ["issuer": .string($0.issuer), "account": .string($0.account)] }),
                "skipped": .array(list.skipped.map(JSONValue.string)),
            ])
        } else if !list.accounts.isEmpty || list.skipped.isEmpty {
            let written = try explaining { () throws(OneTimePasswordError) in try list.encoded(as: to) }
            print(String(decoding: written, as: UTF8.self), terminator: written.last == 10 ? "" : "\n")
        }
        if !list.skipped.isEmpty { throw list.accounts.isEmpty ? ExitCode.failure : ExitCode.someSkipped }
    }
}

extension AccountList.Format: ExpressibleByArgument {}

extension ExitCode {
    /// Some items of a list couldn't be used; the others were.
    static var someSkipped: ExitCode { ExitCode(3) }
}
