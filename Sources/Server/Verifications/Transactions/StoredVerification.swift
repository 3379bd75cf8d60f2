import DeviceMessages
import Foundation
import Foundations
import JOSE
import Primitives
import ResourceMessages
import Store
import VerificationMessages

/// A transaction as its row has it. What is about a person is sealed.
struct StoredVerification: Sendable, Identifiable {
    let realm: UUID
    let id: UUID
    /// The id of the user who is verified.
    let user: UUID
    var status: VerificationStatus
    /// Whether nothing but an administrator is waited for.
    let waits: Bool
    /// The id of the policy; nil for the default one of a realm that stores none.
    let policyID: UUID?
    /// The policy as it was when the transaction was made.
    let policy: VerifyPolicy
    /// The thumbprint of the key of the app that has begun it, or the name of the browser (``TransactionHolder``); nil before.
    let app: String?
    /// The key of that app; nil before, and for a browser.
    let appKey: JWK?
    let push: PushAddress?
    /// The number of submissions.
    let submissions: Int
    /// Whether an administrator has decided.
    let isDecided: Bool
    let created: Date
    let updated: Date
    /// The time until which data are taken.
    let dataExpires: Date
    let expires: Date
    /// The sealed record, result and reason.
    let record, result, reason: [UInt8]?

    /// Whether a submission is taken now.
    func takesData(at now: Date) -> Bool {
        now < dataExpires && !isDecided && app != nil
            && (status == .initiated || status == .fail && submissions > 0 && submissions <= retries)
    }

    private var retries: Int { max(policy.governmentID.retries.attempts, 0) }

    /// The time at which it fails if nothing happens before; nil for one that has ended, and for one that only collects data and has them.
    func deadline(_ status: VerificationStatus) -> Date? {
        switch status {
        case .requested, .initiated: dataExpires
        case .inProgress, .partial: policy.transaction.collectsOnly ? nil : expires
        default: nil
        }
    }

    /// The context to which a sealed column is bound.
    static func context(_ realm: UUID, _ id: UUID, _ column: String) -> String { "verification/\(realm.text)/\(id.text)/\(column)" }

    func context(_ column: String) -> String { Self.context(realm, id, column) }
}

extension StoredVerification {
    init(_ row: Row) throws {
        realm = try row.uuid("realm")
        id = try row.uuid("id")
        user = try row.uuid("user_id")
        status = VerificationStatus(rawValue: try row.text("status")) ?? .fail
        waits = try row.bool("waits")
        policyID = try row.optionalUUID("policy_id")
        policy = try VerifyPolicy(stored: try JSONValue(parsing: try row.text("policy"), limits: .own()))
        app = try row.optionalText("app")
        appKey = try row.optionalText("app_key").flatMap { try JWK(try JSONValue(parsing: $0, limits: .own()).object ?? JSONObject()) }
        push = try row.optionalText("push").flatMap { try PushAddress(json: try JSONValue(parsing: $0, limits: .own())) }
        submissions = Int(try row.int("submissions"))
        isDecided = try row.bool("decided")
        created = try row.date("created")
        updated = try row.date("updated")
        dataExpires = try row.date("data_expires")
        expires = try row.date("expires")
        record = try row.optionalBlob("record")
        result = try row.optionalBlob("result")
        reason = try row.optionalBlob("reason")
    }

    /// A transaction by its id; nil for none.
    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> StoredVerification? {
        try transaction.row("SELECT * FROM verifications WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).map {
            try StoredVerification($0)
        }
    }

    /// A user's transaction.
    /// - Throws: `unknownResource`, also for another user's.
    static func required(_ id: UUID, of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> StoredVerification {
        guard let found = try find(id, realm: realm, in: transaction), found.user == user else {
            throw DomainError(.unknownResource, "the user has no verification \(id.text)")
        }
        return found
    }

    /// Sets the state, and the times that follow from it.
    /// - Parameter retention: the number of seconds for which the data of an ended transaction are kept.
    func set(
        _ status: VerificationStatus, waits: Bool = false, at now: Date, retention: Int, in transaction: any WriteTransaction
    ) throws {
        let purge = status.isFinal ? now.addingTimeInterval(TimeInterval(retention)) : nil
        try transaction.execute(
            """
            UPDATE verifications SET status = ?3, waits = ?4, updated = ?5, deadline = ?6, purge = ?7 WHERE realm = ?1 AND id = ?2
            """, realm, id, status.rawValue, waits, now, deadline(status), purge)
    }

    /// Removes all that is kept of a transaction but its row, and returns the files that nothing opens any more.
    @discardableResult
    static func erase(dataOf id: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> [String] {
        let files = try transaction.rows("SELECT file FROM verification_images WHERE realm = ?1 AND verification = ?2", realm, id).map {
            try $0.text("file")
        }
        try transaction.execute("DELETE FROM verification_images WHERE realm = ?1 AND verification = ?2", realm, id)
        try transaction.execute("DELETE FROM verification_cards WHERE realm = ?1 AND verification = ?2", realm, id)
        try transaction.execute("DELETE FROM verification_orders WHERE realm = ?1 AND verification = ?2", realm, id)
        try transaction.execute("DELETE FROM verification_checks WHERE realm = ?1 AND verification = ?2", realm, id)
        try transaction.execute(
            """
            UPDATE verifications SET record = NULL, result = NULL, reason = NULL, push = NULL, code = NULL, purge = NULL
            WHERE realm = ?1 AND id = ?2
            """, realm, id)
        try transaction.scrub()
        return files
    }
}
