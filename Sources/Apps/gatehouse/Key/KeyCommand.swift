import ArgumentParser
import Foundation
import Primitives
import Services
import Directory

/// `gatehouse key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The keys that sign a realm's tokens.",
        subcommands: [KeyListCommand.self, KeyRotateCommand.self, KeyWithdrawCommand.self])
}

/// `gatehouse key list`
struct KeyListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's keys, newest first.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let keys = try await domain.keys.keys(of: realm.realm(in: domain).id).all
        output.show(keys.map(\.summary), columns: ["id", "purpose", "signsFrom", "verifiesUntil"])
    }
}

/// `gatehouse key rotate`
struct KeyRotateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make the next signing key. It is published at once and signs an hour later.",
        discussion: """
            What the old key signed stays valid until it expires.

            Examples:
              gatehouse key rotate
              gatehouse key rotate --purpose RS256 --realm root
            """)

    @Option(help: "ES256, RS256, or HS256 for what only the server reads.") var purpose = RealmKey.Purpose.es256
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let id = try await domain.keys.rotate(purpose, in: realm)
        output.report("made the \(purpose.rawValue) key \(id)", ["id": .string(id), "purpose": .string(purpose.rawValue)])
    }
}

/// `gatehouse key withdraw`
struct KeyWithdrawCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a key at once, as after a leak; what it signed is refused from now on.",
        discussion: "Example:\n  gatehouse key withdraw --key WyqZ0X… --yes")

    // An id may begin with a hyphen, so it's an option whose value is whatever comes next.
    @Option(name: .customLong("key"), parsing: .unconditional, help: ArgumentHelp("The key's id.", valueName: "id")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        try confirmation.confirm("Withdraw the key \(id)? Every token that it signed is refused from then on.")
        try await domain.keys.withdraw(id, in: realm)
        output.report("withdrew the key \(id)", ["id": .string(id), "withdrawn": true])
    }
}

extension RealmKey {
    fileprivate var summary: JSONObject {
        [
            "id": .string(id), "purpose": .string(purpose.rawValue), "created": .string(created.formatted(.iso8601)),
            "signsFrom": .string(signsFrom.formatted(.iso8601)),
            "verifiesUntil": verifiesUntil.map { .string($0.formatted(.iso8601)) } ?? .null,
        ]
    }
}

extension RealmKey.Purpose: ExpressibleByArgument {}
