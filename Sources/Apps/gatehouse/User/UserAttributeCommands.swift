import Administration
import ArgumentParser
import Primitives

/// `gatehouse user get`
struct UserGetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: GetUserAttributes.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user get ada mail preferences/marketing
              gatehouse user get ada --json | jq .mail
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: "Attributes; all that aren't sensitive when none is named.") var names: [String] = []
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(GetUserAttributes(realm: realm.path, username: username, names: names)).object)
    }
}

/// `gatehouse user set`
struct UserSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetUserAttributes.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user set ada city=London preferences/marketing=true
              gatehouse user set ada telephoneNumber= aliasList=google-ada,apple-ada
              gatehouse user set ada userName=countess --dry-run
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: ArgumentHelp("Attributes and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(
            SetUserAttributes(realm: realm.path, username: username, assignments: try assignments.map(Assignment.init(parsing:))))
        let what = assignments.count == 1 ? "an attribute" : "\(assignments.count) attributes"
        output.report("changed \(what) of \(user.text("username"))", user.object, change)
    }
}

/// `gatehouse user query`
struct UserQueryCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: FindUsers.declaration.purpose,
        discussion: """
            A filter compares attributes that the realm's schema lets be searched, with eq, co (contains), sw (starts with), gt, ge, lt,
            le, pr (is present), and, or, ! and parentheses. Case makes no difference.

            Examples:
              gatehouse user query 'mail co "@example.com" and !(telephoneNumber pr)'
              gatehouse user query 'preferences/marketing eq true' --sort sn --sort=-givenName --limit 20
              gatehouse user query true --count
              gatehouse user query 'accountStatus eq "inactive"' --json | jq -r '.[].username'
            """)

    @Argument(help: "The filter.") var filter: String
    @Option(help: ArgumentHelp("Sort by an attribute; descending with a minus before it.", valueName: "attribute")) var sort: [String] = []
    @Option(help: "How many at most.") var limit = 100
    @Flag(help: "Only say how many there are.") var count = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...FindUsers.most).contains(limit) else { throw ValidationError("--limit is a number from 1 to \(FindUsers.most)") }
    }

    func run(_ server: ReadingOperator) async throws {
        if count {
            let count = try await server(CountUsers(realm: realm.path, filter: filter)).count("count")
            return output.report("\(count) users", ["count": .integer(count)])
        }
        let users = try await server(FindUsers(realm: realm.path, filter: filter, sort: sort, limit: limit))
        output.show(users.rows, columns: ["username", "status", "id"])
    }
}

/// `gatehouse user administrator`
struct UserAdministratorCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "administrator", abstract: SetAdministrator.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user administrator ada
              gatehouse user administrator ada --revoke
              gatehouse user administrator operator --realm root
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Flag(help: "Take it away again.") var revoke = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(SetAdministrator(realm: realm.path, username: username, isAdministrator: !revoke))
        output.report("\(user.text("username")) administers realm \(try realm.path)\(revoke ? " no more" : "")", user.object, change)
    }
}
