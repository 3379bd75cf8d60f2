import Foundation
import Primitives
import ResourceMessages
package import Store
package import Foundations
import Directory

/// An event that owners are told of by mail when it happens to their account, whichever user or client did it.
///
/// An event that is written into the audit log leaves a line here, in the same transaction: so no route, command or journey can change such a
/// thing without telling the owner.
package enum AccountNotice: String, CaseIterable, AuditListener {
    case password, mail, name, factorAdded, factorRemoved

    /// The table `account_notices`; rows go with their realm or user. Hears of events of the audit log.
    package static let feature = Feature(
        history: [SchemaStep(29, "recovery addresses", place: 1, tables)],
        tables: [
            .owned(
                "account_notices",
                filled: .byStrangers(.init(by: .account(rows: 40), bytes: 512, renewals: .none, lifetime: .seconds(86_400))),
                by: .user("user_id"))
        ],
        listener: AccountNotice.self)

    private static let tables: [SQL] = [
        """
        CREATE TABLE account_notices (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, address TEXT NOT NULL, kind TEXT NOT NULL, noted BIGINT NOT NULL,
            PRIMARY KEY (realm, user_id, address, kind))
        """,
        "CREATE INDEX account_notices_kind ON account_notices (kind, noted)",
    ]

    /// The number of lines that an account may have: a user who changes an address again and again fills no table.
    private static let most = 40

    /// Returns the notices as which an event is to be told.
    static func notices(of event: AuditEvent) -> [AccountNotice] {
        guard event.outcome == .success else { return [] }
        switch event.kind {
        case .passwordChanged: return [.password]
        case .deviceAdded, .devicePaired: return [.factorAdded]
        case .deviceRemoved: return [.factorRemoved]
        case .userChanged: return notices(ofChange: event.details)
        default: return []
        }
    }

    private static func notices(ofChange details: JSONObject) -> [AccountNotice] {
        switch details["change"]?.string {
        case "attributes":
            let names = details["attributes"]?.strings ?? []
            return [(User.mail, Self.mail), ("userName", .name)].filter { names.contains($0.0) }.map(\.1)
        case "security questions": return [.password]
        case "MFA disabled", "MFA bypass": return [.factorRemoved]
        default: return []
        }
    }

    /// Keeps what an event has to be told, for the addresses that are told it.
    package static func note(_ event: AuditEvent, in transaction: any WriteTransaction) throws {
        let notices = notices(of: event)
        guard !notices.isEmpty, let id = event.user.flatMap(UUID.init(text:)),
            let realm = try Realms.id(at: event.realm, in: transaction),
            let user = try Users.user(id, realm: realm, in: transaction)
        else { return }
        for notice in notices {
            for address in addresses(of: user, notice, event) { try keep(notice, address, user, event.time, transaction) }
        }
    }

    /// Returns the addresses to be told: of a change of the address, the old one and the new; of anything else the one that is known to be
    /// the owner's.
    private static func addresses(of user: User, _ notice: AccountNotice, _ event: AuditEvent) -> [String] {
        var seen: Set<String> = []
        let told = notice == .mail ? [user.recoveryMail, event.formerMail, user.attribute(User.mail)] : [user.recoveryMail]
        return told.compactMap(\.self).filter { seen.insert(QueryFilter.folded($0)).inserted }
    }

    private static func keep(
        _ notice: AccountNotice, _ address: String, _ user: User, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        try transaction.hold(HeldName("account notices", user.realm, user.id))
        try transaction.execute(
            """
            INSERT INTO account_notices (realm, user_id, address, kind, noted)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT COUNT(*) FROM account_notices WHERE realm = ?1 AND user_id = ?2) < ?6
            ON CONFLICT (realm, user_id, address, kind) DO NOTHING
            """, user.realm, user.id, address, notice.rawValue, now, Int64(most))
    }
}
