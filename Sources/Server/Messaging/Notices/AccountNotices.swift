package import Foundation
package import Primitives
package import Store
package import Directory
import Foundations

/// Tells owners by mail what happened to their accounts.
///
/// All that happened since the last message goes into one, and none follows another within ten minutes: owners are not flooded, and nothing
/// is kept from them. A message says what was changed and when, and nothing that was typed.
package struct AccountNotices: Sendable {
    /// The template's name; a realm without one sends the standard text.
    package static let template = "accountChanged"
    /// The time that nothing more goes to an address after a message, or after an attempt that failed.
    package static let pause: TimeInterval = 600
    /// The time for which a message is tried that no mail server takes, in seconds.
    private static let longest: TimeInterval = 86_400
    private static let most = 100
    /// The line that says when an address was written to last.
    private static let tried = "tried"

    package let database: any Database
    package let realms: Realms
    package let users: Users
    package let templates: EmailTemplates
    package let mail: MailDelivery
    package let time: any TimeSource

    package init(database: any Database, realms: Realms, users: Users, templates: EmailTemplates, mail: MailDelivery, time: any TimeSource)
    {
        self.database = database
        self.realms = realms
        self.users = users
        self.templates = templates
        self.mail = mail
        self.time = time
    }

    /// One message.
    private struct Letter: Sendable {
        let realm: UUID
        let user: UUID
        let address: String
        let noted: Date
    }

    /// Sends what is due, unless another server does. One that can't be sent is tried again later, and keeps no other from being sent.
    package func deliver() async throws {
        guard try await database.leads(.notices) else { return }
        let now = time.now
        try await forget(before: now)
        for letter in try await due(at: now) {
            try await beginPause(letter, at: now)
            let kinds = try await kinds(of: letter)
            do { try await send(letter, kinds) } catch let error as MessageError where error.code != .notConfigured {
                guard now.timeIntervalSince(letter.noted) > Self.longest else { continue }
            } catch is MessageError {}
            try await remove(kinds, of: letter)
        }
    }

    private func due(at now: Date) async throws -> [Letter] {
        let ended = now.addingTimeInterval(-Self.pause)
        return try await database.read { transaction in
            try transaction.rows(
                """
                SELECT realm, user_id, address, MIN(noted) AS noted FROM account_notices AS n WHERE kind <> ?1 AND NOT EXISTS (
                    SELECT 1 FROM account_notices AS t WHERE t.realm = n.realm AND t.user_id = n.user_id AND t.address = n.address
                        AND t.kind = ?1 AND t.noted > ?2)
                GROUP BY realm, user_id, address ORDER BY MIN(noted) LIMIT ?3
                """, Self.tried, ended, Self.most
            ).map {
                Letter(
                    realm: try $0.uuid("realm"), user: try $0.uuid("user_id"), address: try $0.text("address"), noted: try $0.date("noted"))
            }
        }
    }

    private func kinds(of letter: Letter) async throws -> [AccountNotice] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT kind FROM account_notices WHERE realm = ?1 AND user_id = ?2 AND address = ?3", letter.realm, letter.user,
                letter.address
            ).compactMap { AccountNotice(exactly: try $0.text("kind")) }
        }
    }

    private func send(_ letter: Letter, _ kinds: [AccountNotice]) async throws {
        guard let realm = try? await realms.realm(id: letter.realm), let address = try? MailAddress(letter.address),
            let user = try await users.user(letter.user, in: realm.id), !kinds.isEmpty,
            let template = try await template(in: realm)
        else { return }
        var object: JSONObject = ["at": .string(letter.noted.formatted(.iso8601))]
        for kind in kinds { object[kind.rawValue] = true }
        let languages = [user.attribute("preferredLanguage")].compactMap(\.self)
        let content = try template.content(object, languages: languages)
        // Each account has a budget of its own to ask from: no requester's address is counted for it.
        try await mail.sendNow(
            MailOrder(content, to: address, in: realm, purpose: template.name, by: BudgetAsker(.server, at: "account \(user.id.text)")))
    }

    /// nil when the realm has switched it off.
    private func template(in realm: Realm) async throws -> EmailTemplate? {
        let template = try await templates.template(Self.template, in: realm.id)
        return try template.map { $0.isEnabled ? $0 : nil } ?? EmailTemplate.standard(Self.template)
    }

    private func beginPause(_ letter: Letter, at now: Date) async throws {
        try await database.write { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO account_notices (realm, user_id, address, kind, noted) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (realm, user_id, address, kind) DO UPDATE SET noted = ?5
                """, letter.realm, letter.user, letter.address, Self.tried, now)
        }
    }

    private func remove(_ kinds: [AccountNotice], of letter: Letter) async throws {
        try await database.write { transaction in
            for kind in kinds {
                _ = try transaction.execute(
                    "DELETE FROM account_notices WHERE realm = ?1 AND user_id = ?2 AND address = ?3 AND kind = ?4", letter.realm,
                    letter.user,
                    letter.address, kind.rawValue)
            }
        }
    }

    private func forget(before now: Date) async throws {
        try await database.write { transaction in
            // All realms: the sweep.
            _ = try transaction.execute(
                "DELETE FROM account_notices WHERE kind = ?1 AND noted < ?2", Self.tried, now.addingTimeInterval(-Self.pause))
        }
    }
}
