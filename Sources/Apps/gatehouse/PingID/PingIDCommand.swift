import ArgumentParser
import Foundation
import Primitives
import ResourceMessages
import Services
import Directory
import PingIDService

/// `gatehouse pingid`
struct PingIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pingid", abstract: "Applications whose users have devices that are trusted through a customer's server.",
        discussion: """
            Examples:
              gatehouse pingid enable bank-app --realm alpha root_detection_enabled=true
              gatehouse pingid key create --realm alpha
            """,
        subcommands: [PingIDEnableCommand.self, PingIDKeyCommand.self])
}

/// `gatehouse pingid enable`
struct PingIDEnableCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Make a client such an application, or change its rules.",
        discussion: """
            Rules: enabled, root_detection_enabled, multiple_device_selection_mode, max_allowed_devices_for_user, otp_fallback_enabled,
            max_allowed_mobile_app_otp_attempts, mobile_app_lock_otp_duration, push_timeout (seconds). The client_id is the app id that
            the app is made with.

            Example:
              gatehouse pingid enable bank-app --realm alpha push_timeout=90
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: ArgumentHelp("Rules and their new values.", valueName: "name=value")) var assignments: [String] = []
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var rules = try await domain.pingID.applications.ownRules(of: id, in: realm)?.json ?? PingIDRules().json
        for assignment in assignments {
            let halves = assignment.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2, let value = try? JSONValue(parsing: halves[1]) else {
                throw CommandFailure("\(assignment) is no rule and value, such as push_timeout=90")
            }
            rules[halves[0]] = value
        }
        let changed: PingIDRules
        do { changed = try PingIDRules(json: .object(rules)) } catch { throw CommandFailure("\(error)") }
        try await domain.pingID.applications.set(changed, of: id, in: realm)
        output.report("users of \(id) in realm \(realm.path) may have trusted devices", changed.json)
    }
}

/// `gatehouse pingid key`
struct PingIDKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Organisation keys, by which a customer's server signs its requests.",
        subcommands: [PingIDKeyListCommand.self, PingIDKeyCreateCommand.self, PingIDKeyRemoveCommand.self])
}

/// `gatehouse pingid key list`
struct PingIDKeyListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the names of a realm's organisation keys.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let keys = try await domain.pingID.organisationKeys.tokens(in: realm.realm(in: domain))
        output.show(
            keys.map { ["token": .string($0.token), "created": .string($0.created.formatted(.iso8601))] }, columns: ["token", "created"])
    }
}

/// `gatehouse pingid key create`
struct PingIDKeyCreateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an organisation key, which is shown once.",
        discussion: "Example:\n  gatehouse pingid key create --realm alpha")

    @Flag(help: "Take requests without expires or X-Request-ID, too, which can be repeated for ever.") var allowsEndless = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let made = try await domain.pingID.organisationKeys.make(in: realm.realm(in: domain), needsExpiry: !allowsEndless)
        let key = made.key.withBytes { Base64URL.encode($0) }
        output.report(
            "account_id \(made.account), token \(made.token), key (base64url), shown only now: \(key)",
            ["account_id": .string(made.account), "token": .string(made.token), "key": .string(key)])
    }
}

/// `gatehouse pingid key remove`
struct PingIDKeyRemoveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an organisation key; requests signed with it are refused from then on.")

    @Argument(help: "The key's name, its token.") var token: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        try confirmation.confirm("Remove the organisation key \(token)? The customer's server is refused at once.")
        guard try await domain.pingID.organisationKeys.remove(token, in: realm) else {
            throw CommandFailure("the realm has no organisation key \(token)")
        }
        output.report("removed the organisation key \(token)", ["token": .string(token), "removed": true])
    }
}
