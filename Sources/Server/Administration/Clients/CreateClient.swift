package import Directory
package import Foundations
import Primitives
import ResourceMessages

/// Registers a client.
package struct CreateClient: ChangingAction {
    package static let declaration = ActionDeclaration("client.create", .changeApplications, "Register a client.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications"), ClientReport.form, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required),
            .init("confidential", \.isConfidential, .flag), .init("redirectURIs", \.redirectURIs, .list(.text(1...2048), count: 0...100)),
            .init("scopes", optional: \.scopes, .list(.name, count: 0...200)), .init("grantTypes", \.grants, .list(.name, count: 0...3)),
            .init("roles", \.roles, .list(.name, count: 0...AdministratorRole.allCases.count)))
    }

    /// The names of the grant types and of the roles that there are.
    package static let grantTypes = [
        ApplicationSettings.GrantType.authorizationCode, .refreshToken, .clientCredentials,
    ].map(\.rawValue)
    /// The scopes of a client that signs users in, when none are named: the user's identifier, profile and mail address
    /// (OpenID Connect Core §5.4).
    package static let usualScopes = ["openid", "profile", "email"]
    /// The names of the roles.
    package static let roles = AdministratorRole.allCases.map(\.rawValue)

    package var realm: RealmPath
    /// The `client_id`, unique in the realm.
    package var id: String
    /// Whether it gets a secret.
    package var isConfidential = false
    /// The addresses to which codes may be sent.
    package var redirectURIs: [String] = []
    /// The scopes that may be asked for; nil for the usual ones of a client that signs users in, and none for any other.
    package var scopes: [String]?
    /// The grant types by name; the usual two of an app when none is named.
    package var grants: [String] = []
    /// The roles by name, which make it a worker.
    package var roles: [String] = []

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package var subject: ActionSubject? { .client(id) }

    package func perform(in realm: Realm, at site: Site) async throws -> ClientReport {
        let secret = isConfidential ? Secret(site.domain.platform.random.token()) : nil
        let client = Application(id: id, realm: realm.id, settings: try settings(), secret: secret)
        try await site.domain.directory.applications.create(client)
        return try ClientReport(client, secret: secret, issuer: site.means.issuer(realm.path))
    }

    private func settings() throws -> ApplicationSettings {
        var settings = ApplicationSettings()
        settings.authentication = isConfidential ? .secretBasic : .none
        settings.redirectURIs = redirectURIs
        let grants = try grants.map { try Self.named($0, ApplicationSettings.GrantType.init(exactly:), among: Self.grantTypes) }
        if !grants.isEmpty { settings.grantTypes = grants }
        let roles = try roles.map { try Self.named($0, AdministratorRole.init(exactly:), among: Self.roles) }
        if !roles.isEmpty { try settings.makeWorker(roles, isConfidential: isConfidential) }
        settings.scopes = scopes ?? (settings.grantTypes.contains(.authorizationCode) ? Self.usualScopes : [])
        return settings
    }

    private static func named<Value>(_ name: String, _ make: (String) -> Value?, among names: [String]) throws -> Value {
        guard let value = make(name) else {
            throw AdministrationError(.invalid, "there is no \(name); there are \(names.joined(separator: ", "))")
        }
        return value
    }
}

extension ApplicationSettings {
    /// - Throws: when it can't be a worker.
    fileprivate mutating func makeWorker(_ roles: [AdministratorRole], isConfidential: Bool) throws {
        guard isConfidential else { throw AdministrationError(.invalid, "a client with roles has a secret: add --confidential") }
        kind = .worker
        self.roles = roles
        if !grantTypes.contains(.clientCredentials) { grantTypes = [.clientCredentials] }
    }
}
