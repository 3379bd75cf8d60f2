import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims
import VerificationMessages

/// The records of one verification in the store. Each change of a record is one write, so that a crash leaves the former state or the new one.
struct VerificationBook: Sendable {
    /// The kinds of records.
    enum Kind: String, CaseIterable {
        /// A start that the server hasn't answered.
        case starting
        /// The transaction that was begun last.
        case transaction
        /// The submission that is to be sent.
        case submission
        /// The claims of successful verifications, by their hashes.
        case claims
        /// The difference of the server's clock.
        case clock
    }

    /// Bounds on a record: a submission of the longest kind, and what stands around it.
    private static let limits = JSONLimits.own(bytes: 2 << 20)

    private let store: any SecureStore
    private let name: String
    private let gate = SerialGate()

    /// - Parameter name: the verification's name in the store.
    init(_ store: any SecureStore, name: String) {
        self.store = store
        self.name = name
    }

    func record(_ kind: Kind, _ key: String = "") async throws(VerificationError) -> JSONObject? {
        let stored = try await translating(storage: try await store.get(place(kind, key)))
        guard let stored else { return nil }
        guard let object = stored.withBytes({ try? JSONValue(parsing: $0, limits: Self.limits) })?.object else {
            throw Self.unreadable(kind)
        }
        return object
    }

    func keys(_ kind: Kind) async throws(VerificationError) -> [String] {
        try await translating(storage: try await store.keys(in: service(kind)))
    }

    func write(_ record: JSONObject, _ kind: Kind, _ key: String = "") async throws(VerificationError) {
        try await translating(storage: try await store.set(Secret(bytes: JSONValue.object(record).encoded), for: place(kind, key)))
    }

    func delete(_ kind: Kind, _ key: String = "") async throws(VerificationError) {
        try await translating(storage: try await store.delete(place(kind, key)))
    }

    func transaction() async throws(VerificationError) -> TransactionRecord? {
        try await record(.transaction).map { record throws(VerificationError) in try TransactionRecord(record) }
    }

    /// Changes the transaction that was begun last; nothing when it is another by now. No other change comes between.
    func update(
        _ transaction: UUID, _ edit: @Sendable (inout TransactionRecord) -> Void
    ) async throws(VerificationError) {
        try await gate.run { () async throws(VerificationError) in
            guard var record = try await self.transaction(), record.configuration?.transaction == transaction else { return }
            edit(&record)
            try await write(record.json, .transaction)
        }
    }

    /// The submission of a transaction that is to be sent; nil also for one that another transaction left.
    func submission(of transaction: UUID?) async throws(VerificationError) -> PendingSubmission? {
        guard let stored = try await record(.submission) else { return nil }
        let submission = try PendingSubmission(stored)
        return submission.transaction == transaction ? submission : nil
    }

    func claims() async throws(VerificationError) -> [KeptClaim] {
        var all: [KeptClaim] = []
        for key in try await keys(.claims) {
            if let record = try await record(.claims, key) { all.append(try KeptClaim(record)) }
        }
        return all.sorted { ($0.claim.head.createDate, $0.claim.head.dataHash) < ($1.claim.head.createDate, $1.claim.head.dataHash) }
    }

    static func unreadable(_ kind: Kind) -> VerificationError {
        VerificationError(.storage, "a stored record of the kind \(kind.rawValue) can't be read")
    }

    private func service(_ kind: Kind) -> String { "verification.\(name).\(kind.rawValue)" }
    private func place(_ kind: Kind, _ key: String) -> StoreKey { StoreKey(service(kind), key.isEmpty ? "record" : key) }
}
