import ArgumentParser
import Primitives
import Services
import Directory

/// `gatehouse client create`
struct ClientCreateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Register a client.",
        discussion: """
            A public client, such as an app, has no secret. A confidential one gets a secret, which is printed this once.

            Examples:
              gatehouse client create myApp --redirect org.example.app://callback --scope openid --scope profile
              gatehouse client create backend --confidential --grant client_credentials --scope orders
              gatehouse client create worker --confidential --role "Identity Data Admin" --role "Environment Admin"
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Flag(help: "Give it a secret.") var confidential = false
    @Option(name: .customLong("redirect"), help: ArgumentHelp("Where codes may be sent.", valueName: "uri"))
    var redirects: [String] = []
    @Option(name: .customLong("scope"), help: "A scope that it may ask for.") var scopes: [String] = []
    @Option(
        name: .customLong("grant"), help: "authorization_code, refresh_token or client_credentials; the first two unless given.")
    var grants: [ApplicationSettings.GrantType] = []
    @Option(
        name: .customLong("role"),
        help: "What it may do at the platform's API when it acts for itself: \(AdministratorRole.names). Makes it a worker.")
    var roles: [AdministratorRole] = []
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var settings = ApplicationSettings()
        settings.authentication = confidential ? .secretBasic : .none
        settings.redirectURIs = redirects
        settings.scopes = scopes
        if !grants.isEmpty { settings.grantTypes = grants }
        if !roles.isEmpty { try settings.makeWorker(roles, isConfidential: confidential) }
        let client = Application(
            id: id, realm: realm.id, settings: settings, secret: confidential ? Secret(domain.random.token()) : nil)
        try await domain.applications.create(client)
        let secret = client.secret.map { "; its secret, shown only now: \($0.reveal())" } ?? ""
        output.report("made client \(id) in realm \(realm.path)\(secret)", try client.summary(showingSecret: true))
    }
}

extension ApplicationSettings.GrantType: ExpressibleByArgument {}

extension ApplicationSettings {
    /// - Throws: when it can't be a worker.
    fileprivate mutating func makeWorker(_ roles: [AdministratorRole], isConfidential: Bool) throws {
        guard isConfidential else { throw CommandFailure("a client with roles has a secret: add --confidential") }
        (kind, self.roles) = (.worker, roles)
        if !grantTypes.contains(.clientCredentials) { grantTypes = [.clientCredentials] }
    }
}

extension AdministratorRole: ExpressibleByArgument {
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
