internal import Primitives
internal import Services
internal import Directory
internal import Foundations

/// The first user of a server that isn't for demonstration.
struct Administrator {
    static let username = "admin"

    let domain: Services

    /// Makes the administrator with a new random password. An administrator who is there already, since a start was cut short, gets a new
    /// one too: the old one was never shown.
    func make() async throws -> Credentials {
        // 20 characters of base64url: 120 bits.
        let password = Secret(domain.platform.random.token(15))
        return try await make(Credentials(realm: .root, username: Self.username, password: password))
    }

    /// Makes the administrator with a name and a password that were chosen.
    /// - Throws: what the realm's rules for names and passwords refuse.
    func make(_ credentials: Credentials) async throws -> Credentials {
        let realm = try await domain.directory.realms.realm(at: credentials.realm)
        if let user = try await domain.directory.users.user(named: credentials.username, in: realm.id) {
            try await domain.directory.accounts.setPassword(credentials.password, of: user, in: realm)
        } else {
            var new = NewAccount(credentials.username, password: credentials.password)
            new.mayBeIncomplete = true
            new.isAdministrator = true
            _ = try await domain.directory.accounts.create(new, in: realm)
        }
        return credentials
    }
}
