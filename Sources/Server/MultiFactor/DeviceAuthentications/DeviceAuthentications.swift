import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import DeviceRegistry
package import Directory
package import Foundations
import DevicePolicies

/// Authenticates users by their devices: which may be used, what each is asked, and what came of it.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class DeviceAuthentications: ChallengeSuccession {
    /// The table `device_authentications`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 7, tables)],
        tables: [.finding("device_authentications", filled: .byOwners, by: .user("user_id"), .application("application"))],
        searches: [
            OwnerSearch(
                .authentication, ofUser: "SELECT id FROM device_authentications WHERE realm = ?1 AND user_id = ?2",
                ofApplication: "SELECT id FROM device_authentications WHERE realm = ?1 AND application = ?2")
        ],
        expiry: [Expiry("device_authentications", key: "realm, id", by: "expires", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE device_authentications (
            realm TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, policy TEXT NOT NULL, status TEXT NOT NULL, selected TEXT,
            challenge TEXT, application TEXT, context TEXT NOT NULL, methods TEXT NOT NULL, failure TEXT, code BLOB, code_expires BIGINT,
            used BIGINT NOT NULL DEFAULT 0, created BIGINT NOT NULL, updated BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX device_authentications_challenge ON device_authentications (realm, challenge)",
        "CREATE INDEX device_authentications_expires ON device_authentications (expires)",
    ]

    /// The time that one may take, in seconds, from the last time that something happened.
    static let lifetime: TimeInterval = 900
    /// The time for which one is still found after its end, to be told that it is over, in seconds.
    private static let kept: TimeInterval = 3600

    let database: any Database
    let applications: Applications
    let ruleBook: MFARuleBook
    let devices: Devices
    let challenges: Challenges
    let passcodes: Passcodes
    let messages: DeviceMessenger
    let sealer: Sealer
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    package init(
        database: any Database, applications: Applications, ruleBook: MFARuleBook, devices: Devices, challenges: Challenges,
        passcodes: Passcodes, messages: DeviceMessenger, sealer: Sealer, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.applications = applications
        self.ruleBook = ruleBook
        self.devices = devices
        self.challenges = challenges
        self.passcodes = passcodes
        self.messages = messages
        self.sealer = sealer
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// An authentication.
    /// - Throws: ``SecondFactorError`` `.unknown`; `.expired` for one whose time is over.
    package func authentication(_ id: UUID, in realm: Realm) async throws -> DeviceAuthentication {
        let now = time.now
        return try await database.lookUp { try Self.living(id, realm: realm.id, at: now, in: $0) }
    }

    static func living(_ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> DeviceAuthentication {
        guard let found = try authentication(id, realm: realm, at: now, in: transaction) else {
            throw SecondFactorError(.unknown, "there is no device authentication \(id.text)")
        }
        guard now < found.expires || found.status.isFinal else {
            throw SecondFactorError(.expired, "the device authentication has expired")
        }
        return found
    }

    /// An authentication by its id with the challenge of its device; nil when there is none.
    package static func authentication(
        _ id: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> DeviceAuthentication? {
        let row = try transaction.row("SELECT * FROM device_authentications WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed)
        guard let row else { return nil }
        let challenge = try row.optionalText("challenge").flatMap { try Challenges.challenge($0, realm: realm, in: transaction) }
        return try DeviceAuthentication(row, challenge: challenge, asOf: now)
    }

    /// Uses a completed authentication up, in the transaction of what it allows; false when it isn't completed, was used, or is too old.
    package static func use(
        _ id: UUID, of user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        guard let found = try authentication(id, realm: realm, at: now, in: transaction), found.status == .completed, found.user == user,
            now < found.expires
        else { return false }
        return try transaction.execute(
            "UPDATE device_authentications SET used = 1 WHERE realm = ?1 AND id = ?2 AND used = 0", realm, id) == 1
    }

    /// Asks a fresh challenge in the place of one that ended.
    package static func replace(_ challenge: Challenge, by second: Challenge, at now: Date, in transaction: any WriteTransaction) throws {
        guard let authentication = challenge.authentication else { return }
        try transaction.execute(
            """
            UPDATE device_authentications SET challenge = ?3, updated = ?4, expires = ?5
            WHERE realm = ?1 AND id = ?2 AND challenge = ?6 AND status = ?7
            """, second.realm, authentication, second.id, now, now.addingTimeInterval(lifetime), challenge.id,
            DeviceAuthentication.Status.pushRequired.rawValue)
    }

    /// Writes where an authentication stands now, if it still stands where it was read. A code that was sent before is worth nothing any more.
    ///
    /// - Throws: ``SecondFactorError`` `.wrongState` when another request has brought it further.
    func write(_ authentication: inout DeviceAuthentication, code: MessagedCode? = nil, in transaction: any WriteTransaction) throws {
        authentication.updated = authentication.asOf
        if let written = authentication.written {
            try update(authentication, from: written, code, transaction)
        } else {
            try insert(authentication, code, transaction)
        }
        authentication.written = authentication.stored
    }

    private func insert(_ authentication: DeviceAuthentication, _ code: MessagedCode?, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO device_authentications (realm, id, user_id, policy, status, selected, challenge, application, context, methods,
                failure, code, code_expires, created, updated, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15)
            """, authentication.realm, authentication.id, authentication.user, authentication.policy, authentication.stored.rawValue,
            authentication.selected, authentication.challenge?.id, authentication.application, authentication.context.json.text,
            authentication.methodsText, authentication.failed?.json.text, code?.hash, code?.expires, authentication.created,
            authentication.expires)
    }

    private func update(
        _ authentication: DeviceAuthentication, from former: DeviceAuthentication.Status, _ code: MessagedCode?,
        _ transaction: any WriteTransaction
    ) throws {
        let updated = try transaction.execute(
            """
            UPDATE device_authentications SET status = ?3, selected = ?4, challenge = ?5, methods = ?6, failure = ?7, code = ?8,
                code_expires = ?9, updated = ?10, expires = ?11, context = ?12
            WHERE realm = ?1 AND id = ?2 AND status = ?13
            """, authentication.realm, authentication.id, authentication.stored.rawValue, authentication.selected,
            authentication.challenge?.id, authentication.methodsText, authentication.failed?.json.text, code?.hash, code?.expires,
            authentication.updated, authentication.updated.addingTimeInterval(Self.lifetime), authentication.context.json.text,
            former.rawValue)
        guard updated == 1 else { throw SecondFactorError(.wrongState, "the authentication was changed meanwhile") }
    }
}
