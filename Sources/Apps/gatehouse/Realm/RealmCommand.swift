import Administration
import ArgumentParser
import Primitives

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
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListRealms.declaration.purpose,
        discussion: "Example:\n  gatehouse realm list")

    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ListRealms()).rows, columns: ["path", "id", "defaultJourney"])
    }
}

/// `gatehouse realm show`
struct RealmShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowRealm.declaration.purpose,
        discussion: "Example:\n  gatehouse realm show alpha")

    @OptionGroup var realm: RealmArgument
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws { output.show(try await server(ShowRealm(realm: realm.path)).object) }
}

/// `gatehouse realm create`
struct RealmCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateRealm.declaration.purpose,
        discussion: """
            It has the journeys Login and sdkUsernamePasswordJourney, and the client of gatehouse login. Users and other applications
            are for you to make.

            Example:
              gatehouse realm create beta
              gatehouse user create ann --realm beta
              gatehouse login --realm beta
            """)

    @OptionGroup var realm: RealmArgument
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreateRealm(path: realm.path))
        output.report(
            "made realm \(made.text("path")) with the journeys Login and sdkUsernamePasswordJourney", made.object, change)
    }
}

/// `gatehouse realm set`
struct RealmSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetRealm.declaration.purpose,
        discussion: """
            Examples:
              gatehouse realm set alpha sessionLifetime=3600 lockoutThreshold=10
              gatehouse realm set alpha corsOrigins=https://app.example.com,https://www.example.com
              gatehouse realm set alpha journeysByContextClass='{"urn:example:strong":"StrongLogin"}'
              gatehouse realm set alpha terms='{"version":"1","created":"2026-01-01T00:00:00Z","texts":{"en":"…"}}'
              gatehouse realm set alpha terms=
            """)

    @OptionGroup var realm: RealmArgument
    @Argument(help: ArgumentHelp("Settings and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let changed = try await server(SetRealm(realm: realm.path, assignments: try assignments.map(Assignment.init(parsing:))))
        output.report(
            "changed \(assignments.joined(separator: ", ")) of realm \(changed.text("path"))",
            changed.object.only("path", "id", "defaultJourney"), change)
    }
}

/// `gatehouse realm delete`
struct RealmRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveRealm.declaration.purpose,
        discussion: """
            The audit log keeps what happened in the realm, without names and addresses. Realms beneath it have to be removed first.

            Examples:
              gatehouse realm delete beta --dry-run
              gatehouse realm delete beta
            """)

    @OptionGroup var realm: RealmArgument
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let contents = try await server(CountRealmContents(realm: realm.path)).rows("tables")
        func count(_ table: String) -> Int64 { contents.first { $0["table"]?.string == table }?["rows"]?.integer ?? 0 }
        try server.confirm(
            confirmation,
            """
            Remove realm \(try realm.path) with \(count("users")) users, \(count("applications")) applications and all else that is kept in it?
            """)
        let removed = try await server(RemoveRealm(path: realm.path))
        let gone = Told(removed["realm"] ?? .null)
        guard change.dryRun else { return output.report("removed realm \(gone.text("path"))", gone.object) }
        output.show(removed.rows("tables"), columns: ["table", "rows"])
    }
}
