internal import Primitives
internal import Services

/// The first user of a server that isn't for demonstration.
struct Administrator {
    static let username = "admin"

    let domain: Domain

    /// Makes the administrator with a password that nobody knows yet. One who is there already, since a start was cut short,
    /// gets a new one: nobody was told the old.
    func make() async throws -> Credentials {
        let realm = try await domain.realms.realm(at: .root)
        // 20 characters of base64url: 120 bits.
        let password = Secret(domain.random.token(15))
        let hash = try await domain.hasher.hash(password)
        if let user = try await domain.users.user(named: Self.username, in: realm.id) {
            try await domain.users.setPassword(hash, of: user.id, in: realm.id)
        } else {
            _ = try await domain.users.create(Self.username, in: realm.id, passwordHash: hash)
        }
        return Credentials(realm: realm.path, username: Self.username, password: password)
    }
}
