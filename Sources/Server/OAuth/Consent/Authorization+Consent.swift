import Foundation
import OAuthMessages
import Primitives
import Store
import Sessions
import SignIn
import Directory
import Foundations
import Store

/// The standing of the user's consent to a request.
enum ConsentStanding: Sendable {
    /// None is needed, or it was given before.
    case had
    /// The user has to be asked.
    case asked(AskedConsent)
    /// The user has just answered; the answer counts once it is recorded.
    case answered(ConsentDecision)
}

/// A user's answer to a question that this server asked.
struct ConsentDecision: Sendable {
    let answer: ConsentAnswer
    let ticket: ConsentTicket
    /// The request's claim to be the one by which the answer is taken: a browser that sends it twice, as on a double click, is sent to the
    /// same place twice.
    let claim: AnswerClaim
}

extension Authorization {
    /// Finds whether the client may have what it asks for.
    ///
    /// A client with implied consent needs no answer, also where it asks for the question. For any other the user must have agreed to its
    /// access, and to each scope, before or with this request; `prompt=consent` asks also who has agreed before (OpenID Connect Core §3.1.2.1, §3.1.2.4).
    ///
    /// - Throws: `consent_required` when the user can't be asked.
    func consent(
        _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession, _ keys: RealmKeys
    ) async throws -> ConsentStanding {
        let application = request.application
        guard !application.settings.impliedConsent else { return .had }
        let matter = ConsentTicket.Matter(facts.form, of: application, in: session)
        if let decision = try await decision(facts, about: matter, keys) { return .answered(decision) }
        // A refusal of a question that was answered before overrides the earlier yes. A request for no scope asks for something as well: who the user
        // is, which without a record wasn't agreed to.
        if !facts.content.prompt.asksForConsent, !facts.consent.isRefusal,
            let agreed = try await consents.scope(of: session.user, for: application), facts.content.scope.isSubset(of: agreed)
        {
            return .had
        }
        if case .impossible = facts.consent { throw Self.consentRequired }
        guard !facts.content.prompt.isForbidden, !request.isAnsweredDirectly else { throw Self.consentRequired }
        return .asked(
            AskedConsent(
                application: application, redirectURI: request.redirectURI, scope: facts.content.scope, session: session,
                ticket: try ConsentTicket(asked: time.now, about: matter, keys: keys, random: random).text,
                request: facts.form.withoutConsent))
    }

    private static let consentRequired = OAuthError(.consentRequired, "The request requires consent.")
    static let consentRefused = OAuthError(.accessDenied, "The user doesn't let the client have this.")

    /// The answer that came with the request; nil when there is none to this question, or it has been taken.
    private func decision(_ facts: DecisionFacts, about matter: ConsentTicket.Matter, _ keys: RealmKeys) async throws -> ConsentDecision? {
        guard case .answered(let answer) = facts.consent, let claim = facts.claim,
            let ticket = ConsentTicket(answer.ticket, about: matter, keys: keys, at: time.now)
        else { return nil }
        let isTaken = try await database.lookUp { try SpentOnce.isSpent(ticket.id, .consent, realm: facts.realm.id, in: $0) }
        return isTaken ? nil : ConsentDecision(answer: answer, ticket: ticket, claim: claim)
    }

    /// Records an answer by itself; false when another request has.
    func record(
        _ decision: ConsentDecision, leadingTo location: String, _ request: CheckedRequest, _ facts: DecisionFacts, _ session: UserSession
    )
        async throws -> Bool
    {
        try await database.write { [self] transaction in
            try record(decision, leadingTo: location, request, facts, session, in: transaction)
        }
    }

    /// Records an answer, in the transaction of its effect: spends the ticket, keeps what is to be remembered, and the place to which the
    /// browser goes.
    func record(
        _ decision: ConsentDecision, leadingTo location: String, granting grant: UUID? = nil, _ request: CheckedRequest,
        _ facts: DecisionFacts,
        _ session: UserSession, in transaction: any WriteTransaction
    ) throws -> Bool {
        let (answer, application, now, scope) = (decision.answer, request.application, time.now, facts.content.scope)
        let isFirst = try SpentOnce.spend(
            decision.ticket.id, .consent, realm: application.realm, expires: decision.ticket.expires, in: transaction)
        guard isFirst else { return false }
        if answer.isGiven, answer.isRemembered {
            try Consents.give(scope, of: session.user, to: application.id, realm: application.realm, at: now, in: transaction)
        }
        var event = AuditEvent(
            answer.isGiven ? .consentGiven : .consentRefused, at: now, realm: facts.realm.path.description, user: session.user.text,
            client: application.id, session: session.handle)
        event.details["scope"] = .string(scope.description)
        event.details["remembered"] = .bool(answer.isGiven && answer.isRemembered)
        try audit.append(event, in: transaction)
        try decision.claim.take(at: now, in: transaction)
        try decision.claim.keep(Secret(Repetition(location: location, grant: grant).text), at: now, in: transaction)
        return true
    }
}

extension Authorization {
    /// The claim of a request that brings an answer; nil for others.
    func claim(_ form: FormBody, _ token: Secret?, _ consent: ConsentMeans, in realm: Realm) -> AnswerClaim? {
        guard case .answered = consent, let token else { return nil }
        return AnswerClaim(
            Array("consent \(token.reveal()) \(form.encoded)".utf8), realm: realm.id, sealer, random: random)
    }

    /// Answers a request, or sends the browser where it was sent for the same answer a moment ago.
    ///
    /// That place is worth something only as long as the answer is: in a session that has ended since, or when the consent was withdrawn, the
    /// request is one that comes for the first time.
    func repeating(
        _ claim: AnswerClaim?, session token: Secret?, in realm: Realm, _ body: () async throws -> AuthorizationOutcome
    ) async throws -> AuthorizationOutcome {
        guard let claim, let token else { return try await body() }
        if let known = try await result(of: claim, token, realm) { return known }
        do {
            let outcome = try await body()
            return try await result(of: claim, token, realm) ?? outcome
        } catch let error as OAuthError {
            guard let known = try await result(of: claim, token, realm) else { throw error }
            return known
        }
    }

    private func result(of claim: AnswerClaim, _ token: Secret, _ realm: Realm) async throws -> AuthorizationOutcome? {
        let now = time.now
        return try await database.lookUp { transaction in
            guard case .done(let kept) = try claim.standing(at: now, in: transaction), let repetition = Repetition(kept.reveal()),
                try SessionRegistry.living(token, realm: realm.id, at: now, in: transaction) != nil
            else { return nil }
            if let grant = repetition.grant {
                guard try Grants.living(grant, realm: realm.id, at: now, in: transaction) != nil else { return nil }
            }
            return .redirect(repetition.location)
        }
    }
}

/// The place to which an answer has led, as it is kept, with the grant that the code there is of.
private struct Repetition {
    let location: String
    let grant: UUID?

    init(location: String, grant: UUID?) {
        self.location = location
        self.grant = grant
    }

    init?(_ text: String) {
        guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let id = String(text[..<space])
        (location, grant) = (String(text[text.utf8.index(after: space)...]), UUID(text: id))
        guard id.isEmpty || grant != nil else { return nil }
    }

    var text: String { (grant?.text ?? "") + " " + location }
}
