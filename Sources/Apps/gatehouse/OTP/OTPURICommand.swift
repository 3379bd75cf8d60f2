import ArgumentParser
import Foundation
import OneTimePassword
import Primitives

/// `gatehouse otp uri`
struct OTPURICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uri", abstract: "Write the URI of an account, with a new secret or one that there is.",
        discussion: """
            Examples:
              gatehouse otp uri --new --issuer Example --account ada > account.txt
              gatehouse otp uri --new --issuer Example --account ada --hotp --algorithm SHA256 --digits 8
              gatehouse otp uri secret.txt --issuer Example --account ada
              gatehouse otp uri odd.txt          written again, as the documented apps read it
            """)

    @OptionGroup var account: OTPAccountOptions
    @Flag(help: "Make a new secret, of the length that the hash function has.") var new = false
    @Option(help: ArgumentHelp("The issuer of the account.", valueName: "name")) var issuer: String?
    @Option(name: .customLong("account"), help: ArgumentHelp("The user of the account.", valueName: "name")) var accountName: String?
    @Option(help: ArgumentHelp("The first counter of a counting code.", valueName: "n")) var counter: UInt64?
    @Option(help: ArgumentHelp("The address of a logo.", valueName: "url")) var image: String?
    @Option(help: ArgumentHelp("The background colour, six hexadecimal digits.", valueName: "colour")) var color: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        var made = try new ? fresh() : account.account()
        if let issuer { made.issuer = issuer }
        if let accountName { made.account = accountName }
        if let image { made.image = image }
        if let color { made.backgroundColor = color }
        if let counter, case .hotp = made.password?.kind { made.password?.kind = .hotp(counter: counter) }
        // Read as every app will read it: what can't be read isn't written.
        let text = try explaining { () throws(OneTimePasswordError) in try made.text() }
        let read = try explaining { () throws(OneTimePasswordError) in try AuthenticatorURI(text) }
        output.report(
            text,
            [
                "uri": .string(text), "issuer": .string(read.issuer), "account": .string(read.account),
                "secret": .string(read.password?.secret.withBytes { Base32.encode($0) } ?? ""),
            ])
    }

    private func fresh() throws -> AuthenticatorURI {
        guard let accountName else { throw CommandFailure("say whose account it is, with --account") }
        let algorithm = try account.algorithm.map(OTPAccountOptions.hash) ?? .sha1
        // RFC 4226 §4 R6, RFC 6238 §5.1: a key of the length of the HMAC.
        let secret = Secret(bytes: SystemRandom().bytes(algorithm.byteCount))
        return AuthenticatorURI(
            issuer: issuer ?? "", account: accountName,
            password: .init(
                account.hotp ? .hotp(counter: 0) : .totp(period: account.period ?? 30), secret: secret, algorithm: algorithm,
                digits: account.digits ?? 6))
    }
}
