public import DeviceFoundation
import OAuthMessages
package import Primitives

extension OIDCClient {
    /// Tokens for the session that is kept on the device, or for those that central login left.
    ///
    /// Kept tokens are returned until they are about to expire. Then they are refreshed; if that is not possible, a new
    /// authorization is started with the session. Tokens of another session are revoked first.
    /// - Throws: ``OIDCError/Code/notAuthenticated`` when the user must sign in.
    public func tokens() async throws(OIDCError) -> TokenSet { try await renewed(.ifNeeded, session: try await currentSession()) }

    /// Does the same as ``tokens()``, for a session just obtained.
    /// - Throws: ``OIDCError`` when there are no tokens for the session and none can be had.
    public func tokens(for session: Session) async throws(OIDCError) -> TokenSet {
        try await renewed(.ifNeeded, session: session)
    }

    /// New tokens, even if those kept are still good.
    /// - Throws: ``OIDCError`` when no session is there, or the server refuses.
    public func refresh() async throws(OIDCError) -> TokenSet { try await renewed(.always, session: try await currentSession()) }

    /// New tokens for a refresh token of the caller's; nothing is kept. An ID token that comes with them is verified.
    package func tokens(refreshing token: Secret) async throws(OIDCError) -> TokenSet {
        let response = try await endpoint.refresh(token)
        var tokens = TokenSet(response, at: device.time.now)
        if let idToken = response.idToken { tokens.subject = try await idTokens.verify(idToken, beside: response.accessToken) }
        tokens.refreshToken = tokens.refreshToken ?? token
        return tokens
    }

    /// The kept tokens as they are, fresh or not; nil when they belong to another session than the one on the device.
    public var storedTokens: TokenSet? {
        get async throws(OIDCError) {
            guard let kept = try await keeper.current() else { return nil }
            return kept.belong(to: try await currentSession()) ? kept : nil
        }
    }

    /// Forgets and revokes the tokens of an earlier session, when there are some.
    package func dropOrphans(of session: Session) async throws(OIDCError) { _ = try await ours(session) }

    private func currentSession() async throws(OIDCError) -> Session? {
        do { return try await sessions.current() } catch { throw OIDCError(error) }
    }
}

/// A renewal under way, and what for.
struct Renewal: Sendable {
    enum Need: Sendable { case ifNeeded, always }

    let need: Need
    let session: Session?
    let task: Task<Result<TokenSet, OIDCError>, Never>
}

extension OIDCClient {
    /// Joins the renewal under way if it is the same, waits for it if it is another, or begins one: there is one at a time,
    /// so that no refresh token is sent twice.
    private func renewed(_ need: Renewal.Need, session: Session?) async throws(OIDCError) -> TokenSet {
        while let renewal {
            let result = await renewal.task.value
            if renewal.need == need, renewal.session == session { return try result.get() }
        }
        let task = Task.shared { await self.renewing(need, session) }
        renewal = Renewal(need: need, session: session, task: task)
        return try await task.value.get()
    }

    private func renewing(_ need: Renewal.Need, _ session: Session?) async -> Result<TokenSet, OIDCError> {
        defer { renewal = nil }
        do { return .success(try await renew(need, session)) } catch { return .failure(error) }
    }

    private func renew(_ need: Renewal.Need, _ session: Session?) async throws(OIDCError) -> TokenSet {
        let kept = try await ours(session)
        let isRenewal = kept != nil
        if let kept, need == .ifNeeded, kept.isFresh(at: device.time.now, threshold: threshold) { return kept }
        if let kept, let refreshed = try await refreshed(kept) { return refreshed }
        if let session, session.token != nil { return try await authorized(with: session, isRenewal: isRenewal) }
        // Nothing to renew them with, but still good for a moment.
        if let kept, need == .ifNeeded, !kept.isExpired(at: device.time.now) { return kept }
        try await keeper.forget()
        throw OIDCError(.notAuthenticated, "there are no tokens that can be used, and no session to get new ones with")
    }

    /// The kept tokens, if they are of this session. Those of another one are orphans: revoked and forgotten.
    private func ours(_ session: Session?) async throws(OIDCError) -> TokenSet? {
        guard let kept = try await keeper.current() else { return nil }
        if kept.belong(to: session) { return kept }
        device.log(.info, "the tokens belong to another session; they are revoked")
        try await keeper.forget()
        do { try await endpoint.revoke(kept) } catch { device.log(.warning, "orphaned tokens could not be revoked: \(error)") }
        return nil
    }

    /// Refreshed tokens; nil when there is no refresh token or the server does not take it.
    private func refreshed(_ kept: TokenSet) async throws(OIDCError) -> TokenSet? {
        guard let token = kept.refreshToken else { return nil }
        do {
            let response = try await endpoint.refresh(token)
            if let idToken = response.idToken {
                _ = try await idTokens.verify(idToken, subject: kept.subject, beside: response.accessToken)
            }
            let renewed = kept.replaced(by: response, at: device.time.now)
            try await keeper.keep(renewed)
            return renewed
        } catch {
            guard error.refusal?.code == .invalidGrant else { throw error }
        }
        // Another process may have spent the refresh token, and kept what it got.
        if let other = try await keeper.current(), other.refreshToken != token { return other }
        device.log(.info, "the refresh token is not valid any more")
        try await keeper.forget()
        return nil
    }
}
