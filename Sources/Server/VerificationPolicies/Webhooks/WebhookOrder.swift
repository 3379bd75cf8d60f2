package import DeviceMessages
package import Foundation
package import JOSE
import Primitives
package import VerificationMessages

/// An order with the provider that it was handed to, and the rules for the provider's calls (`docs/protocols/verify.md` 9).
package struct WebhookOrder: Sendable {
    package let order: CheckOrder
    package let provider: WebhookProvider

    package init(_ order: CheckOrder, for provider: WebhookProvider) {
        self.order = order
        self.provider = provider
    }

    /// Lets a call for the file of an image through.
    ///
    /// - Parameters:
    ///   - token: the bearer token of the call: the order, as it was handed over.
    ///   - keys: the service's public keys.
    /// - Throws: `DeviceError` `.invalidProof` for a token that isn't this order; `.expired` from the order's end; `.notFound` for an image
    ///   that the order doesn't name.
    package func admit(_ image: UUID, token: String, keys: some VerificationKeySource, at now: Date) throws(DeviceError) {
        let shown = try CheckOrder(verifying: token, of: order.service, for: order.provider, keys: keys, at: now)
        guard shown.id == order.id else { throw DeviceError(.invalidProof, "the token is another order") }
        guard order.cards.contains(where: { $0.images.values.contains(image) }) else {
            throw DeviceError(.notFound, "the order has no such image")
        }
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - text: the signed answer.
    ///   - earlier: the answer that counts already; nil while there is none.
    /// - Returns: the answer, which counts from now on; nil for the same one again.
    /// - Throws: `DeviceError` `.invalidProof`, `.expired` and `.malformed` as ``CheckAnswer/init(verifying:to:key:at:)``; `.conflict` for
    ///   another answer than the one that counts.
    package func read(_ text: String, after earlier: CheckAnswer?, at now: Date) throws(DeviceError) -> CheckAnswer? {
        guard let key = provider.key else { throw DeviceError(.invalidProof, "the provider has no key") }
        let answer = try CheckAnswer(verifying: text, to: order, key: key, at: now)
        guard let earlier else { return answer }
        guard answer.results == earlier.results, answer.messages == earlier.messages else {
            throw DeviceError(.conflict, "the order has another answer already")
        }
        return nil
    }
}
