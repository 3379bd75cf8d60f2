import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives
package import Foundations
import Store
import DeviceRegistry
import Messaging

/// The facts that the older product knows of an installation besides the installation itself. They may be there before the installation is: an app
/// reports on root detection before it is paired.
package struct PingIDInstallation: Sendable, Equatable {
    /// The table `pingid_installations`; rows go with their realm, installation or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 4, tables)],
        tables: [.owned("pingid_installations", filled: .byOwners, by: .installation("installation"), .application("application"))],
        sweep: { try forget(before: $0.now, by: $0.erasure, in: $0.transaction) })

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_installations (
            realm TEXT NOT NULL, installation TEXT NOT NULL, application TEXT NOT NULL, capability TEXT NOT NULL, root_active BIGINT NOT NULL,
            rooted BIGINT, accessed BIGINT NOT NULL, PRIMARY KEY (realm, installation))
        """,
        "CREATE INDEX pingid_installations_accessed ON pingid_installations (accessed)",
    ]

    /// The number of seconds after which one that is no user's is forgotten: a day.
    private static let kept: TimeInterval = 86_400

    let realm: UUID
    let installation: String
    /// The application that its app says it is of. It is of one.
    let application: String
    var capability = MFACapability.automatic
    /// Whether the app looks for signs of a rooted device.
    var isRootDetectionActive = false
    /// The verdict; nil while there is none.
    var isRooted: Bool?
    var accessed: Date

    /// The verdict on a device, under an application's rules.
    func verdict(_ rules: PingIDRules) -> RootVerdict {
        guard rules.requiresRootDetection else { return .permitted }
        guard isRootDetectionActive, let isRooted else { return .inactive }
        return isRooted ? .rooted : .permitted
    }

    /// The check of every way in which an installation speaks for a user.
    /// - Throws: ``/DeviceMessages/DeviceError`` as ``checkRoot(_:)``; `.permission` also for one that nothing is known of.
    static func checkRoot(_ id: String, realm: UUID, _ rules: PingIDRules, in transaction: any ReadTransaction) throws {
        if let known = try find(id, realm: realm, in: transaction) { return try known.checkRoot(rules) }
        if rules.requiresRootDetection { throw unreported }
    }

    private static let unreported = DeviceError(.permission, "the application needs root detection, and the app hasn't reported on it")

    /// - Throws: ``/DeviceMessages/DeviceError`` `.rooted`; `.permission` where root detection is wanted and isn't active.
    func checkRoot(_ rules: PingIDRules) throws(DeviceError) {
        switch verdict(rules) {
        case .permitted: return
        case .rooted: throw DeviceError(.rooted, "the device is rooted, which the application doesn't allow")
        case .inactive: throw Self.unreported
        }
    }
}

extension PingIDInstallation {
    private init(_ row: Row) throws {
        realm = try row.uuid("realm")
        installation = try row.text("installation")
        application = try row.text("application")
        capability = MFACapability(exactly: try row.text("capability")) ?? .automatic
        isRootDetectionActive = try row.bool("root_active")
        isRooted = try row.optionalBool("rooted")
        accessed = try row.date("accessed")
    }

    static func find(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> PingIDInstallation? {
        try transaction.row("SELECT * FROM pingid_installations WHERE realm = ?1 AND installation = ?2", realm, id, keeping: .changed).map(
            PingIDInstallation.init)
    }

    func save(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pingid_installations (realm, installation, application, capability, root_active, rooted, accessed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (realm, installation) DO UPDATE SET capability = ?4, root_active = ?5, rooted = ?6, accessed = ?7
            """, realm, installation, application, capability.rawValue, isRootDetectionActive, isRooted, accessed)
    }

    /// Removes installations that are no user's any more, with what is kept of them. Nothing depends on when this runs.
    private static func forget(before now: Date, by erasure: Erasure, in transaction: any WriteTransaction) throws {
        let untrusted = try transaction.rows(
            """
            SELECT realm, installation FROM pingid_installations p WHERE accessed < ?1
                AND NOT EXISTS (SELECT 1 FROM pingid_trust t WHERE t.realm = p.realm AND t.installation = p.installation)
            LIMIT 1000
            """, now.addingTimeInterval(-kept))
        for row in untrusted {
            let (realm, id) = (try row.uuid("realm"), try row.text("installation"))
            if try Installations.isInUse(id, realm: realm, in: transaction) {
                // The question comes again after a day, behind those that haven't been asked about yet.
                try transaction.execute(
                    "UPDATE pingid_installations SET accessed = ?3 WHERE realm = ?1 AND installation = ?2", realm, id, now)
            } else {
                BuiltInPush.end(id, realm: realm, in: transaction)
                try erasure.erase(installation: id, realm: realm, in: transaction)
            }
        }
    }
}
