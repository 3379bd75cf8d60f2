package import Foundation
import Foundations
import SignIn
package import Store

/// The right of a run to have its next effect.
///
/// All states of a run that have seen the same effects share one ticket, the run's name and its epoch; an effect spends it in its
/// own transaction and begins the next epoch. So of all the states that a client may have kept, however often and in whatever
/// order it sends them, one continues past an effect, and none gets behind one. A step that only asks spends nothing.
///
/// With the ticket the answer is taken that spends it, so that a request which brings the same one again is known.
package struct SpendTicket: Sendable {
    private let id: String
    private let realm: UUID
    private let expires: Date
    private let answer: RepeatedAnswer?
    private let now: Date

    /// - Parameter answer: the answer by which the ticket may be spent; nil when it isn't to be known again.
    package init(_ state: JourneyState, realm: UUID, answer: RepeatedAnswer? = nil, at now: Date) {
        id = "\(state.run):\(state.epoch)"
        self.realm = realm
        self.answer = answer
        self.now = now
        expires = state.expires
    }

    /// Whether a request has spent it.
    func isSpent(in transaction: any ReadTransaction) throws -> Bool {
        try SpentOnce.isSpent(id, .journeyState, realm: realm, in: transaction)
    }

    /// - Throws: ``JourneyRunError`` `.spent` when another request had the effect.
    package func spend(in transaction: any WriteTransaction) throws {
        guard try SpentOnce.spend(id, .journeyState, realm: realm, expires: expires, in: transaction) else {
            throw JourneyRunError(.spent)
        }
        try answer?.claim.take(at: now, in: transaction)
    }
}
