package import Foundation
import Primitives
package import VerificationMessages

/// An order for checks, as a provider outside gets it.
package struct ProviderOrder: Sendable, Equatable, Identifiable {
    /// The id, which the same order has each time.
    package let id: UUID
    /// The transaction.
    package let transaction: UUID
    /// The provider's id.
    package let provider: String
    /// The checks to make.
    package let checks: [VerificationCheck]
    /// The cards of the submission with what was read on them, without keys.
    package let cards: [OrderedCard]
    /// The number of the submission, from 1.
    package let attempt: Int
    /// The number of times that it was handed over, this one included.
    package let tries: Int
    /// The time when it was first due.
    package let issued: Date
    /// The time from which no answer is taken: the end of the transaction.
    package let expires: Date
}

/// The answer of a provider to an order.
package struct VerificationAnswer: Sendable, Equatable {
    /// The result of each check that was made; one that was ordered and is missing isn't available.
    package var results: [VerificationCheck: CheckResult]
    /// Texts for administrators and the app, by keys of 1 to 64 bytes; 32 at most.
    package var messages: [String: String]
    /// The reason for which checks couldn't be made; nil for none.
    package var error: String?

    /// Makes an answer of its members, which are taken unchecked. By default it has no messages and no error.
    package init(results: [VerificationCheck: CheckResult], messages: [String: String] = [:], error: String? = nil) {
        self.results = results
        self.messages = messages
        self.error = error
    }
}
