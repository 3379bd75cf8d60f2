import Primitives

extension Device {
    private static let identityKey = StoreKey("installation", "id")

    /// This installation's identifier: 128 random bits as 22 base64url characters, made once and kept in the store.
    ///
    /// It depends on nothing of the machine, so it neither changes with an update of the system nor follows the user elsewhere.
    public func installationID() async throws(StoreError) -> String {
        if let known = try await store.get(Self.identityKey) { return known.reveal() }
        try await store.set(Secret(random.token(16)), for: Self.identityKey)
        // Of two calls that found none, both return what was stored last.
        return try await store.get(Self.identityKey)?.reveal() ?? ""
    }
}
