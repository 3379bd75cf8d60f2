package import Primitives

/// Keeps values in another store, each sealed under a key of a ``KeyStore``: in the Secure Enclave, they are worth nothing elsewhere.
///
/// Values that the other store has from before are read as they are, and sealed when they are next written. What was sealed under a key that
/// is gone, or that the device can't use any more, is gone with it, as if it had never been stored.
package struct SealedStore: SecureStore {
    /// The service of the sealing key's record, which lies in the other store itself.
    package static let service = "sealing"
    private static let keyName = "key"
    /// The order of calls of the whole process that find no key: one makes it. They run as shared tasks: one on the pool, while callers block
    /// the pool's threads, could never leave.
    private static let gate = SerialGate()

    private let inner: any SecureStore
    private let keys: any KeyStore
    private let random: any RandomSource

    package init(_ inner: any SecureStore, keys: any KeyStore, random: any RandomSource = SystemRandom()) {
        self.inner = inner
        self.keys = keys
        self.random = random
    }

    package func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        guard let stored = try await inner.get(key) else { return nil }
        guard let sealed = try SealedItem(stored, name: key) else { return stored }
        guard let point = try await point(), sealed.isFor(point) else { return nil }
        let secret: Secret
        do { secret = try await keys.agree(with: sealed.ephemeral, using: Self.keyName) } catch { throw StoreError(error) }
        return try sealed.open(with: secret, name: key)
    }

    package func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let point = if let known = try await point() { known } else { try await Task.shared { await sharedPoint() }.value.get() }
        try await inner.set(try SealedItem.seal(value, for: point, name: key, random: random), for: key)
    }

    package func delete(_ key: StoreKey) async throws(StoreError) { try await inner.delete(key) }

    package func keys(in service: String) async throws(StoreError) -> [String] { try await inner.keys(in: service) }

    private func point() async throws(StoreError) -> PublicPoint? {
        do { return try await keys.publicKey(Self.keyName) } catch {
            guard error.code == .unusable else { throw StoreError(error) }
            return nil
        }
    }

    private func sharedPoint() async -> Result<PublicPoint, StoreError> {
        do {
            return .success(try await Self.gate.run { () async throws(StoreError) in try await madePoint() })
        } catch { return .failure(error) }
    }

    /// Makes room for a new key where the one that is kept can't be used.
    private func removeUnusable() async throws(KeyError) {
        do { _ = try await keys.publicKey(Self.keyName) } catch {
            guard error.code == .unusable else { throw error }
            try await keys.delete(Self.keyName)
        }
    }

    /// The key, which is made when it is missing. What is stored then counts: another app of the group may have made one at the same time.
    private func madePoint() async throws(StoreError) -> PublicPoint {
        if let point = try await point() { return point }
        do {
            try await removeUnusable()
            _ = try await keys.create(Self.keyName, for: .agreement)
        } catch {
            guard error.code == .exists else { throw StoreError(error) }
        }
        guard let point = try await point() else { throw StoreError(.refused, "the key that seals what is stored can't be kept") }
        return point
    }
}

extension StoreError {
    fileprivate init(_ error: KeyError) {
        self.init(error.code == .locked ? .locked : .refused, "what is stored can't be sealed or opened: \(error.reason)")
    }
}
