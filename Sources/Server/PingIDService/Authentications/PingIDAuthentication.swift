import DeviceMessages
package import Foundation
package import PingIDMessages
import Primitives
package import Foundations
import Store
import DeviceRegistry

/// A sign-on or registration under way, or over: what the customer's server asked, who may answer, and what came of it.
package struct PingIDAuthentication: Sendable, Identifiable {
    /// The table `pingid_authentications`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 5, tables), SchemaStep(42, "rows by index", place: 11, chooserIndex)],
        // A device that goes alone leaves its sign-ons as they are, so that a caller that waits for one learns of its end.
        tables: [.owned("pingid_authentications", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("pingid_authentications", key: "realm, id", by: "created", kept: readable)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_authentications (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, status TEXT NOT NULL, flow TEXT NOT NULL,
            subject TEXT, chooser TEXT, device TEXT, nonce TEXT, levels TEXT NOT NULL, validated BIGINT NOT NULL, selection TEXT,
            passcode_taken BIGINT NOT NULL DEFAULT 0, acknowledged BIGINT NOT NULL DEFAULT 0, payload TEXT, handed_over BIGINT NOT NULL DEFAULT 0, code BLOB, code_expires BIGINT,
            context TEXT, address TEXT, browser TEXT, created BIGINT NOT NULL, expires BIGINT NOT NULL, decided BIGINT,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX pingid_authentications_created ON pingid_authentications (created)",
        "CREATE INDEX pingid_authentications_payload ON pingid_authentications (realm, subject, payload)",
    ]

    private static let chooserIndex: [SQL] = ["CREATE INDEX pingid_authentications_chooser ON pingid_authentications (realm, chooser)"]

    /// The number of seconds for which one can be read (`docs/pingid.md`).
    package static let readable: TimeInterval = 1800
    /// The number of seconds that a user has to choose a trust level or to type a passcode: as long as the app's SDK knows its payloads.
    static let choosing: TimeInterval = 900

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The id of the user.
    package let user: UUID
    /// The state as it is stored; ``status(at:)`` knows the time.
    package var stored: AuthenticationStatus
    package var flow: FlowState
    /// The installation that signs on, and that a choice of trust is about; nil for a sign-on in a browser.
    package let subject: String?
    /// The installation whose user is asked; nil while none is.
    package var chooser: String?
    /// The device that is asked for a decision or a passcode.
    package var device: UUID?
    /// The nonce, sent only in the push.
    package var nonce: String?
    /// The levels of trust that may be chosen.
    package var levels: [TrustLevel]
    /// Whether no other device need approve: the customer's server vouches for the user.
    package var isValidated: Bool
    /// The choice, once one was made, as it came.
    package var selection: String?
    /// Whether a right passcode was taken.
    package var isPasscodeTaken = false
    /// Whether the device has acknowledged the push.
    package var isAcknowledged = false
    /// The id of the device's payload that began it.
    package let payload: String?
    /// The text for the app that is asked; nil for none.
    package let context: String?
    /// The browser's network address, as the customer's server says; nil for none.
    package let address: String?
    /// The browser's name of itself, as the customer's server says; nil for none.
    package let browser: String?
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package var expires: Date

    /// The state at a time: what no user has decided is over when its time is.
    package func status(at now: Date) -> AuthenticationStatus { stored.isOpen && expires <= now ? .timeout : stored }

    /// Whether an answer is still taken.
    package func isOpen(at now: Date) -> Bool { status(at: now).isOpen }
}

extension PingIDAuthentication {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        stored = AuthenticationStatus(exactly: try row.text("status")) ?? .rejected
        flow = FlowState(exactly: try row.text("flow")) ?? .done
        subject = try row.optionalText("subject")
        chooser = try row.optionalText("chooser")
        device = try row.optionalUUID("device")
        nonce = try row.optionalText("nonce")
        levels = (try JSONValue(parsing: try row.text("levels"), limits: .own()).strings ?? []).compactMap { TrustLevel(exactly: $0) }
        isValidated = try row.bool("validated")
        selection = try row.optionalText("selection")
        isPasscodeTaken = try row.bool("passcode_taken")
        isAcknowledged = try row.bool("acknowledged")
        payload = try row.optionalText("payload")
        context = try row.optionalText("context")
        address = try row.optionalText("address")
        browser = try row.optionalText("browser")
        created = try row.date("created")
        expires = try row.date("expires")
    }

    func insert(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pingid_authentications (realm, id, application, user_id, status, flow, subject, chooser, device, nonce, levels,
                validated, selection, passcode_taken, payload, context, address, browser, created, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
            """, realm, id, application, user, stored.rawValue, flow.rawValue, subject, chooser, device, nonce, levelText, isValidated,
            selection, isPasscodeTaken, payload, context, address, browser, created, expires)
    }

    /// Writes what changed of it, if it still stands as it was read; false when another one was quicker.
    func update(from former: PingIDAuthentication, at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            UPDATE pingid_authentications SET status = ?3, flow = ?4, chooser = ?5, device = ?6, nonce = ?7, levels = ?8, selection = ?9,
                passcode_taken = ?10, acknowledged = ?11, expires = ?12, decided = ?13
            WHERE realm = ?1 AND id = ?2 AND status = ?14 AND passcode_taken = ?15 AND COALESCE(selection, '') = ?16
            """, realm, id, stored.rawValue, flow.rawValue, chooser, device, nonce, levelText, selection, isPasscodeTaken, isAcknowledged,
            expires, stored.isOpen ? nil : now, former.stored.rawValue, former.isPasscodeTaken, former.selection ?? "") == 1
    }

    private var levelText: String { JSONValue.array(levels.map { .string($0.rawValue) }).text }

    /// Keeps the hash of the code that is sent for it; the one before is worth nothing any more.
    func keep(_ code: MessagedCode, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE pingid_authentications SET code = ?3, code_expires = ?4 WHERE realm = ?1 AND id = ?2", realm, id, code.hash,
            code.expires)
    }

    /// The hash of the code that was sent for it; nil when none is good.
    func codeHash(at now: Date, in transaction: any ReadTransaction) throws -> [UInt8]? {
        try transaction.row(
            "SELECT code FROM pingid_authentications WHERE realm = ?1 AND id = ?2 AND code_expires > ?3", realm, id, now)?
            .optionalBlob("code")
    }

    /// The purpose of a code that is sent for it.
    var codePurpose: String { "PingID authentication \(id.text)" }

    /// One that can still be read; nil for another.
    static func find(_ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> PingIDAuthentication? {
        try transaction.row(
            "SELECT * FROM pingid_authentications WHERE realm = ?1 AND id = ?2 AND created > ?3", realm, id,
            now.addingTimeInterval(-readable), keeping: .changed
        ).map(PingIDAuthentication.init)
    }

    /// The one that a payload of an installation began, if its answer wasn't handed over yet; it counts as handed over then.
    static func handOver(
        answering payload: String, of installation: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> PingIDAuthentication? {
        let row = try transaction.row(
            """
            SELECT * FROM pingid_authentications WHERE realm = ?1 AND subject = ?2 AND payload = ?3 AND handed_over = 0 AND created > ?4
            """, realm, installation, payload, now.addingTimeInterval(-choosing))
        guard let found = try row.map(PingIDAuthentication.init) else { return nil }
        let taken = try transaction.execute(
            "UPDATE pingid_authentications SET handed_over = 1 WHERE realm = ?1 AND id = ?2 AND handed_over = 0", realm, found.id)
        return taken == 1 ? found : nil
    }

}
