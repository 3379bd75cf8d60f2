import Primitives
public import Synchronization

/// Values read from the configuration, kept until its revision changes.
///
/// Callers on the path of every request look into the subscript first: the compiler specialises it for them, while an asynchronous function of a
/// generic type costs five times as much. It is public for that alone: of what is `package`, the compiler of other modules sees no bodies, whatever
/// `@inlinable` says.
public final class RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let revisions: Revisions
    @usableFromInline let entries = Mutex<(revision: Int64, values: [Key: Value])>((0, [:]))
    private let limit: Int

    /// A cache of at most `limit` values; when it is full it starts again.
    package init(_ revisions: Revisions, limit: Int = 1000) {
        self.revisions = revisions
        self.limit = limit
    }

    /// The cached value, while the revision is known without a look into the database; nil when it has to be asked for.
    @inlinable public subscript(key: Key) -> Value? {
        guard let revision = revisions.known else { return nil }
        return cached(key, revision)
    }

    /// The value for a key: the cached one while the configuration hasn't changed, else what `load` gives.
    package func value(_ key: Key, load: () async throws -> Value) async throws -> Value {
        let revision = try await revisions.current()
        if let cached = cached(key, revision) { return cached }
        let value = try await load()
        keep(value, for: key, revision)
        return value
    }

    /// The same for what may not be there. That it isn't is not remembered: names that don't exist could fill the cache.
    package func existingValue(_ key: Key, load: () async throws -> Value?) async throws -> Value? {
        let revision = try await revisions.current()
        if let cached = cached(key, revision) { return cached }
        guard let value = try await load() else { return nil }
        keep(value, for: key, revision)
        return value
    }

    @inlinable func cached(_ key: Key, _ revision: Int64) -> Value? {
        entries.withLock { $0.revision == revision ? $0.values[key] : nil }
    }

    private func keep(_ value: Value, for key: Key, _ revision: Int64) {
        entries.withLock { entries in
            if entries.revision != revision || entries.values.count >= limit { entries = (revision, [:]) }
            entries.values[key] = value
        }
    }
}
