package import Foundation
import Foundations
package import Store

/// The right of a run to have its next effect.
///
/// All states of a run that have seen the same effects share one ticket, the run's name and its epoch; an effect spends it in its
/// own transaction and begins the next epoch. So of all the states that a client may have kept, however often and in whatever
/// order it sends them, one goes on past an effect, and none gets behind one. A step that only asks spends nothing.
package struct SpendTicket: Sendable {
    private let id: String
    private let realm: UUID
    private let expires: Date

    package init(_ state: JourneyState, realm: UUID) {
        id = "\(state.run):\(state.epoch)"
        self.realm = realm
        expires = state.expires
    }

    /// - Throws: ``JourneyRunError`` `.spent` when another request had the effect.
    package func spend(in transaction: any WriteTransaction) throws {
        guard try SpentOnce.spend(id, .journeyState, realm: realm, expires: expires, in: transaction) else {
            throw JourneyRunError(.spent)
        }
    }
}
