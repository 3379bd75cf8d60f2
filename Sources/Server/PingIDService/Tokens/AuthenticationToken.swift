package import Foundation
package import PingIDMessages
import Primitives
package import Foundations
import Store

/// A token that a browser shows as a QR code, and that one installation claims: the sign-on of a user whom the phone knows
/// (`docs/pingid.md`).
package struct AuthenticationToken: Sendable, Identifiable {
    /// The table `pingid_tokens`; rows go with their realm, user, installation or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 8, tables), SchemaStep(42, "rows by index", place: 9, installationIndex)],
        tables: [
            .owned("pingid_tokens", filled: .byOwners, by: .user("user_id"), .installation("installation"), .application("application"))
        ],
        expiry: [Expiry("pingid_tokens", key: "realm, id", by: "expires", kept: readable - lifetime)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_tokens (
            realm TEXT NOT NULL, id TEXT NOT NULL, hash BLOB NOT NULL, application TEXT NOT NULL, selection TEXT NOT NULL,
            needs_approval BIGINT NOT NULL, verifies_push BIGINT NOT NULL, context TEXT, status TEXT, revision BIGINT NOT NULL DEFAULT 0,
            installation TEXT, user_id TEXT, approved BIGINT NOT NULL DEFAULT 0, nonce TEXT, push_until BIGINT, created BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, hash))
        """,
        "CREATE INDEX pingid_tokens_expires ON pingid_tokens (expires)",
    ]

    private static let installationIndex: [SQL] = ["CREATE INDEX pingid_tokens_installation ON pingid_tokens (realm, installation)"]

    /// The number of seconds for which a token is good; and those for which its end can be read.
    package static let (lifetime, readable): (TimeInterval, TimeInterval) = (120, 1800)
    /// The number of seconds that a device has to show that a push reaches it.
    static let pushLifetime: TimeInterval = 20

    /// The place where the user chooses among the phone's users.
    package enum Selection: String, Sendable, CaseIterable {
        case mobile = "MOBILE"
        case web = "WEB"
    }

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    package let selection: Selection
    /// Whether the phone's user is asked once more.
    package let needsApproval: Bool
    /// Whether a silent push must show that the phone is the one that is registered.
    package let verifiesPush: Bool
    /// The text for the app; nil for none.
    package let context: String?
    /// The state as it is stored; nil until the token is claimed. ``status(at:)`` knows the time.
    package var stored: TokenStatus?
    /// The id of the installation that claimed the token; nil before that.
    package var installation: String?
    /// The user who signs on, once that is settled.
    package var user: UUID?
    /// Whether the phone's user has approved.
    package var isApproved = false
    /// Known only by who got the silent push.
    package var nonce: String?
    /// The time until which the silent push can be answered; nil when none was sent.
    package var pushUntil: Date?
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package let expires: Date
    private let revision: Int64

    /// The state at a time: a silent push that wasn't answered is one that failed, and what no user has decided is over.
    package func status(at now: Date) -> TokenStatus? {
        guard let stored else { return nil }
        if stored == .pendingPushVerification {
            guard let end = pushUntil, end <= now else { return stored }
            return .claimedAndPushFailed
        }
        return (stored.isAwaitedHere || stored.isAwaitedElsewhere) && expires <= now ? .canceled : stored
    }

    /// Whether a choice is still taken.
    func isOpen(at now: Date) -> Bool { status(at: now).map { $0.isAwaitedHere || $0.isAwaitedElsewhere } ?? (now < expires) }
}

extension AuthenticationToken {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        selection = Selection(exactly: try row.text("selection")) ?? .mobile
        needsApproval = try row.bool("needs_approval")
        verifiesPush = try row.bool("verifies_push")
        context = try row.optionalText("context")
        stored = try row.optionalText("status").flatMap { TokenStatus(exactly: $0) }
        installation = try row.optionalText("installation")
        user = try row.optionalUUID("user_id")
        isApproved = try row.bool("approved")
        nonce = try row.optionalText("nonce")
        pushUntil = try row.optionalDate("push_until")
        created = try row.date("created")
        expires = try row.date("expires")
        revision = try row.int("revision")
    }

    /// Makes one that no installation has claimed.
    init(
        id: UUID, realm: UUID, application: String, selection: Selection, needsApproval: Bool, verifiesPush: Bool, context: String?,
        created: Date
    ) {
        self.id = id
        self.realm = realm
        self.application = application
        self.selection = selection
        self.needsApproval = needsApproval
        self.verifiesPush = verifiesPush
        self.context = context
        self.created = created
        expires = created.addingTimeInterval(Self.lifetime)
        revision = 0
    }

    func insert(hash: [UInt8], in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pingid_tokens (realm, id, hash, application, selection, needs_approval, verifies_push, context, created, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, realm, id, hash, application, selection.rawValue, needsApproval, verifiesPush, context, created, expires)
    }

    /// Writes what changed of it, if it still stands as it was read; false when another one was quicker.
    func update(in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            UPDATE pingid_tokens SET status = ?3, installation = ?4, user_id = ?5, approved = ?6, nonce = ?7, push_until = ?8,
                revision = revision + 1
            WHERE realm = ?1 AND id = ?2 AND revision = ?9
            """, realm, id, stored?.rawValue, installation, user, isApproved, nonce, pushUntil, revision) == 1
    }

    static func find(_ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> AuthenticationToken? {
        try transaction.row(
            "SELECT * FROM pingid_tokens WHERE realm = ?1 AND id = ?2 AND created > ?3", realm, id, now.addingTimeInterval(-readable),
            keeping: .changed
        ).map(AuthenticationToken.init)
    }

    static func find(hashes: [[UInt8]], realm: UUID, in transaction: any ReadTransaction) throws -> AuthenticationToken? {
        for hash in hashes {
            let row = try transaction.row("SELECT * FROM pingid_tokens WHERE realm = ?1 AND hash = ?2", realm, hash, keeping: .changed)
            if let row { return try AuthenticationToken(row) }
        }
        return nil
    }

    /// Ends what an installation has claimed and that isn't over: it may sign no user on any more.
    static func deny(claimedBy installation: String, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        let claimed = try transaction.rows(
            "SELECT * FROM pingid_tokens WHERE realm = ?1 AND installation = ?2 AND created > ?3", realm, installation,
            now.addingTimeInterval(-readable)
        ).map(AuthenticationToken.init)
        for var token in claimed where token.isOpen(at: now) {
            token.stored = .denied
            _ = try token.update(in: transaction)
        }
    }

}
