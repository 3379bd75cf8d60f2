import Primitives
import Services

extension Turn {
    /// The user who has proved who they are in this journey; nil when nobody has. Nodes show and change nobody else's account.
    func provenUser() async throws -> User? {
        guard let id = state.user else { return nil }
        return try await domain.users.user(id, in: realm.id)
    }

    /// An attribute of the realm's schema.
    func attribute(_ name: String) async throws -> ProfileAttribute {
        guard let attribute = try await domain.accounts.schema(of: realm)[name] else {
            throw JourneyError.fault("the realm's schema has no attribute \(name)")
        }
        return attribute
    }
}
