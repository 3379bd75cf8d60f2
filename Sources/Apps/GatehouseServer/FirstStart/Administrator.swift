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
        let realm = try await domain.directory.realms.realm(at: .root)
        // 20 characters of base64url: 120 bits.
        let password = Secret(domain.platform.random.token(15))
        if let user = try await domain.directory.users.user(named: Self.username, in: realm.id) {
            try await domain.directory.accounts.setPassword(password, of: user, in: realm)
        } else {
            var new = NewAccount(Self.username, password: password)
            new.mayBeIncomplete = true
            new.isAdministrator = true
            _ = try await domain.directory.accounts.create(new, in: realm)
        }
        return Credentials(realm: realm.path, username: Self.username, password: password)
    }
}
