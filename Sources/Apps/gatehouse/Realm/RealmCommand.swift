import ArgumentParser
import Foundation
import Primitives
import Services
import Directory
import Foundations

/// `gatehouse realm`
struct RealmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realm", abstract: "Realms: users, applications, journeys and keys that belong together.",
        subcommands: [
            RealmListCommand.self, RealmShowCommand.self, RealmCreateCommand.self, RealmSetCommand.self, RealmSettingsCommand.self,
            RealmRemoveCommand.self,
            RealmSchemaCommand.self, RealmSecretCommand.self, RealmTrustCommand.self,
        ])
}

/// `gatehouse realm list`
struct RealmListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the realms.")

    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        output.show(try await domain.realms.all().map(\.summary), columns: ["path", "id", "defaultJourney"])
    }
}

/// `gatehouse realm show`
struct RealmShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a realm's settings; durations are in seconds.",
        discussion: "Example:\n  gatehouse realm show alpha")

    @Argument(help: "The realm, such as alpha.") var path: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        var object: JSONObject = ["path": .string(realm.path.description), "id": .string(realm.id.uuidString.lowercased())]
        for (name, value) in try SettingsEditor(realm: realm.settings).object.members { object[name] = value }
        output.show(object)
    }
}

/// `gatehouse realm create`
struct RealmCreateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a realm. It has no users and no journeys yet.",
        discussion: "Example:\n  gatehouse realm create beta")

    @Argument(help: "The realm, such as beta or alpha/staff.") var path: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.create(try RealmPath(argument: path))
        output.report("made realm \(realm.path)", realm.summary)
    }
}

/// `gatehouse realm set`
struct RealmSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a realm's settings; a running server follows within a second.",
        discussion: """
            Examples:
              gatehouse realm set alpha sessionLifetime=3600 lockoutThreshold=10
              gatehouse realm set alpha corsOrigins=https://app.example.com,https://www.example.com
              gatehouse realm set alpha journeysByContextClass='{"urn:example:strong":"StrongLogin"}'
              gatehouse realm set alpha terms='{"version":"1","created":"2026-01-01T00:00:00Z","texts":{"en":"…"}}'
              gatehouse realm set alpha terms=
            """)

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: ArgumentHelp("Settings and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        var realm = try await domain.realms.realm(at: RealmPath(argument: path))
        realm.settings = try SettingsEditor(realm: realm.settings).assigning(assignments)
        try await domain.realms.update(realm)
        output.report("changed \(assignments.joined(separator: ", ")) of realm \(realm.path)", realm.summary)
    }
}

/// `gatehouse realm remove`
struct RealmRemoveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a realm with its users, applications, journeys, keys and all else that is kept in it.",
        discussion: """
            The audit log keeps what happened in the realm, without names and addresses. Realms beneath it have to be removed first.

            Examples:
              gatehouse realm remove beta --dry-run
              gatehouse realm remove beta
            """)

    @Argument(help: "The realm, such as beta.") var path: String
    @Flag(help: "Tell what would be removed, and remove nothing.") var dryRun = false
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        let contents = try await domain.realms.contents(of: realm)
        if dryRun {
            output.show(
                contents.map { ["table": .string($0.table), "rows": .integer($0.rows)] as JSONObject }, columns: ["table", "rows"])
            return
        }
        let users = contents.first { $0.table == "users" }?.rows ?? 0
        let applications = contents.first { $0.table == "applications" }?.rows ?? 0
        try confirmation.confirm(
            "Remove realm \(realm.path) with \(users) users, \(applications) applications and all else that is kept in it?")
        try await domain.realms.remove(realm)
        output.report("removed realm \(realm.path)", realm.summary)
    }
}

extension SettingsEditor<RealmSettings> {
    /// Edits a realm's settings; `terms` may be missing.
    fileprivate init(realm settings: RealmSettings) throws { try self.init(settings, optional: ["terms": [:]]) }
}

extension Realm {
    fileprivate var summary: JSONObject {
        [
            "path": .string(path.description), "id": .string(id.uuidString.lowercased()),
            "defaultJourney": .string(settings.defaultJourney),
        ]
    }
}
