package import Foundation
package import Primitives
package import Store
package import Messaging
package import Directory
package import Foundations

/// Gives users who have forgotten their password a new one, by a code that is sent to their recovery address
/// (`docs/protocols/platform.md` 2.1, [decision 60](../../../../../docs/decisions/0060-password-recovery-by-code.md)).
///
/// Neither an answer nor its time tells a stranger if there is a user of a name.
package struct PasswordRecovery: Sendable {
    /// The name of the template of its message; a realm without one sends the standard text.
    package static let template = "passwordRecovery"

    package let database: any Database
    package let users: Users
    package let accounts: Accounts
    package let attempts: Attempts
    package let templates: EmailTemplates
    package let mail: MailDelivery
    package let sealer: Sealer
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, users: Users, accounts: Accounts, attempts: Attempts, templates: EmailTemplates, mail: MailDelivery,
        sealer: Sealer, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.users = users
        self.accounts = accounts
        self.attempts = attempts
        self.templates = templates
        self.mail = mail
        self.sealer = sealer
        self.time = time
        self.random = random
    }

    /// Sends a code to the user of a name, for a caller who says that it is theirs.
    ///
    /// - Parameter asker: tells who asks about a user; nil for a name that no user has.
    /// - Throws: ``MessageError`` for what would fail for every user.
    package func begin(_ username: String, in realm: Realm, by asker: (UUID?) -> BudgetAsker) async throws {
        let user = try await users.user(named: username, in: realm.id).flatMap { mayRecover($0) ? $0 : nil }
        try await send(to: user, in: realm, by: asker(user?.id), isDiscreet: true)
    }

    /// Sends a code to a user, for an application that may change users.
    /// - Throws: ``MessageError``; `unknownUser`; `invalid` for a user who mustn't sign in, or has no password or no address.
    package func begin(_ id: UUID, in realm: Realm, by asker: BudgetAsker) async throws {
        guard let user = try await users.user(id, in: realm.id) else { throw Users.unknown(id) }
        guard mayRecover(user) else {
            throw DomainError(.invalid, "only an active user with a password and a mail address can recover the password")
        }
        try await send(to: user, in: realm, by: asker, isDiscreet: false)
    }

    /// Sets a new password by the code that was sent. Wrong ones are counted with the codes, and lock no way of signing in.
    ///
    /// - Parameter asker: tells who tries, as ``begin(_:in:by:)`` was told who asks.
    /// - Throws: ``PasswordRecoveryError``, always the same for what is wrong about user or code; `throttled`; ``PolicyViolation`` for a
    ///   password that breaks a policy, which a right code outlives.
    package func finish(_ username: String, code: Secret, password: Secret, in realm: Realm, by asker: (UUID?) -> BudgetAsker) async throws
    {
        let address = asker(nil).address
        let attempt = Attempts.Attempt(factor: nil, username: username, realm: realm, address: address)
        let verdict = try await attempts.make(attempt, success: .restores, spending: { _ in }) { user in
            try await isRight(code, of: user, by: asker(user?.id))
        }
        guard case .accepted(let user) = verdict else { throw PasswordRecoveryError() }
        let asked = accounts.asked(from: address)
        let failed = try await asked.failures(ofPassword: password, for: user, in: realm)
        guard failed.isEmpty else {
            throw PolicyViolation(properties: [PolicyViolation.Property(name: "password", failed: failed)])
        }
        let (hash, now) = (try await asked.hasher.hash(password, for: asked.asker(in: realm)), time.now)
        let finisher = asker(user.id)
        try await database.write { transaction in
            guard let user = try Users.user(user.id, realm: realm.id, in: transaction), user.maySignIn(at: now),
                try PasswordRecoveryCode.spend(
                    .init(code: code, user: user, asker: finisher, time: now), sealer, in: transaction)
            else { throw PasswordRecoveryError() }
            try accounts.setPassword(hash, of: user, in: realm, keeping: nil, by: nil, at: now, transaction)
        }
    }

    private func send(to user: User?, in realm: Realm, by asker: BudgetAsker, isDiscreet: Bool) async throws {
        let code = PasswordRecoveryCode(for: user, sealer, random: random)
        let template = try await templates.template(Self.template, in: realm.id) ?? EmailTemplate.standard(Self.template)
        let languages = [user?.attribute("preferredLanguage")].compactMap(\.self)
        let content = try template.content(["code": .string(code.text.reveal())], languages: languages)
        let lifetime = TimeInterval(realm.settings[JourneySettings.self].recoveryCodeLifetime)
        var order = MailOrder(
            content, to: try user?.recoveryMail.map { try MailAddress($0) }, in: realm, purpose: template.name, by: asker,
            isDiscreet: isDiscreet)
        order.lifetime = lifetime
        let (now, expires) = (time.now, time.now.addingTimeInterval(lifetime))
        // A code that is not sent mustn't put one aside that was; and a code of no user costs the same.
        try await mail.send(order) { transaction, isSent in
            guard let user, isSent else { return try PasswordRecoveryCode.forget(before: now, in: transaction) }
            try code.keep(for: user, by: asker, until: expires, in: transaction)
        }
    }

    /// Whether a code is right. A code that is no user's takes a transaction, too.
    private func isRight(_ code: Secret, of user: User?, by asker: BudgetAsker) async throws -> Bool {
        let now = time.now
        return try await database.write { transaction in
            guard let user else {
                try PasswordRecoveryCode.forget(before: now, in: transaction)
                return false
            }
            return try PasswordRecoveryCode.isRight(
                .init(code: code, user: user, asker: asker, time: now), sealer, in: transaction)
        }
    }

    private func mayRecover(_ user: User) -> Bool {
        user.maySignIn(at: time.now) && user.passwordHash != nil && user.recoveryMail.map { (try? MailAddress($0)) != nil } == true
    }
}

/// A recovery code that is wrong, too old or used, or isn't the user's, or whose user there isn't.
package struct PasswordRecoveryError: Error, Sendable, Equatable, CustomStringConvertible {
    package var description: String { "the recovery code is wrong, or it is no longer good; ask for another one" }
}
