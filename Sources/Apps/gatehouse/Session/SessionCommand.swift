import Administration
import ArgumentParser
import Primitives

/// `gatehouse session`
struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Sessions of signed-in users.",
        subcommands: [SessionListCommand.self, SessionEndCommand.self])
}

/// `gatehouse session list`
struct SessionListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListSessions.declaration.purpose,
        discussion: "Example:\n  gatehouse session list demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(
            try await server(ListSessions(realm: realm.path, username: username)).rows,
            columns: ["handle", "journey", "created", "lastUsed", "idleEnds", "ends"])
    }
}

/// `gatehouse session end`
struct SessionEndCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: EndSessions.declaration.purpose,
        discussion: """
            Examples:
              gatehouse session end shandle:n0zVd6aZtqLr0u5Qb4XJ5w
              gatehouse session end --user demo
            """)

    @Argument(help: "The session's handle.") var handle: String?
    @Option(help: ArgumentHelp("End all sessions of this user.", valueName: "username")) var user: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (handle == nil) != (user == nil) else { throw ValidationError("give a session's handle, or --user") }
    }

    func run(_ server: Operator) async throws {
        let ended = try await server(EndSessions(realm: realm.path, user.map { .user($0) } ?? .handle(handle ?? ""))).count("ended")
        output.report("ended \(ended) session\(ended == 1 ? "" : "s")", ["ended": .integer(ended)], change)
    }
}
