package import Foundation
import Primitives
package import VerificationMessages

/// An order for checks, as a provider outside gets it.
package struct ProviderOrder: Sendable, Equatable, Identifiable {
    package let id: UUID
    package let transaction: UUID
    /// The provider's id.
    package let provider: String
    package let checks: [VerificationCheck]
    /// The cards of the submission with what was read on them, without keys.
    package let cards: [OrderedCard]
    /// The number of the submission, from 1.
    package let attempt: Int
    /// The number of times that it was handed over, this one included.
    package let tries: Int
    package let issued: Date
    /// The time from which no answer is taken: the end of the transaction.
    package let expires: Date
}

/// The answer of a provider to an order.
package struct ProviderAnswer: Sendable, Equatable {
    /// The result of each check that was made; one that was ordered and is missing isn't available.
    package var results: [VerificationCheck: CheckResult]
    /// Texts for administrators and the app, by keys of 1 to 64 bytes; 32 at most.
    package var messages: [String: String]
    /// The reason for which checks couldn't be made; nil for none.
    package var error: String?

    package init(results: [VerificationCheck: CheckResult], messages: [String: String] = [:], error: String? = nil) {
        self.results = results
        self.messages = messages
        self.error = error
    }
}
