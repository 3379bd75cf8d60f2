package import Foundation
package import Foundations
import Primitives

extension Turn {
    /// The asker of what is to reach a user, by what the run and its client have shown: a user who has shown a factor, or began the run in a
    /// session; a browser that the user has signed in with; else a stranger.
    ///
    /// - Parameter user: nil where there is none, or where the message is for an address that is no user's yet.
    package func budgetAsker(about user: UUID?) -> BudgetAsker {
        guard let user else { return .stranger(at: client.address) }
        let upgraded = state.request.upgrade.flatMap { $0.isAnonymous ? nil : $0.user }
        if state.user == user || upgraded == user { return BudgetAsker(.user(user), at: client.address) }
        return client.budgetAsker(about: user, in: realm)
    }
}
