import Foundation
import Foundations
import Primitives
import Store
import VerificationMessages

/// A check of a submission, with its result. Its messages and numbers are sealed.
struct StoredCheck: Sendable {
    let submission: Int
    let check: VerificationCheck
    let provider: String
    let isRequired: Bool
    let result: CheckResult
    private let sealed: [UInt8]?
    private let context: String

    var finding: CheckFinding { CheckFinding(check: check, provider: provider, isRequired: isRequired, result: result) }

    /// The messages and numbers of a check.
    struct Details: Sendable, Equatable {
        var messages: [String: String] = [:]
        var numbers = JSONObject()
        var error: String?

        init(messages: [String: String] = [:], numbers: JSONObject = JSONObject(), error: String? = nil) {
            self.messages = messages
            self.numbers = numbers
            self.error = error
        }

        init(of check: StoredCheck, opening sealer: Sealer) throws {
            guard let sealed = check.sealed else { return }
            let json = try sealer.openJSON(sealed, context: check.context)
            for name in json["messages"]?.object?.names ?? [] { messages[name] = json["messages"]?[name]?.string }
            numbers = json["numbers"]?.object ?? JSONObject()
            error = json["error"]?.string
        }

        fileprivate var json: JSONValue {
            var object: JSONObject = [
                "messages": .object(JSONObject(messages.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
                "numbers": .object(numbers),
            ]
            object["error"] = error.map(JSONValue.string)
            return .object(object)
        }
    }
}

extension StoredCheck {
    /// The table `verification_checks`; rows go with their user, and with the data of their transaction.
    static let feature = Feature(
        history: [SchemaStep(59, "verification checks and orders", place: 0, tables)],
        tables: [.owned("verification_checks", filled: .byOwners, by: .user("user_id"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE verification_checks (
            realm TEXT NOT NULL, verification TEXT NOT NULL, submission BIGINT NOT NULL, kind TEXT NOT NULL, user_id TEXT NOT NULL,
            provider TEXT NOT NULL, required BIGINT NOT NULL, result TEXT NOT NULL, details BLOB,
            PRIMARY KEY (realm, verification, submission, kind))
        """,
        "CREATE INDEX verification_checks_user ON verification_checks (realm, user_id)",
    ]

    private init(_ row: Row, of stored: StoredVerification) throws {
        submission = Int(try row.int("submission"))
        check = VerificationCheck(exactly: try row.text("kind")) ?? .documentAuthentication
        provider = try row.text("provider")
        isRequired = try row.bool("required")
        result = CheckResult(exactly: try row.text("result")) ?? .unavailable
        sealed = try row.optionalBlob("details")
        context = Self.context(stored, check, submission)
    }

    private static func context(_ stored: StoredVerification, _ check: VerificationCheck, _ submission: Int) -> String {
        stored.context("\(submission)/\(check.rawValue)")
    }

    /// The checks of all submissions, in their order.
    static func history(of stored: StoredVerification, in transaction: any ReadTransaction) throws -> [StoredCheck] {
        try transaction.rows(
            "SELECT * FROM verification_checks WHERE realm = ?1 AND verification = ?2 ORDER BY submission, kind", stored.realm, stored.id
        ).map { try StoredCheck($0, of: stored) }
    }

    /// The checks of the last submission.
    static func all(of stored: StoredVerification, in transaction: any ReadTransaction) throws -> [StoredCheck] {
        try history(of: stored, in: transaction).filter { $0.submission == stored.submissions }
    }

    /// Writes a check of the last submission, as it stands.
    static func put(
        _ finding: CheckFinding, _ details: Details? = nil, of stored: StoredVerification, sealer: Sealer,
        in transaction: any WriteTransaction
    ) throws {
        let sealed = try details.map { try sealer.seal($0.json, context: context(stored, finding.check, stored.submissions)) }
        try transaction.execute(
            """
            INSERT INTO verification_checks (realm, verification, submission, kind, user_id, provider, required, result, details)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (realm, verification, submission, kind) DO UPDATE SET required = ?7, result = ?8, details = ?9
            """, stored.realm, stored.id, stored.submissions, finding.check.rawValue, stored.user, finding.provider, finding.isRequired,
            finding.result.rawValue, sealed)
    }
}
