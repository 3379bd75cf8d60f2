import DeviceFoundation
import Foundation
import Primitives

/// Small records beside the installations, each in a record of its own: what a listener writes can't undo what a pairing writes, even
/// when they are two processes.
struct RecordBook: Sendable {
    private let store: any SecureStore
    private let gate = SerialGate()

    init(_ store: any SecureStore) { self.store = store }

    /// The record of a kind and name; nil when there is none, or none that can be read.
    func record(_ kind: Kind, _ name: String = "") async throws(MFAError) -> JSONValue? {
        let stored = try await translating(storage: try await store.get(kind.key(name)))
        return stored?.withBytes { try? JSONValue(parsing: $0) }
    }

    /// Changes a record, and gives what the change gives; setting nil removes it.
    @discardableResult
    func update<Result: Sendable>(
        _ kind: Kind, _ name: String = "", _ edit: @Sendable (inout JSONValue?) -> Result
    ) async throws(MFAError) -> Result {
        try await gate.run { () async throws(MFAError) -> Result in
            var record = try await record(kind, name)
            let before = record
            let result = edit(&record)
            guard record != before else { return result }
            let value = record.map { Secret(bytes: $0.encoded) }
            if let value {
                try await translating(storage: try await store.set(value, for: kind.key(name)))
            } else {
                try await translating(storage: try await store.delete(kind.key(name)))
            }
            return result
        }
    }

    /// Removes all records but those that outlive a reset.
    func removeAll() async throws(MFAError) {
        for kind in Kind.allCases {
            let names = try await translating(storage: try await store.keys(in: kind.service))
            for name in names { try await translating(storage: try await store.delete(StoreKey(kind.service, name))) }
        }
    }

    enum Kind: String, CaseIterable {
        /// The difference of a server's clock.
        case clock
        /// The pushes that were received, and those that wait for a decision.
        case inbox
        /// The mobile payloads that were made.
        case payloads
        /// A realm's keys.
        case keys
        /// The address for pushes, and whether they are allowed.
        case push
        /// The keys of push resources that were given away.
        case subscriptions
        /// The choices that the app made once: whether to stay paired.
        case choices

        var service: String { "mfa.\(rawValue)" }
        func key(_ name: String) -> StoreKey { StoreKey(service, name) }
    }
}
