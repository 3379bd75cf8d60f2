import Administration
import ArgumentParser
import Foundation
import Primitives

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
struct PingIDEnableCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: EnablePingID.declaration.purpose,
        discussion: """
            Rules: enabled, root_detection_enabled, multiple_device_selection_mode, max_allowed_devices_for_user, otp_fallback_enabled,
            max_allowed_mobile_app_otp_attempts, mobile_app_lock_otp_duration, push_timeout (seconds). The client_id is the app id that
            the app is made with.

            Example:
              gatehouse pingid enable bank-app --realm alpha push_timeout=90
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: ArgumentHelp("Rules and their new values.", valueName: "name=value")) var assignments: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let rules = try await server(
            EnablePingID(realm: realm.path, id: id, assignments: try assignments.map(Assignment.init(parsing:))))
        output.report("users of \(id) in realm \(try realm.path) may have trusted devices", rules.object, change)
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
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListOrganisationKeys.declaration.purpose,
        discussion: "Example:\n  gatehouse pingid key list --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let keys = try await server(ListOrganisationKeys(realm: realm.path))
        output.show(
            keys.rows, columns: ["token", "created"])
    }
}

/// `gatehouse pingid key create`
struct PingIDKeyCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateOrganisationKey.declaration.purpose,
        discussion: "Example:\n  gatehouse pingid key create --realm alpha")

    @Flag(help: "Take requests without expires or X-Request-ID, too, which can be repeated for ever.") var allowsEndless = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreateOrganisationKey(realm: realm.path, allowsEndless: allowsEndless))
        guard !change.dryRun else {
            return output.report("made an organisation key", ["account_id": .string(made.text("account_id"))], change)
        }
        output.report(
            "account_id \(made.text("account_id")), token \(made.text("token")), key (base64url), shown only now: \(made.text("key"))",
            made.object)
    }
}

/// `gatehouse pingid key delete`
struct PingIDKeyRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveOrganisationKey.declaration.purpose,
        discussion: "Example:\n  gatehouse pingid key delete 6f1c0c4e --realm alpha --dry-run")

    @Argument(help: "The key's name, its token.") var token: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove the organisation key \(token)? The customer's server is refused at once.")
        try await server(RemoveOrganisationKey(realm: realm.path, token: token))
        output.report("removed the organisation key \(token)", ["token": .string(token), "removed": true], change)
    }
}
