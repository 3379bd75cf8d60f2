import ArgumentParser
import Primitives
import Services
import Directory

/// `gatehouse user list`
struct UserListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List users by name.",
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

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let schema = try await domain.accounts.schema(of: realm)
        let users = try await domain.users.list(in: realm.id, after: after, limit: limit)
        output.show(users.map { $0.summary(at: domain.time.now, by: schema) }, columns: ["username", "status", "id"])
    }
}

/// `gatehouse user show`
struct UserShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a user.", discussion: "Example:\n  gatehouse user show demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        output.show(try await domain.summary(of: try await domain.existingUser(username, in: realm), in: realm))
    }
}
