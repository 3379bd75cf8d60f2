package import Directory
package import Foundation
import Primitives

/// A provider of checks outside this server.
package protocol VerificationProvider: Sendable {
    /// Hands an order over. The same order comes again, with the same id, until it is answered or the transaction has ended; an error that is
    /// thrown has it come again as well.
    func ask(_ order: ProviderOrder, at site: VerificationSite) async throws -> ProviderOutcome
}

/// The outcome of handing an order over.
package enum ProviderOutcome: Sendable {
    /// The provider has answered at once.
    case answered(VerificationAnswer)
    /// The provider has the order, and its answer comes later (``Verifications/answer(_:to:at:)``).
    case waiting
    /// The order is to be handed over again after so many seconds.
    case again(after: TimeInterval)
}

/// The providers of realms, wherever they are kept.
package protocol VerificationProviderSource: Sendable {
    /// A provider by its id; nil for one that the realm doesn't have, whose checks aren't available.
    func provider(_ id: String, in realm: Realm) async throws -> (any VerificationProvider)?
}
