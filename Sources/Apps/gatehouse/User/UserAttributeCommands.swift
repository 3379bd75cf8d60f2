import ArgumentParser
import Primitives
import ResourceMessages
import Services
import Directory

/// `gatehouse user get`
struct UserGetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print attributes of a user.",
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

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let schema = try await domain.accounts.schema(of: realm)
        let user = try await domain.existingUser(username, in: realm)
        let wanted = names.isEmpty ? schema.attributes : try names.map { try schema.attribute(named: $0) }
        let profile = AccountDocument.visible(user, by: schema)
        if let secret = wanted.first(where: \.isSensitive), !names.isEmpty {
            throw CommandFailure("\(secret.name) is sensitive; it is never shown")
        }
        var shown = JSONObject()
        for attribute in wanted { if let value = profile[attribute.path] { shown[attribute.name] = value } }
        output.show(shown)
    }
}

/// `gatehouse user set`
struct UserSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set attributes of a user, by the realm's schema; an empty value takes one away.",
        discussion: """
            Examples:
              gatehouse user set ada city=London preferences/marketing=true
              gatehouse user set ada telephoneNumber= aliasList=google-ada,apple-ada
              gatehouse user set ada userName=countess
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: ArgumentHelp("Attributes and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let schema = try await domain.accounts.schema(of: realm)
        let user = try await domain.existingUser(username, in: realm)
        let changed = try await domain.accounts.change(user.id, in: realm) { document in
            try AttributeAssignments(assignments).apply(to: &document, by: schema)
        }
        output.report(
            "changed \(assignments.count == 1 ? "an attribute" : "\(assignments.count) attributes") of \(changed.username)",
            changed.summary(at: domain.time.now, by: schema))
    }
}

/// `gatehouse user query`
struct UserQueryCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Find users by a query filter.",
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
        guard (1...UserQuery.mostUsers).contains(limit) else {
            throw ValidationError("--limit is a number from 1 to \(UserQuery.mostUsers)")
        }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let schema = try await domain.accounts.schema(of: realm)
        let filter = try QueryFilter(parsing: filter)
        if count {
            let count = try await domain.accounts.count(filter, in: realm)
            return output.report("\(count) users", ["count": .integer(Int64(count))])
        }
        var query = UserQuery(filter, limit: limit)
        query.order = try sort.map(Self.key)
        let users = try await domain.accounts.users(query, in: realm)
        output.show(users.map { $0.summary(at: domain.time.now, by: schema) }, columns: ["username", "status", "id"])
    }

    private static func key(_ text: String) throws -> UserQuery.SortKey {
        let isDescending = text.hasPrefix("-")
        guard let field = FieldPath(isDescending ? text.dropFirst() : text[...]) else { throw CommandFailure("\(text) is no attribute") }
        return UserQuery.SortKey(field, isDescending: isDescending)
    }
}

/// `gatehouse user administrator`
struct UserAdministratorCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "administrator", abstract: "Let a user administer the realm and those beneath it, by the REST interface.",
        discussion: """
            Examples:
              gatehouse user administrator ada
              gatehouse user administrator ada --revoke
              gatehouse user administrator operator --realm root
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Flag(help: "Take it away again.") var revoke = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        try await domain.users.setAdministrator(!revoke, user.id, in: realm.id)
        let changed = try await domain.existingUser(username, in: realm)
        let schema = try await domain.accounts.schema(of: realm)
        output.report(
            "\(user.username) \(revoke ? "administers realm \(realm.path) no more" : "administers realm \(realm.path)")",
            changed.summary(at: domain.time.now, by: schema))
    }
}
