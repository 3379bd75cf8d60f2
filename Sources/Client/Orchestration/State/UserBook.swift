import CommandChannel
import DeviceFoundation
import Primitives

/// The users' records in the store. Every change is one write, so that a crash leaves the former record or the new one.
struct UserBook: Sendable {
    private static let service = "orchestration"

    private let store: any SecureStore
    private let gate = SerialGate()

    init(_ store: any SecureStore) { self.store = store }

    func record(_ user: ChannelUser) async throws(OrchestrationError) -> UserRecord? {
        let key = Self.key(user)
        let stored = try await translating(storage: try await store.get(key))
        return try stored.map(Self.read)
    }

    func all() async throws(OrchestrationError) -> [UserRecord] {
        let names = try await translating(storage: try await store.keys(in: Self.service))
        var records: [UserRecord] = []
        for name in names {
            let stored = try await translating(storage: try await store.get(StoreKey(Self.service, name)))
            if let stored { records.append(try Self.read(stored)) }
        }
        return records
    }

    func keep(_ record: UserRecord) async throws(OrchestrationError) {
        try await gate.run { () async throws(OrchestrationError) in try await write(record) }
    }

    /// Changes a record, and gives it as it is then. An edit that throws changes nothing.
    @discardableResult
    func update(
        _ user: ChannelUser, _ edit: @Sendable (inout UserRecord) throws(OrchestrationError) -> Void
    ) async throws(OrchestrationError) -> UserRecord {
        try await gate.run { () async throws(OrchestrationError) -> UserRecord in
            guard let before = try await record(user) else { throw OrchestrationError(.userNotActivated, "the user isn't activated here") }
            var after = before
            try edit(&after)
            if after != before { try await write(after) }
            return after
        }
    }

    func remove(_ user: ChannelUser) async throws(OrchestrationError) {
        let key = Self.key(user)
        try await gate.run { () async throws(OrchestrationError) in
            try await translating(storage: try await store.delete(key))
        }
    }

    private func write(_ record: UserRecord) async throws(OrchestrationError) {
        let (key, bytes) = (Self.key(record.user), Secret(bytes: record.json.encoded))
        try await translating(storage: try await store.set(bytes, for: key))
    }

    private static func key(_ user: ChannelUser) -> StoreKey {
        StoreKey(service, "\(Base64URL.encode(user.name.utf8)).\(Base64URL.encode(user.domain.utf8))")
    }

    private static func read(_ secret: Secret) throws(OrchestrationError) -> UserRecord {
        guard let json = secret.withBytes({ try? JSONValue(parsing: $0) }) else {
            throw OrchestrationError(.storage, "the stored user can't be read")
        }
        return try UserRecord(json: json)
    }
}
