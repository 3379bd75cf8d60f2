import ArgumentParser

/// `gatehouse otp`
struct OTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "otp",
        abstract: "One-time passwords: codes, checks, URIs and QR codes of authenticator accounts. No server is needed.",
        discussion: """
            Secrets are read from a file or standard input, never from the arguments, which every user of the machine could read.

            Examples:
              gatehouse otp uri --new --issuer Example --account ada > account.txt
              gatehouse otp code account.txt
              gatehouse otp verify 123456 account.txt
              gatehouse otp qr account.txt --png account.png
              gatehouse otp convert aegis.json --to uris
            """,
        subcommands: [OTPCodeCommand.self, OTPVerifyCommand.self, OTPURICommand.self, OTPQRCommand.self, OTPConvertCommand.self])
}
