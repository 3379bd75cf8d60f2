import DeviceMessages
package import Foundation
import JOSE
import Primitives
import VerificationMessages
import VerificationPolicies

// The calls of providers outside (`docs/protocols/verify.md` 9).
extension Verifications {
    /// The file of an image of an order, which is written down.
    ///
    /// - Parameter token: the bearer token of the call: the order, as it was handed over.
    /// - Throws: `DeviceError` `.invalidProof` for a token that isn't this order; `.expired` from the order's end; `.notFound` for an unknown
    ///   order or image, and for an order that was answered.
    package func image(_ image: UUID, ofOrder id: UUID, token: String, at site: VerificationSite) async throws -> [UInt8] {
        let (order, _) = try await webhookOrder(id, at: site)
        guard let key = try await keys(at: site).signing.publicKey else { throw DeviceError(.server, "the service has no key") }
        let shown = try CheckOrder(
            verifying: token, of: site.base, for: order.provider, keys: try VerificationKey(key), at: time.now)
        guard shown.id == id else { throw DeviceError(.invalidProof, "the token is another order") }
        return try await self.image(image, of: order, at: site)
    }

    /// Takes the signed answer of a provider to an order. The first counts, and the same again changes nothing.
    ///
    /// - Throws: `DeviceError` as ``CheckAnswer/init(verifying:to:key:at:)`` and ``answer(_:to:at:)``; `.notFound` also when the realm has the
    ///   provider no longer.
    package func answer(_ text: String, to id: UUID, at site: VerificationSite) async throws {
        let (order, key) = try await webhookOrder(id, at: site)
        let answer = try CheckAnswer(verifying: text, to: CheckOrder(order, at: site), key: key, at: time.now)
        try await self.answer(VerificationAnswer(results: answer.results, messages: answer.messages), to: id, at: site)
    }

    /// An order with its provider's key.
    private func webhookOrder(_ id: UUID, at site: VerificationSite) async throws -> (order: ProviderOrder, key: JWK) {
        guard let order = try await order(id, at: site),
            let key = try await rules.providers.provider(order.provider, in: site.realm)?.key
        else { throw DeviceError(.notFound, "there is no order of this id") }
        return (order, key)
    }
}
