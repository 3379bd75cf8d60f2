import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Sessions
import Directory
import Foundations
import MultiFactor

extension Authorization {
    /// Issues a code, or asks for a sign-in or for consent, or refuses.
    func decide(_ request: CheckedRequest, _ facts: DecisionFacts) async throws -> AuthorizationOutcome {
        let keys = try await keys.keys(of: facts.realm.id)
        let now = time.now
        let demands = Demands(facts, expecting: try Self.expectedUser(facts, keys, request.issuer), at: now)
        let marker = SignInMarker(
            facts.content.marker, client: request.application.id, realm: facts.realm.id, keys: keys, at: now)
        if let session = facts.session, let waiver = Waiver(demands, marker, session) {
            if let outcome = try await consented(request, facts, session, waiver, keys) { return outcome }
        }
        // Asking again would end as before, for as long as the user has another account than the client expects.
        if let session = facts.session, demands.wantsOtherUser, let marker, marker.isMet(by: session) {
            throw OAuthError(.loginRequired, "Another user has signed in than the one that id_token_hint names.")
        }
        // A user who has just signed in as far as they could is told so: to send them round again would continue for ever.
        if demands.wantsRequirement, let session = facts.session, marker?.isMet(by: session) ?? false {
            throw OAuthError(.unmetAuthenticationRequirements, "the sign-in isn't one that the realm or the client requires")
        }
        return try await signIn(request, facts, demands, keys)
    }

    /// Asks for consent, or makes the answer that was asked for; nil when it can't be made after all. Whose decision came just after another
    /// one to the same question is asked anew, and not to sign in.
    private func consented(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, _ waiver: Waiver, _ keys: RealmKeys
    ) async throws -> AuthorizationOutcome? {
        for _ in 0..<2 {
            let consent = try await consent(request, facts, session, keys)
            if case .asked(let question) = consent {
                if let uri = facts.pushedURI { try await pushed.hold(uri, realm: facts.realm.id) }
                return .consent(question)
            }
            if let answer = try await answer(request, facts, session, waiver, consent, keys) { return answer }
            guard case .answered = consent, try await sessions.session(handle: session.handle, in: facts.realm.id) != nil else {
                return nil
            }
        }
        return nil
    }

    /// Makes the answer that was asked for, in a session that meets the request; nil when a code can't be issued after all.
    private func answer(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, _ waiver: Waiver, _ consent: ConsentStanding,
        _ keys: RealmKeys
    ) async throws -> AuthorizationOutcome? {
        let decision: ConsentDecision? = if case .answered(let decision) = consent { decision } else { nil }
        if let decision, !decision.answer.isGiven {
            let refusal = request.failure(Self.consentRefused)
            return try await record(decision, leadingTo: refusal, request, facts, session) ? .redirect(refusal) : nil
        }
        guard facts.content.responseType != .code else { return try await issue(request, facts, session, waiver, decision, keys) }
        let confirmation = try confirmation(request, facts, session, keys)
        guard let decision, case .redirect(let location) = confirmation else { return confirmation }
        return try await record(decision, leadingTo: location, request, facts, session) ? confirmation : nil
    }

    /// The answer to a request that only asks for a session.
    private func confirmation(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, _ keys: RealmKeys
    ) throws -> AuthorizationOutcome {
        let state = sessionState(request, facts)
        switch facts.content.responseType {
        case .code, .none: return request.confirmation(state: state)
        case .idToken:
            let statement = IDTokens.Statement(
                issuer: request.issuer.name, user: session.user, session: session.handle, authenticated: session.created,
                contextClass: ContextClass.met(by: session, facts), nonce: facts.content.request.nonce)
            return request.confirmation(
                idToken: try IDTokens.issue(statement, to: request.application, in: facts.realm, keys: keys, at: time.now), state: state)
        }
    }

    /// The value that the client's pages compare with the browser's state; only for OpenID Connect (Session Management 1.0 §2).
    private func sessionState(_ request: CheckedRequest, _ facts: DecisionFacts) -> String? {
        guard facts.content.scope.contains(Scope.openID) else { return nil }
        return facts.browser?.sessionState(
            client: request.application.id, redirectURI: request.redirectURI, salt: random.token(12))
    }

    /// The error where the user would have to sign in but must not be asked: one without the session of the user that is expected, or with
    /// one that is too old; another where a further journey is wanted (Core §3.1.2.6, `docs/protocols/step-protocol.md` 4.1).
    private static func silentRefusal(_ facts: DecisionFacts, _ demands: Demands) -> OAuthError {
        if let session = facts.session, !demands.wantsOtherUser, demands.wantsPolicy || ContextClass.isMissing(session, facts) {
            return facts.silence.interaction
        }
        return facts.silence.signIn
    }

    /// The user that `id_token_hint` names; nil when there is none.
    /// - Throws: `invalid_request` for one that the realm hasn't signed: whom the client expects can't be known, so no sign-in would do.
    private static func expectedUser(_ facts: DecisionFacts, _ keys: RealmKeys, _ issuer: Issuer) throws -> UUID? {
        guard let text = facts.content.request.idTokenHint else { return nil }
        guard let hint = IDTokenHint(text, keys: keys, issuer: issuer) else {
            throw OAuthError(.invalidRequest, "id_token_hint is not an ID token of this realm")
        }
        return hint.user
    }

    private func signIn(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ demands: Demands, _ keys: RealmKeys
    ) async throws -> AuthorizationOutcome {
        guard !facts.content.prompt.isForbidden else { throw Self.silentRefusal(facts, demands) }
        let marker = try SignInMarker(asked: time.now, client: request.application.id, realm: facts.realm.id, keys: keys)
        if let uri = facts.pushedURI { try await pushed.hold(uri, realm: facts.realm.id) }
        var form = FormBody(facts.form.withoutConsent.parameters.filter { $0.name != SignInMarker.parameter }.map { ($0.name, $0.value) })
        form.append(SignInMarker.parameter, marker.text)
        return .signIn(
            SignInDemand(
                journey: facts.registration ?? demands.journey, isFlow: request.isFlow,
                isForced: facts.session != nil || facts.content.prompt.asksForLogin,
                loginHint: facts.content.request.loginHint, uiLocales: facts.content.request.uiLocales, request: form))
    }

    /// Issues a code in one transaction with all that may be used only once; nil when one of these has been used, or the session
    /// ended meanwhile.
    private func issue(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, _ waiver: Waiver, _ decision: ConsentDecision?,
        _ keys: RealmKeys
    ) async throws -> AuthorizationOutcome? {
        let now = time.now
        let grant = grant(request, facts, session, at: now)
        try await quotas.require(.code, by: session.user, with: grant.application, in: facts.realm)
        let code = try GrantToken(grant.id, generation: 0).text(realm: grant.realm, keys: keys, at: now)
        let answer = request.success(code, in: session, state: sessionState(request, facts))
        let issued = try await database.write { [self] transaction in
            guard try SessionRegistry.living(handle: session.handle, realm: grant.realm, at: now, in: transaction) != nil else {
                return false
            }
            if let marker = waiver.marker {
                let isFirst = try SpentOnce.spend(
                    marker.id, .signInMarker, realm: grant.realm, expires: marker.expires, in: transaction)
                guard isFirst else { return false }
            }
            if let uri = facts.pushedURI {
                guard try PushedRequests.spend(uri, realm: grant.realm, in: transaction) else {
                    throw OAuthError(.invalidRequestURI, "the request_uri has been used")
                }
            }
            // The last of what may be in the way: once it is recorded there is a code.
            if let decision, case .redirect(let location) = answer {
                guard try record(decision, leadingTo: location, granting: grant.id, request, facts, session, in: transaction) else {
                    return false
                }
            }
            var grant = grant
            if let payload = facts.payload { grant.payload = try MobilePayloads.grant(payload, to: grant, at: now, in: transaction) }
            try Grants.insert(grant, in: transaction)
            if quotas.isLookDue(.code, by: grant.user, with: grant.application, in: facts.realm) {
                _ = try Grants.trim(
                    to: facts.realm.settings[BoundsSettings.self].grantsPerUserAndApplication, like: grant, areCodes: true, in: transaction)
            }
            return true
        }
        return issued ? answer : nil
    }

    private func grant(_ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, at now: Date) -> Grant {
        let ends = now.addingTimeInterval(TimeInterval(facts.realm.settings[AuthorizationSettings.self].codeLifetime))
        return Grant(
            id: random.uuid(), realm: facts.realm.id, application: request.application.id, user: session.user,
            session: session.handle, issuer: request.issuer.name, scope: facts.content.scope,
            authenticated: session.created, contextClass: ContextClass.met(by: session, facts), nonce: facts.content.request.nonce,
            redirectURI: request.redirectURI, challenge: facts.content.challenge, created: now, generation: 0, expires: ends,
            ends: ends)
    }
}

/// The fact that nothing stands against issuing a code, and the marker that is spent for it, if one is.
private struct Waiver {
    let marker: SignInMarker?

    init?(_ demands: Demands, _ marker: SignInMarker?, _ session: UserSession) {
        if demands.areMet {
            self.marker = nil
        } else {
            // A sign-in since we asked for one meets every demand but those for another user and for a policy.
            guard let marker, marker.isMet(by: session), !demands.wantsOtherUser, !demands.wantsPolicy, !demands.wantsRequirement else {
                return nil
            }
            self.marker = marker
        }
    }
}
