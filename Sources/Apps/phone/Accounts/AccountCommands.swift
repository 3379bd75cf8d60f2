import ArgumentParser
import Authenticator
import Foundation
import OneTimePassword
import Primitives

/// `phone add`
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an authenticator account: one-time passwords, push, or both.",
        discussion: """
            For push, the account's server is told of this phone.

            Examples:
              phone add 'otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP'
              phone add --image qr.png
              phone add 'mfauth://totp/…'
            """)

    @Argument(help: "An otpauth, pushauth or mfauth URI.") var uri: String?
    @Option(help: ArgumentHelp("Read the URI from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (uri == nil) != (image == nil) else { throw ValidationError("give either a URI or --image") }
    }

    func run() async throws {
        let text = try uri ?? ImageFile.text(in: image ?? "")
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let account = try await phone.accounts().add(text)
        output.say("added \(account.title) (\(account.mechanisms.map(\.type).joined(separator: ", ")))", account.object)
    }
}

/// `phone accounts`
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "List the authenticator accounts, with the codes of this moment.",
        discussion: """
            Codes of accounts that count are shown by phone code.

            Examples:
              phone accounts
              phone accounts --json | jq -r '.[].id'
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let authenticator = try await phone.accounts()
        var rows: [JSONValue] = []
        for account in try await authenticator.accounts {
            let running = account.isLocked ? nil : account.passwords.first { $0.type == "totp" }
            let code = if let running { try await authenticator.code(of: account.id, by: running.id) } else { OneTimeCode?.none }
            var object = account.object
            object["code"] = (code?.code).map(JSONValue.string)
            rows.append(.object(object))
            guard !output.json else { continue }
            let state = account.lock.map { "locked: \($0.policy)" } ?? code?.line(at: SystemTime().now) ?? ""
            Terminal.say("\(account.title)  [\(account.mechanisms.map(\.type).joined(separator: ", "))]  \(state)")
        }
        if output.json { Terminal.write(JSONValue.array(rows).text + "\n") } else if rows.isEmpty { Terminal.write("no accounts\n") }
    }
}

/// `phone code`
struct CodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "Show the one-time password of an account; no network is needed.",
        discussion: """
            An account that counts moves on: each call shows the next code.

            Examples:
              phone code
              phone code Example-ada --watch
              phone code ada --json | jq -r .code
              phone code ada --type hotp
            """)

    @Argument(help: "The account: its id, issuer or name. Needed when there are several.") var account: String?
    @Option(help: ArgumentHelp("totp or hotp, of an account that has both; the older one by default.", valueName: "type")) var type: String?
    @Flag(help: "Go on showing it, with its clock.") var watch = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let authenticator = try await phone.accounts()
        let account = try await authenticator.account(named: account)
        guard let password = account.passwords.first(where: { type == nil || $0.type == type }) else {
            throw PhoneFailure("the account \(account.title) has no \(type ?? "one-time password")")
        }
        guard watch, password.type != "hotp" else {
            let lock = try phone.home.lock()
            defer { withExtendedLifetime(lock) {} }
            let code = try await authenticator.code(of: account.id, by: password.id)
            return output.say(code.code, code.object)
        }
        while !Task.isCancelled {
            let code = try await authenticator.code(of: account.id, by: password.id)
            Terminal.write("\r\u{1B}[K" + code.line(at: SystemTime().now))
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}

/// `phone remove`
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an authenticator account from the phone. Its issuer isn't told.",
        discussion: """
            Examples:
              phone remove Example-ada
            """)

    @Argument(help: "The account: its id, issuer or name.") var account: String
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let authenticator = try await phone.accounts()
        let account = try await authenticator.account(named: account)
        try await authenticator.remove(account.id)
        output.say("removed \(account.title)", account.object)
    }
}
