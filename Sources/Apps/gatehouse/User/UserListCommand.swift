import Administration
import ArgumentParser
import Primitives

/// `gatehouse user list`
struct UserListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListUsers.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user list --realm alpha --limit 20
              gatehouse user list --after demo --json | jq -r '.[].username'
            """)

    @Option(help: "Begin with the name after this one.") var after = ""
    @Option(help: "How many at most.") var limit = 100
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 10000") }
    }

    func run(_ server: ReadingOperator) async throws {
        let users = try await server(ListUsers(realm: realm.path, after: after, limit: limit))
        output.show(users.rows, columns: ["username", "status", "id"])
    }
}

/// `gatehouse user show`
struct UserShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowUser.declaration.purpose, discussion: "Example:\n  gatehouse user show demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ShowUser(realm: realm.path, username: username)).object)
    }
}
