import ArgumentParser
import Foundation
import OneTimePassword
import Primitives

/// The options that give a one-time password: a URI says everything, a bare secret leaves the rest to the options.
struct OTPAccountOptions: ParsableArguments {
    @Argument(
        help: "A file with an otpauth or mfauth URI, or with a secret in Base32; - for standard input.", completion: .file())
    var file = "-"
    @Flag(help: "The secret's codes count (HOTP), and don't run with the clock.") var hotp = false
    @Option(help: ArgumentHelp("The hash function: SHA1, SHA256, SHA384 or SHA512. (default: the URI's, or SHA1)", valueName: "name"))
    var algorithm: String?
    @Option(help: ArgumentHelp("How many digits, 4 to 10. (default: the URI's, or 6)", valueName: "n")) var digits: Int?
    @Option(help: ArgumentHelp("Seconds for which a code is shown. (default: the URI's, or 30)", valueName: "seconds")) var period: Int?

    /// The account in the file, with what the options say instead.
    func account() throws -> AuthenticatorURI {
        let text = try InputFile.text(file).trimmingCharacters(in: .whitespacesAndNewlines)
        var account = text.contains("://") ? try Self.uri(text) : try secret(text)
        guard account.password != nil else { throw CommandFailure("the URI is of push alone; it has no one-time password") }
        if let algorithm { account.password?.algorithm = try Self.hash(algorithm) }
        if let digits { account.password?.digits = digits }
        if let period, case .totp = account.password?.kind { account.password?.kind = .totp(period: period) }
        return account
    }

    private func secret(_ text: String) throws -> AuthenticatorURI {
        guard let bytes = Base32.decode(text), !bytes.isEmpty else {
            throw CommandFailure(
                "\(file == "-" ? "standard input" : file) holds neither a URI nor a secret in Base32 (letters A to Z, digits 2 to 7)")
        }
        return AuthenticatorURI(
            issuer: "", account: "secret", password: .init(hotp ? .hotp(counter: 0) : .totp(period: 30), secret: Secret(bytes: bytes)))
    }

    private static func uri(_ text: String) throws -> AuthenticatorURI {
        do { return try AuthenticatorURI(text) } catch { throw CommandFailure(error.reason) }
    }

    static func hash(_ name: String) throws -> HashAlgorithm {
        guard let hash = HashAlgorithm(exactly: name.lowercased().replacing("-", with: "")) else {
            throw CommandFailure("there is no algorithm \(name); there are SHA1, SHA256, SHA384 and SHA512")
        }
        return hash
    }

    /// A moment: seconds since 1970, or a date of ISO 8601.
    static func moment(_ text: String?) throws -> Date {
        guard let text else { return SystemTime().now }
        if let seconds = Double(text), (0...253_402_300_799).contains(seconds) { return Date(timeIntervalSince1970: seconds) }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw CommandFailure("\(text) is no time: give seconds since 1970, or 2026-01-31T12:00:00Z")
        }
        return date
    }
}

/// Runs what may throw an error of one-time passwords, and says it as a command does.
func explaining<Result>(_ body: () throws(OneTimePasswordError) -> Result) throws -> Result {
    do { return try body() } catch { throw CommandFailure(error.reason) }
}
