import Directory
import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives
import Sessions
import SignIn
import Store

extension JourneyEngine {
    /// The decision of a run's last transaction.
    private enum Verdict: Sendable {
        case session(UserSession, Secret, User)
        case approved(UserSession, JourneyState.Approval, User)
        case noSession(User?)
        case refused(JourneyRunError, reason: String)
    }

    /// The end of a run that reached success (`docs/protocols/journey-nodes.md` 5.5): in one transaction the state is spent, the user is
    /// looked at once more, the session is made, the one it replaces is ended, and the login is recorded. With the session its token is kept for
    /// an answer that comes twice: else a session might live that no browser holds.
    package func complete(_ walk: Walk) async throws -> JourneyCompletion {
        var turn = walk.turn
        let (state, realm, now) = (turn.state, turn.realm, turn.now)
        let (new, end, spend) = (NewSession.Plan(walk), JourneyEnd(turn), try await turn.spending())
        let (record, answer) = (turn.record, turn.takenAnswer)
        return try await domain.platform.database.write { transaction in
            try spend(transaction)
            let verdict = try decide(state, new, realm, at: now, transaction)
            try Self.write(verdict, state.user, record, transaction)
            try Self.clearFailures(verdict, state, realm, transaction)
            let result = try Self.result(end, verdict)
            if case .success(let completion) = result, let answer {
                let kept = AnswerResult(.success(AnswerResult.Success(completion)), run: state.run)
                try answer.claim.keep(kept.secret, at: now, in: transaction)
            }
            return result
        }.get()
    }

    private static func result(_ end: JourneyEnd, _ verdict: Verdict) throws -> Result<JourneyCompletion, JourneyRunError> {
        switch verdict {
        case .session(let session, let token, let user): .success(try end.completion(session, token, user))
        case .approved(let session, let approval, let user): .success(try end.completion(session, approval.sessionToken, user))
        case .noSession(let user): .success(try end.completion(nil, nil, user))
        case .refused(let error, _): .failure(error)
        }
    }

    /// The end of a run that reached failure: it is spent and recorded, unless a node has done both in this request.
    package func fail(_ walk: Walk) async throws -> JourneyRunError {
        var turn = walk.turn
        if turn.hasRecordedFailure {
            try await turn.spend()
        } else {
            let user = turn.state.user
            try await turn.act { transaction, record in
                try record.append(.loginFailed, .failure, user: user, reason: "the journey ended in failure", in: transaction)
            }
        }
        return JourneyRunError(
            .failed, message: turn.state.failureMessage ?? turn.notice, detail: turn.state.failureDetail, notice: turn.notice)
    }

    private func decide(
        _ state: JourneyState, _ plan: NewSession.Plan, _ realm: Realm, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Verdict {
        guard let id = state.user else {
            let error = JourneyRunError(.failed, message: state.failureMessage, detail: state.failureDetail)
            let needsUser = plan.makesSession || state.request.approval != nil
            return needsUser ? .refused(error, reason: "no user proved who they are") : .noSession(nil)
        }
        guard let user = try Users.user(id, realm: realm.id, in: transaction), user.maySignIn(at: now) else {
            let error = JourneyRunError(.locked, message: state.lockoutMessage, detail: state.failureDetail)
            return .refused(error, reason: "the account is locked or inactive")
        }
        let earlier = try state.request.upgrade.flatMap {
            try SessionRegistry.living(handle: $0.handle, realm: realm.id, at: now, in: transaction)
        }
        if case .session = state.proof, earlier == nil {
            return .refused(JourneyRunError(.failed), reason: "the session that proved who the user is has ended")
        }
        if let approval = state.request.approval {
            return try approve(approval, in: earlier, user, state.proof, plan, at: now, transaction)
        }
        guard plan.makesSession else { return .noSession(user) }
        guard state.request.upgrade.map({ $0.user == user.id || $0.isAnonymous }) ?? true else { return Self.anotherUser }
        let (session, token) = try domain.session.registry.create(plan.session(of: user, after: earlier), in: realm, transaction)
        if let earlier {
            _ = try SessionRegistry.replace(earlier, by: session, in: transaction)
        } else if let upgrade = state.request.upgrade {
            _ = try SessionRegistry.end(handle: upgrade.handle, realm: realm.id, in: transaction)
        }
        if let payload = state.request.payload, payload.isPassed {
            try MobilePayloads.complete(payload.submitted, user: user.id, session: session.handle, realm: realm.id, in: transaction)
        }
        try Users.recordLogin(of: user.id, realm: realm.id, at: now, in: transaction)
        try RetryCounts.clear(of: user.username, realm: realm.id, in: transaction)
        return .session(session, token, user)
    }

    /// The end of a run that approves a transaction: the session stays as it is.
    private func approve(
        _ approval: JourneyState.Approval, in session: UserSession?, _ user: User, _ proof: JourneyProof, _ plan: NewSession.Plan,
        at now: Date,
        _ transaction: any WriteTransaction
    ) throws -> Verdict {
        // An existing session proves nothing here: it may be stolen, and a thief must not approve anything by it.
        guard proof == .fresh else { return .refused(JourneyRunError(.failed), reason: "an approval needs a proof of its own") }
        guard let session else { return .refused(JourneyRunError(.failed), reason: "the session of the transaction has ended") }
        guard session.user == user.id else { return Self.anotherUser }
        guard
            try Transactions.approve(approval.transaction, session: session, journey: plan.journey, at: now, in: transaction)
        else { return .refused(JourneyRunError(.failed), reason: "the transaction was approved before, or is too old") }
        return .approved(session, approval, user)
    }

    /// Ends the series of wrong attempts at what was right in a run, now that it has succeeded as a whole.
    private static func clearFailures(
        _ verdict: Verdict, _ state: JourneyState, _ realm: Realm, _ transaction: any WriteTransaction
    ) throws {
        if case .refused = verdict { return }
        guard let user = state.user else { return }
        let cleared = state.factors.reduce(into: Set<Factor>()) { $0.formUnion($1.clears) }
        try FactorFailures.clear(cleared, of: user, realm: realm.id, in: transaction)
    }

    private static var anotherUser: Verdict { .refused(JourneyRunError(.failed), reason: "another user than the session's") }

    private static func write(
        _ verdict: Verdict, _ user: UUID?, _ record: JourneyRecord, _ transaction: any WriteTransaction
    ) throws {
        switch verdict {
        case .session(let session, _, _): try record.append(.loginSucceeded, user: user, session: session.handle, in: transaction)
        case .approved(let session, let approval, _):
            try record.append(
                .transactionApproved, user: user, session: session.handle, details: ["transaction": .string(approval.transaction)],
                in: transaction)
        case .noSession: try record.append(.loginSucceeded, user: user, in: transaction)
        case .refused(_, let reason): try record.append(.loginFailed, .failure, user: user, reason: reason, in: transaction)
        }
    }
}

extension NewSession {
    /// The properties of a run's session, whichever user it is for.
    fileprivate struct Plan: Sendable {
        let makesSession: Bool
        private let state: JourneyState
        private let traits: JourneyTraits
        private let client: ClientContext
        let journey: String

        init(_ walk: Walk) {
            state = walk.turn.state
            traits = walk.journey.traits
            client = walk.turn.client
            journey = walk.journey.name
            makesSession = !(traits.noSession || state.request.noSession)
        }

        /// A session that is proved by another is as old as that one, and ends with it. One that replaces another of the same user keeps
        /// what was proved there.
        func session(of user: User, after earlier: UserSession?) -> NewSession {
            var endsBy: Date?
            if case .session = state.proof { endsBy = earlier?.ends }
            var new = NewSession(
                user: user, journey: journey, authLevel: state.authLevel, properties: state.sessionProperties,
                lifetime: (state.sessionTime ?? traits.sessionTime).map { $0 * 60 },
                idleTime: (state.idleTime ?? traits.idleTime).map { $0 * 60 }, authenticated: state.proof.since, endsBy: endsBy)
            new.userAgent = client.userAgent
            new.address = client.address
            if let earlier, earlier.user == user.id { new.succeed(earlier) }
            return new
        }
    }
}
