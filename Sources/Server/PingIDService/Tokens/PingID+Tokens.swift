package import DeviceMessages
package import Foundation
package import PingIDMessages
package import Primitives
import Store
import DeviceRegistry
package import Directory
import Foundations

// MARK: - The customer's server

extension PingID {
    /// A new token with its text, returned to the customer's server once.
    package struct MadeToken: Sendable {
        package let token: AuthenticationToken
        /// The token's text, which the QR code shows.
        package let text: Secret
    }

    /// Makes a token for a browser to show.
    package func makeToken(
        for application: String, selection: AuthenticationToken.Selection, needsApproval: Bool, verifiesPush: Bool, context: String?,
        in realm: Realm
    ) async throws -> MadeToken {
        _ = try await rules(of: application, in: realm)
        let token = AuthenticationToken(
            id: random.uuid(), realm: realm.id, application: application, selection: selection, needsApproval: needsApproval,
            verifiesPush: verifiesPush, context: context, created: time.now)
        // Named, so that a phone of another account is told so.
        let text = Secret(realm.id.text + Self.separator + random.token(24))
        let hash = tokenHashes[realm.id].hash(text)
        try await database.write { try token.insert(hash: hash, in: $0) }
        return MadeToken(token: token, text: text)
    }

    /// A token as it stands, with the users that may be chosen where they are chosen in the browser.
    package struct TokenStanding: Sendable {
        package let token: AuthenticationToken
        /// nil until the token is claimed.
        package let status: TokenStatus?
        /// The users to choose from in the browser; empty where there is no choice.
        package let users: [TokenUser]
        /// The user who signs on, once the token is claimed for good.
        package let username: String?
    }

    /// A token as it stands; nil for one that is unknown, or that ended its half hour.
    package func token(_ id: UUID, of application: String, in realm: Realm) async throws -> TokenStanding? {
        let now = time.now
        return try await database.read { transaction in
            guard let token = try AuthenticationToken.find(id, realm: realm.id, at: now, in: transaction),
                token.application == application
            else { return nil }
            return try Self.standing(of: token, at: now, in: transaction)
        }
    }

    /// Takes the user's choice in the browser.
    /// - Throws: `unknownResource`; `conflict` when none is awaited there; `invalid` for a user that isn't the phone's, or is suspended.
    package func choose(
        _ reference: UserReference, for id: UUID, of application: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> TokenStanding {
        try await change(id, of: application, in: realm, issuer: issuer) { [self] token, maker, pushes, now, transaction in
            guard token.status(at: now) == .webUserSelection else { throw DomainError(.conflict, "no choice in the browser is awaited") }
            do {
                try settle(try Self.chosen(reference, of: token, at: now, in: transaction), &token)
                try go(on: &token, maker, &pushes, at: now, in: transaction)
            } catch let error as DeviceError { throw DomainError(.invalid, error.message) }
        }
    }

    /// Takes a token back. One that is over stays as it is.
    /// - Throws: `unknownResource`.
    package func cancelToken(
        _ id: UUID, of application: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> TokenStanding {
        try await change(id, of: application, in: realm, issuer: issuer) { token, _, _, now, _ in
            if token.isOpen(at: now) { token.stored = .canceled }
        }
    }

    private func change(
        _ id: UUID, of application: String, in realm: Realm, issuer: DeviceIssuer,
        _ body:
            @escaping @Sendable (
                inout AuthenticationToken, PushMaker, inout [PendingPush], Date, any WriteTransaction
            ) throws -> Void
    ) async throws -> TokenStanding {
        let (now, maker) = (time.now, try await pushMaker(for: application, in: realm, issuer: issuer))
        let (standing, pushes) = try await database.write { transaction -> (TokenStanding, [PendingPush]) in
            guard var token = try AuthenticationToken.find(id, realm: realm.id, at: now, in: transaction),
                token.application == application
            else { throw DomainError(.unknownResource, "no authentication token \(id.text) that can still be read") }
            var pushes: [PendingPush] = []
            try body(&token, maker, &pushes, now, transaction)
            guard try token.update(in: transaction) else { throw DomainError(.conflict, "the token was changed meanwhile") }
            return (try Self.standing(of: token, at: now, in: transaction), pushes)
        }
        send(pushes)
        return standing
    }

    private static func standing(
        of token: AuthenticationToken, at now: Date, in transaction: any ReadTransaction
    ) throws -> TokenStanding {
        let status = token.status(at: now)
        let isDone = status == .claimed || status == .claimedAndPushFailed || status == .claimedAndPushless
        return TokenStanding(
            token: token, status: status,
            users: status == .webUserSelection ? try users(of: token, at: now, in: transaction).map(\.json) : [],
            username: isDone
                ? try token.user.flatMap { try Users.user($0, realm: token.realm, in: transaction)?.username } : nil)
    }
}

// MARK: - The device

extension PingID {
    /// The text between a token's account and its secret.
    private static let separator = "."

    /// Claims a token for an installation. Of several that claim at once, one wins; it may claim again.
    func claim(
        _ claim: TokenClaim, _ context: ExchangeContext, _ pushes: inout [PendingPush], in transaction: any WriteTransaction
    ) throws -> TokenReport {
        let parts = claim.token.reveal().split(separator: Self.separator, maxSplits: 1)
        let account = parts.count > 1 ? UUID(text: String(parts[0])) : nil
        guard account == nil || account == context.realm.id else {
            throw DeviceError(.tokenAccount, "the token is another account's")
        }
        let hashes = tokenHashes[context.realm.id].hashes(claim.token)
        guard var token = try AuthenticationToken.find(hashes: hashes, realm: context.realm.id, in: transaction),
            context.now < token.expires
        else { throw DeviceError(.token, "no authentication token of this text is good") }
        guard token.application == context.application else { throw DeviceError(.tokenApplication, "the token is another application's") }
        try PingIDInstallation.checkRoot(context.sender.id, realm: context.realm.id, context.rules, in: transaction)
        if token.installation == context.sender.id { return try told(token, context, in: transaction) }
        guard token.installation == nil, token.stored == nil else { throw DeviceError(.tokenUsed, "the token was claimed, or is over") }
        token.installation = context.sender.id
        let users = try Self.users(of: token, at: context.now, in: transaction)
        guard let first = users.first else { throw DeviceError(.userNotPaired, "no user of this device is known in the application") }
        if users.count == 1 {
            try settle(first, &token)
            try go(on: &token, context.maker, &pushes, at: context.now, in: transaction)
        } else if token.selection == .web {
            token.stored = .webUserSelection
        } else {
            token.stored = token.needsApproval ? .mobileUserSelectionAndApproval : .mobileUserSelection
        }
        guard try token.update(in: transaction) else { throw DeviceError(.tokenUsed, "the token was claimed meanwhile") }
        return try told(token, context, in: transaction)
    }

    /// Takes the choice of the phone's user.
    func chooseForToken(
        _ message: SessionSelection, _ context: ExchangeContext, _ pushes: inout [PendingPush], in transaction: any WriteTransaction
    ) throws -> TokenReport {
        var token = try token(message.session, context, in: transaction)
        guard let status = token.status(at: context.now), status.isAwaitedHere else {
            throw DeviceError(.tokenUsed, "the token awaits no choice on the phone")
        }
        try PingIDInstallation.checkRoot(context.sender.id, realm: context.realm.id, context.rules, in: transaction)
        switch message.selection.action {
        case .deny, .block: token.stored = .denied
        case .approve, nil:
            if status.listsUsers {
                guard let name = message.selection.username else {
                    throw DeviceError(.selectionMissing, "one of the users is to be chosen")
                }
                try settle(try Self.chosen(UserReference(name), of: token, at: context.now, in: transaction), &token)
            } else if let name = message.selection.username {
                let chosen = try Self.chosen(UserReference(name), of: token, at: context.now, in: transaction)
                guard chosen.id == token.user else { throw DeviceError(.userNotPaired, "the sign-on is another user's") }
            }
            // Approval is the choice itself, or an action where only that is asked for.
            guard message.selection.action == .approve || status == .mobileUserSelection else {
                throw DeviceError(.selectionMissing, "the sign-on is to be approved or denied")
            }
            token.isApproved = true
            try go(on: &token, context.maker, &pushes, at: context.now, in: transaction)
        }
        guard try token.update(in: transaction) else { throw DeviceError(.tokenUsed, "the token was decided meanwhile") }
        return try told(token, context, in: transaction)
    }

    func tokenReport(_ query: SessionQuery, _ context: ExchangeContext, in transaction: any ReadTransaction) throws -> TokenReport {
        try told(try token(query.session, context, in: transaction), context, in: transaction)
    }

    /// Takes the answer to a token's silent push; false when the session is no token's.
    func acknowledgeToken(
        _ message: SessionAcknowledgement, _ context: ExchangeContext, in transaction: any WriteTransaction
    ) throws -> Bool {
        guard let id = UUID(text: message.session),
            var token = try AuthenticationToken.find(id, realm: context.realm.id, at: context.now, in: transaction)
        else { return false }
        guard token.installation == context.sender.id else { throw DeviceError(.deviceMismatch, "the token is another device's") }
        guard let nonce = token.nonce, constantTimeEqual(Array(nonce.utf8), Array(message.nonce.utf8)) else {
            throw DeviceError(.replayed, "the nonce isn't this token's")
        }
        try PingIDInstallation.checkRoot(context.sender.id, realm: context.realm.id, context.rules, in: transaction)
        guard token.stored == .pendingPushVerification else { return true }
        guard token.status(at: context.now) == .pendingPushVerification else { throw DeviceError(.pushTimeout, "the push came too late") }
        token.stored = .claimed
        guard try token.update(in: transaction) else { throw Self.meanwhile }
        return true
    }

    private func token(_ session: String, _ context: ExchangeContext, in transaction: any ReadTransaction) throws -> AuthenticationToken {
        guard let id = UUID(text: session),
            let token = try AuthenticationToken.find(id, realm: context.realm.id, at: context.now, in: transaction),
            token.installation == context.sender.id
        else { throw DeviceError(.token, "there is no such session of this device") }
        return token
    }

    private func told(_ token: AuthenticationToken, _ context: ExchangeContext, in transaction: any ReadTransaction) throws -> TokenReport {
        guard let status = token.status(at: context.now) else { throw DeviceError(.token, "the token isn't claimed") }
        return TokenReport(
            session: token.id.text, status: status,
            users: status.listsUsers ? try Self.users(of: token, at: context.now, in: transaction).map(\.json) : [],
            clientContext: token.context, expires: token.expires)
    }

    // MARK: - Users

    /// A user of the phone, and whether the user may sign on.
    private struct PhoneUser {
        let id: UUID
        let json: TokenUser
    }

    /// The users for whom the phone that claimed a token is trusted.
    private static func users(of token: AuthenticationToken, at now: Date, in transaction: any ReadTransaction) throws -> [PhoneUser] {
        guard let installation = token.installation else { return [] }
        return try TrustRecord.all(ofInstallation: installation, application: token.application, realm: token.realm, in: transaction)
            .compactMap { record in
                guard try TrustBook.device(of: record, at: now, in: transaction) != nil,
                    let member = try PingIDUsers.member(
                        record.user, of: token.application, realm: token.realm, in: transaction)
                else { return nil }
                let user = TokenUser(
                    username: member.user.username, firstName: member.user.attribute("givenName"), lastName: member.user.attribute("sn"),
                    status: member.maySignOn(at: now) ? .active : .suspended)
                return PhoneUser(id: record.user, json: user)
            }
    }

    private static func chosen(
        _ reference: UserReference, of token: AuthenticationToken, at now: Date, in transaction: any ReadTransaction
    ) throws -> PhoneUser {
        let users = try users(of: token, at: now, in: transaction)
        let meant = try Users.user(reference, realm: token.realm, in: transaction)
        guard let user = users.first(where: { $0.id == meant?.id }) else {
            throw DeviceError(.userNotPaired, "the user isn't one of this device's")
        }
        return user
    }

    private func settle(_ user: PhoneUser, _ token: inout AuthenticationToken) throws(DeviceError) {
        guard user.json.status == .active else { throw DeviceError(.userSuspended, "the user is suspended") }
        token.user = user.id
    }

    /// Continues with a token whose user is settled: approval, then the silent push, then the end.
    private func go(
        on token: inout AuthenticationToken, _ maker: PushMaker, _ pushes: inout [PendingPush], at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        guard token.isApproved || !token.needsApproval else {
            token.stored = .pendingUserApproval
            return
        }
        guard token.verifiesPush else {
            token.stored = .claimed
            return
        }
        guard let id = token.installation, let installation = try Installations.installation(id, realm: token.realm, in: transaction),
            installation.reachableAt != nil
        else {
            token.stored = .claimedAndPushless
            return
        }
        let (nonce, end) = (random.token(16), now.addingTimeInterval(AuthenticationToken.pushLifetime))
        (token.nonce, token.pushUntil, token.stored) = (nonce, end, .pendingPushVerification)
        pushes.append(
            try push(
                .silent, session: token.id.text, nonce: nonce, expires: end, device: nil, to: installation, application: token.application,
                by: maker, at: now, in: transaction))
    }
}
