import Administration
import ArgumentParser
import Primitives

/// `gatehouse client create`
struct ClientCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateClient.declaration.purpose,
        discussion: """
            A public client, such as an app, has no secret. A confidential one gets a secret, which is printed this once. A client that signs
            users in may ask for \(CreateClient.usualScopes.joined(separator: ", ")) unless scopes are named.

            Examples:
              gatehouse client create myApp --redirect org.example.app://callback
              gatehouse client create website --confidential --redirect https://www.example.com/callback
              gatehouse client create backend --confidential --grant client_credentials --scope orders
              gatehouse client create worker --confidential --role "Identity Data Admin" --role "Environment Admin"
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Flag(help: "Give it a secret.") var confidential = false
    @Option(name: .customLong("redirect"), help: ArgumentHelp("An address to which codes may be sent.", valueName: "uri"))
    var redirects: [String] = []
    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            stringLiteral: """
                A scope that it may ask for; \(CreateClient.usualScopes.joined(separator: ", ")) unless given, for a client that signs users in.
                """))
    var scopes: [String] = []
    @Option(
        name: .customLong("grant"), help: "authorization_code, refresh_token or client_credentials; the first two unless given.",
        completion: .list(CreateClient.grantTypes), transform: { try Choice.named($0, among: CreateClient.grantTypes) })
    var grants: [String] = []
    @Option(
        name: .customLong("role"),
        help: ArgumentHelp(
            stringLiteral: """
                What it may do at the platform's API when it acts for itself: \(CreateClient.roles.joined(separator: ", ")). Makes it a worker.
                """),
        completion: .list(CreateClient.roles), transform: { try Choice.named($0, among: CreateClient.roles) })
    var roles: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        var action = CreateClient(realm: try realm.path, id: id)
        action.isConfidential = confidential
        (action.redirectURIs, action.scopes) = (redirects, scopes.isEmpty ? nil : scopes)
        (action.grants, action.roles) = (grants, roles)
        let client = try await server(action)
        let introduction = ClientIntroduction(client, in: try realm.path)
        output.report("made client \(id) in realm \(try realm.path)", client.object, change)
        if !output.json { for line in introduction.lines { Terminal.say(line) } }
    }
}

/// One of some names, as a flag gives it.
enum Choice {
    static func named(_ name: String, among names: [String]) throws -> String {
        guard names.contains(name) else { throw ValidationError("there is no \(name); there are \(names.joined(separator: ", "))") }
        return name
    }
}
