import Foundation
import Foundations
import JourneyMessages
import Primitives
import Sessions
import SignIn
import Store

/// Answers that come twice, as on a double click: the second gets what the first got (docs/decisions/0110-double-answers.md).
///
/// The state or link is spent once, by the first request. The second one fails at that, or the effect of the first leads it to another step, such as
/// one that says that the name is taken; then it is looked whether it brought the answer that was taken.
extension JourneyEngine {
    /// The answer to a request, as far as it is kept: a reply, and the name of its run where that is asked for.
    typealias Answered = (reply: JourneyReply, run: String?)

    /// Answers a request, or gives it the result of an earlier one with the same answer.
    ///
    /// - Parameters:
    ///   - answer: the answer; nil for one that isn't given a result again.
    ///   - body: gives, besides the request's own result, the ticket of the answered state when the request hasn't spent it.
    func answering<Value>(
        _ answer: RepeatedAnswer?, _ body: () async throws -> (value: Value, unspent: SpendTicket?), again: (Answered) throws -> Value
    ) async throws -> Value {
        do {
            let own = try await JourneyRunError.mapping(body)
            guard let answer, let ticket = own.unspent, try await domain.platform.database.lookUp({ try ticket.isSpent(in: $0) }),
                let result = try await result(of: answer, after: nil)
            else { return own.value }
            return try again(try await answered(result, in: answer.realm, else: JourneyRunError(.spent)))
        } catch let error as JourneyRunError {
            guard let answer, let result = try await result(of: answer, after: error) else { throw error }
            return try again(try await answered(result, in: answer.realm, else: error))
        }
    }

    /// The result that another request has got for the same answer; nil when there is none, or the answer is this request's own, by which its
    /// error is then the result.
    private func result(of answer: RepeatedAnswer, after error: JourneyRunError?) async throws -> AnswerResult? {
        let claim = answer.claim
        switch try await standing(claim) {
        case .untaken: return nil
        case .own:
            if let error { await keep(AnswerResult(.failure(error)), of: answer) }
            return nil
        case .done(let secret): return AnswerResult(secret)
        case .pending:
            return try await waits.wait(claim.key, domain.platform.database) {
                guard case .done(let secret) = try await standing(claim) else { return nil }
                return AnswerResult(secret)
            }
        }
    }

    private func standing(_ claim: AnswerClaim) async throws -> AnswerClaim.Standing {
        let now = domain.platform.time.now
        return try await domain.platform.database.lookUp { try claim.standing(at: now, in: $0) }
    }

    /// - Throws: the result, if it is a failure; `error` when the session that was made has ended since.
    private func answered(_ result: AnswerResult, in realm: UUID, else error: JourneyRunError) async throws -> Answered {
        switch result.outcome {
        case .failure(let failure): throw failure
        case .step(let step): return (.step(step), result.run)
        case .success(let success):
            guard let token = success.token else { return (.success(success.completion(nil)), result.run) }
            guard let session = try await domain.session.registry.peek(token, in: realm) else { throw error }
            return (.success(success.completion(session)), result.run)
        }
    }

    /// Keeps a result. That it can't be kept is no fault of the request, whose effect stands: the next one is refused then.
    func keep(_ result: AnswerResult, of answer: RepeatedAnswer?) async {
        guard let answer else { return }
        let (claim, now) = (answer.claim, domain.platform.time.now)
        try? await domain.platform.database.write { try claim.keep(result.secret, at: now, in: $0) }
    }
}
