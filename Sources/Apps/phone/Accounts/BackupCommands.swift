public import ArgumentParser
import Authenticator
import Foundation
public import OneTimePassword
import Primitives
import TerminalJourneys

/// `phone backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write all authenticator accounts to a file, sealed with a passphrase or openly.",
        discussion: """
            The passphrase is asked for, or is the first line of standard input. --open writes for another authenticator, with every secret in
            the clear: uris, aegis, andotp, 2fas or migration.

            Examples:
              phone backup accounts.backup < passphrase.txt
              phone backup accounts.txt --open uris
            """)

    @Argument(help: "The file to write, for its owner alone.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("Write it openly, in this format.", valueName: "format")) var open: AccountList.Format?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let authenticator = try await phone.accounts()
        let bytes =
            if let open { try await authenticator.openList(as: open) } else {
                try await authenticator.backup(passphrase: Passphrase.asked(isNew: true))
            }
        // Written beside it first, so that an older backup stays whole until this one is.
        let fresh = file + ".new"
        try? FileManager.default.removeItem(atPath: fresh)
        guard FileManager.default.createFile(atPath: fresh, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
            rename(fresh, file) == 0
        else {
            throw PhoneFailure("\(file) can't be written; check its folder and permissions")
        }
        let count = try await authenticator.accounts.count
        output.say("\(count) accounts written to \(file)", ["file": .string(file), "accounts": .integer(Int64(count))])
    }
}

/// `phone restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring in the accounts of a backup, or of another authenticator's open export.",
        discussion: """
            Accounts that are on the phone stay as they are. The passphrase of a sealed backup is asked for, or is the first line of standard
            input. Servers of push accounts are told of this phone. What can't be used in an open export is told on standard error, and the rest is
            brought in: then the exit status is 3, and 1 where nothing is left.

            Examples:
              phone restore accounts.backup --name B < passphrase.txt
              phone restore aegis.json --open
            """)

    @Argument(help: "The file to read.", completion: .file()) var file: String
    @Flag(help: "It is an open export: of Aegis, andOTP, 2FAS, a transfer code, or a list of URIs.") var open = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        // The readers of lists and backups skip a byte order mark.
        guard let data = FileManager.default.contents(atPath: file) else { throw PhoneFailure("\(file) can't be read") }
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let authenticator = try await phone.accounts()
        let report =
            if open { try await authenticator.bringIn([UInt8](data)) } else {
                try await authenticator.restore([UInt8](data), passphrase: Passphrase.asked())
            }
        let failures = try await authenticator.refreshPushDevice()
        for reason in report.skipped { Terminal.complain("skipped " + reason) }
        for failure in failures.values { Terminal.complain("a server doesn't know this phone yet: \(failure.reason)") }
        output.say(
            "\(report.added.count) accounts added, \(report.present.count) were here",
            [
                "added": .array(report.added.map(JSONValue.string)), "present": .array(report.present.map(JSONValue.string)),
                "skipped": .array(report.skipped.map(JSONValue.string)),
            ])
        if !report.skipped.isEmpty {
            throw report.added.isEmpty && report.present.isEmpty ? ExitCode.failure : ExitCode(3)
        }
    }
}

/// The passphrase of a backup: never a flag, which every user of the machine could read.
enum Passphrase {
    static func asked(isNew: Bool = false) throws -> Secret {
        let user = TerminalConversation()
        let question = user.isTyped ? "The passphrase: " : ""
        let passphrase = try? isNew ? user.askNew(question) : user.askHidden(question)
        guard let passphrase, !passphrase.isEmpty else { throw PhoneFailure("give the passphrase as the first line of standard input") }
        return passphrase
    }
}

extension AccountList.Format: ExpressibleByArgument {}
