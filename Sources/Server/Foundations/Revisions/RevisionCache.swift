import Primitives
package import Synchronization

/// Values read from the configuration, kept until its revision changes.
///
/// Its lookup is inlined into its callers because every request asks several: for values of unknown type, in a function that may wait, it
/// costs five times as much.
package final class RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let revisions: Revisions
    @usableFromInline let limit: Int
    @usableFromInline let entries = Mutex<(revision: Int64, values: [Key: Value])>((0, [:]))

    /// A cache of at most `limit` values; when it is full it starts anew.
    @inlinable package init(_ revisions: Revisions, limit: Int = 1000) {
        self.revisions = revisions
        self.limit = limit
    }

    /// The value for a key: the cached one while the configuration hasn't changed, else what `load` gives.
    @inlinable @inline(__always)
    package func value(_ key: Key, load: () async throws -> Value) async throws -> Value {
        if let known = known(key) { return known }
        return try await loadedValue(key, load)
    }

    /// The same for what may not be there. That it isn't is not remembered: names that don't exist could fill the cache.
    @inlinable @inline(__always)
    package func existingValue(_ key: Key, load: () async throws -> Value?) async throws -> Value? {
        if let known = known(key) { return known }
        return try await loadedExistingValue(key, load)
    }

    /// The cached value, while the revision is known without a look into the database.
    @inlinable @inline(__always)
    func known(_ key: Key) -> Value? { revisions.known.flatMap { cached(key, $0) } }

    @inlinable func loadedValue(_ key: Key, _ load: () async throws -> Value) async throws -> Value {
        let revision = try await revisions.current()
        if let cached = cached(key, revision) { return cached }
        let value = try await load()
        keep(value, for: key, revision)
        return value
    }

    @inlinable func loadedExistingValue(_ key: Key, _ load: () async throws -> Value?) async throws -> Value? {
        let revision = try await revisions.current()
        if let cached = cached(key, revision) { return cached }
        guard let value = try await load() else { return nil }
        keep(value, for: key, revision)
        return value
    }

    @inlinable @inline(__always)
    func cached(_ key: Key, _ revision: Int64) -> Value? {
        entries.withLock { $0.revision == revision ? $0.values[key] : nil }
    }

    @inlinable func keep(_ value: Value, for key: Key, _ revision: Int64) {
        entries.withLock { entries in
            if entries.revision != revision || entries.values.count >= limit { entries = (revision, [:]) }
            entries.values[key] = value
        }
    }
}
