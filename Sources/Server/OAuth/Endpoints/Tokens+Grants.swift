import DeviceMessages
import Foundation
import OAuthMessages
import Primitives
import Store
import Sessions
import Directory
import Foundations
import MultiFactor

extension Tokens {
    /// Tokens for an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5). The verifier is required, as every code has a challenge.
    ///
    /// Which parameters a code needs depends on how it was asked for. A request that lacks one of these is well formed, but doesn't fit
    /// its grant: `invalid_grant` (RFC 7636 §4.6, RFC 6749 §5.2), as for a wrong one, so that an answer doesn't tell which it was.
    func exchangeCode(_ call: CallContext) async throws -> TokenResponse {
        let token = try credential("code", of: call)
        let (redirectURI, verifier) = (try call.form.given("redirect_uri"), try call.form.given("code_verifier") ?? "")
        guard token.isCode else { throw Self.invalidGrant }
        let refreshes = call.application.settings.grantTypes.contains(.refreshToken)
        let ends = call.grantEnd(refreshing: refreshes)
        let (grant, response) = try await spend(token, call, event: .tokenIssued, replay: .codeReplayed) { grant in
            // A flow may have had no redirect URI, and then the code has none.
            guard grant.redirectURI == redirectURI ?? CheckedRequest.redirectless, PKCE.verify(verifier, against: grant.challenge) else {
                return nil
            }
            return (call.refreshExpiry(within: ends), ends)
        } answering: { [self] grant in
            // A device that may be paired is asked about first.
            grant.payload == nil ? try answer(call, grant, scope: grant.scope, refreshing: refreshes) : nil
        }
        if let response { return response }
        let pairing = grant.scope.contains(Scope.openID) ? try await payloads.claim(for: grant, in: call.realm) : nil
        return try answer(call, grant, scope: grant.scope, refreshing: refreshes, pairing: pairing)
    }

    /// Tokens for a refresh token (RFC 6749 §6), which is used up: the answer has the next.
    func refresh(_ call: CallContext) async throws -> TokenResponse {
        let token = try credential("refresh_token", of: call)
        let asked = try call.form.value("scope").map { text throws(OAuthError) in try Scope(parsing: text) }
        guard !token.isCode else { throw Self.invalidGrant }
        let (_, response) = try await spend(
            token, call, event: .tokenRefreshed, replay: .refreshReplayed, repeating: try question(token, asked, call)
        ) { grant in
            if let asked, !asked.isSubset(of: grant.scope) {
                throw OAuthError(.invalidScope, "a refresh can't widen the scope")
            }
            return (call.refreshExpiry(within: grant.ends), grant.ends)
        } answering: { [self] grant in
            let scope = asked.flatMap { $0.isEmpty ? nil : $0 } ?? grant.scope
            return try answer(call, grant, scope: scope, refreshing: true)
        }
        guard let response else { throw Self.invalidGrant }
        return response
    }

    /// The request as one whose answer is kept; nil unless the client's setting asks for that.
    private func question(_ token: GrantToken, _ scope: Scope?, _ call: CallContext) throws -> SpentAnswers.Question? {
        guard let grace = call.application.settings.refreshGrace, grace > 0 else { return nil }
        return SpentAnswers.Question(
            token: token, text: Secret(try call.form.required("refresh_token")), scope: scope.flatMap { $0.isEmpty ? nil : $0 },
            grace: TimeInterval(grace))
    }

    private func credential(_ parameter: String, of call: CallContext) throws -> GrantToken {
        let text = try call.form.required(parameter)
        guard let token = GrantToken(text, realm: call.realm.id, keys: call.keys, at: call.now) else { throw Self.invalidGrant }
        return token
    }

    /// Uses a credential up, in one transaction with its audit event.
    ///
    /// Of concurrent redemptions one succeeds; every other, now or later, counts as reuse and revokes the grant with all that was issued
    /// under it: the first user of the credential can't be known (RFC 9700 §4.14.2,
    /// docs/decisions/0008-no-grace-for-spent-tokens.md). Only a client that is set so gets the answer of the first use again for a moment.
    ///
    /// - Parameters:
    ///   - repeating: the request, where its answer is kept; nil where none is.
    ///   - check: checks the other conditions, and says when the next credential and the grant expire; nil refuses and changes nothing.
    ///   - answering: makes the answer for the grant as it is then, while the disk is waited for: signatures are a fifth of the work.
    private func spend(
        _ token: GrantToken, _ call: CallContext, event: AuditEvent.Kind, replay: AuditEvent.Kind, repeating: SpentAnswers.Question? = nil,
        check: @escaping @Sendable (Grant) throws -> (expires: Date, ends: Date)?,
        answering: @escaping @Sendable (Grant) throws -> TokenResponse?
    ) async throws -> (grant: Grant, response: TokenResponse?) {
        try await quotas.permitting(.refresh, with: call.application.id, in: call.realm) { permit in
            try await database.write { [self] transaction -> Spending in
                let grant = try Grants.living(token.grant, realm: call.realm.id, at: call.now, in: transaction)
                guard let grant, grant.application == call.application.id else { return .refused(Self.invalidGrant) }
                guard grant.generation == token.generation else { return try reused(grant, call, replay, repeating, in: transaction) }
                guard call.now < grant.expires, let next = try check(grant) else { return .refused(Self.invalidGrant) }
                // Refused before anything is spent or written: the same token is good again when the minute is over.
                if !token.isCode { try permit.take(by: grant.user) }
                guard try Grants.advance(grant, expires: next.expires, ends: next.ends, in: transaction) else {
                    // Another redemption came in between, where the database lets it.
                    guard let grant = try Grants.living(token.grant, realm: call.realm.id, at: call.now, in: transaction) else {
                        return .refused(Self.invalidGrant)
                    }
                    return try reused(grant, call, replay, repeating, in: transaction)
                }
                try audit.append(call.event(event, of: grant), in: transaction)
                if token.isCode { try trim(like: grant, call, in: transaction) }
                let advanced = grant.advanced(expires: next.expires, ends: next.ends)
                guard let repeating, let answer = try answering(advanced) else { return .spent(advanced, nil) }
                try SpentAnswers.keep(
                    answer, to: repeating, of: grant, at: call.now, sealedBy: spentAnswers, random: random, in: transaction)
                return .spent(advanced, answer)
            } preparing: { spending in
                switch spending {
                case .spent(let grant, let answer): return (grant, try answer ?? answering(grant))
                case .repeated(let grant, let answer):
                    permit.count(by: grant.user)
                    return (grant, answer)
                case .refused(let error): throw error
                }
            }
        }
    }

    /// Gives the answer of the first use of a credential again, where that is kept; else revokes the grant.
    private func reused(
        _ grant: Grant, _ call: CallContext, _ replay: AuditEvent.Kind, _ repeating: SpentAnswers.Question?,
        in transaction: any WriteTransaction
    ) throws -> Spending {
        if let repeating,
            let answer = try SpentAnswers.answer(to: repeating, of: grant, at: call.now, openedBy: spentAnswers, in: transaction)
        {
            try audit.append(call.event(.refreshRepeated, of: grant), in: transaction)
            return .repeated(grant, answer)
        }
        try Grants.revoke(grant.id, realm: grant.realm, in: transaction)
        try audit.append(call.event(replay, .failure, of: grant), in: transaction)
        return .refused(Self.invalidGrant)
    }

    /// Ends the oldest of a user's grants at an application when a code that is redeemed makes one too many.
    private func trim(like grant: Grant, _ call: CallContext, in transaction: any WriteTransaction) throws {
        guard quotas.isLookDue(.refresh, by: grant.user, with: grant.application, in: call.realm) else { return }
        let most = call.realm.settings[BoundsSettings.self].grantsPerUserAndApplication
        for id in try Grants.trim(to: most, like: grant, areCodes: false, in: transaction) {
            var event = call.event(.grantDisplaced, of: grant)
            event.reason = "the user has more than \(most) grants at the application"
            event.details["grant"] = .string(id.text)
            try audit.append(event, in: transaction)
        }
    }

    /// Signs what the answer holds; outside the body of the transaction, where it keeps no writer waiting.
    private func answer(
        _ call: CallContext, _ grant: Grant, scope: Scope, refreshing: Bool, pairing: DevicePairingClaim? = nil
    ) throws -> TokenResponse {
        let issuer = Issuer(name: grant.issuer)
        let order = AccessTokens.Order(
            issuer: issuer, application: call.application, user: grant.user, scope: scope, grant: grant.id, ends: grant.ends)
        let access = try accessTokens.issue(order, in: call.realm, keys: call.keys, at: call.now)
        let next = GrantToken(grant.id, generation: grant.generation)
        let refresh = refreshing ? try next.text(realm: grant.realm, keys: call.keys, at: call.now) : nil
        let id =
            scope.contains(Scope.openID)
            ? try IDTokens.issue(
                IDTokens.Statement(grant), to: call.application, beside: access.text, pairing: pairing, in: call.realm, keys: call.keys,
                at: call.now) : nil
        return TokenResponse(
            accessToken: Secret(access.text), expiresIn: access.token.life(at: call.now), refreshToken: refresh.map { Secret($0) },
            idToken: id, scope: scope.description)
    }

    /// A token for the client itself (RFC 6749 §4.4). Nothing is written: the token is checked by its signature, and it can be
    /// revoked by its id.
    func clientCredentials(_ call: CallContext) throws -> TokenResponse {
        let scope = try call.application.settings.scope(requested: try call.form.value("scope"))
        guard !scope.contains(Scope.openID) else {
            throw OAuthError(.invalidScope, "openid asks who a user is, and there is no user in this grant")
        }
        let order = AccessTokens.Order(issuer: call.request.issuer, application: call.application, scope: scope)
        let access = try accessTokens.issue(order, in: call.realm, keys: call.keys, at: call.now)
        return TokenResponse(
            accessToken: Secret(access.text), expiresIn: access.token.life(at: call.now), scope: scope.description)
    }
}

extension Grant {
    fileprivate func advanced(expires: Date, ends: Date) -> Grant {
        var next = self
        next.generation += 1
        next.expires = expires
        next.ends = ends
        return next
    }
}

extension Tokens.CallContext {
    /// Computes when a grant made now ends: with its last refresh token, or with its one access token.
    fileprivate func grantEnd(refreshing: Bool) -> Date {
        let lifetimes = realm.lifetimes(for: application)
        return now.addingTimeInterval(TimeInterval(refreshing ? lifetimes.grant : lifetimes.accessToken))
    }
}

extension AccessToken {
    /// Whole seconds that it still lives.
    fileprivate func life(at now: Date) -> Int { Int(expires.timeIntervalSince(now)) }
}
