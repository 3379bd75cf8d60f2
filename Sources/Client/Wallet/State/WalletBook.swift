import DeviceFoundation
import Foundation
import Primitives

/// The records of one instance in the store. Each change of a record is one write, so that a crash leaves the former state or the new one.
struct WalletBook: Sendable {
    /// The kinds of records.
    enum Kind: String, CaseIterable {
        /// The instance: its id and its keys' names.
        case instance
        /// Claims that the instance holds, by their hashes.
        case claims
        /// The marks of what the instance has put into the log in its own name.
        case issued
        /// The progress of reading the log's entries.
        case audit
        /// The earliest expiry of each claim that was read in the log, by their hashes.
        case expiries
        /// Messages that were received, by sender and id.
        case messages
        /// Messages that are to be sent, by their ids.
        case outgoing
        /// Challenges with which the instance has asked, by their ids.
        case challenges
        /// The keys of other parties, by their ids.
        case peers
        /// The newest checkpoint of the log that was seen.
        case log
        /// Stamps that weren't spent yet.
        case stamps
        /// The difference of the server's clock.
        case clock
        /// The shares that were made, by their messages' ids.
        case history
    }

    /// Bounds on a record: a message of the longest kind, and what stands around it.
    private static let limits: JSONLimits = {
        var limits = JSONLimits.own(bytes: 24 << 20)
        limits.values = 400_000
        return limits
    }()

    private let store: any SecureStore
    private let name: String
    private let gate = SerialGate()

    /// - Parameter name: the instance's name in the store.
    init(_ store: any SecureStore, name: String) {
        self.store = store
        self.name = name
    }

    func record(_ kind: Kind, _ key: String = "") async throws(WalletError) -> JSONObject? {
        let stored = try await translating(storage: try await store.get(place(kind, key)))
        guard let stored else { return nil }
        guard let object = stored.withBytes({ try? JSONValue(parsing: $0, limits: Self.limits) })?.object else {
            throw WalletError(.storage, "a stored record of the kind \(kind.rawValue) can't be read")
        }
        return object
    }

    func records(_ kind: Kind) async throws(WalletError) -> [(key: String, record: JSONObject)] {
        var all: [(key: String, record: JSONObject)] = []
        for key in try await keys(kind) {
            if let record = try await record(kind, key) { all.append((key, record)) }
        }
        return all
    }

    func keys(_ kind: Kind) async throws(WalletError) -> [String] {
        try await translating(storage: try await store.keys(in: service(kind)))
    }

    func write(_ record: JSONObject, _ kind: Kind, _ key: String = "") async throws(WalletError) {
        try await translating(storage: try await store.set(Secret(bytes: JSONValue.object(record).encoded), for: place(kind, key)))
    }

    func delete(_ kind: Kind, _ key: String = "") async throws(WalletError) {
        try await translating(storage: try await store.delete(place(kind, key)))
    }

    /// Changes a record, and gives what the change gives; setting nil removes it. No other change of this instance's comes between.
    @discardableResult
    func update<Result: Sendable>(
        _ kind: Kind, _ key: String = "", _ edit: @Sendable (inout JSONObject?) throws(WalletError) -> Result
    ) async throws(WalletError) -> Result {
        try await gate.run { () async throws(WalletError) -> Result in
            var record = try await record(kind, key)
            let before = record
            let result = try edit(&record)
            guard record != before else { return result }
            if let record { try await write(record, kind, key) } else { try await delete(kind, key) }
            return result
        }
    }

    private func service(_ kind: Kind) -> String { "wallet.\(name).\(kind.rawValue)" }
    private func place(_ kind: Kind, _ key: String) -> StoreKey { StoreKey(service(kind), key) }
}
