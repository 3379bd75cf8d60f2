import Directory
import Foundation
import Foundations
import JOSE
import Primitives
import VerificationMessages
import VerificationPolicies

/// A provider outside, which is handed orders by a webhook (`docs/protocols/verify.md` 9.1).
struct Webhook: VerificationProvider {
    let provider: WebhookProvider
    let keys: ServiceKeys
    let http: any OutboundHTTP

    /// Hands an order over. The status and the body that come back mean nothing: an answer that counts is signed, and comes by a call of the
    /// provider's own; until then the order comes again.
    func ask(_ order: ProviderOrder, at site: VerificationSite) async throws -> ProviderOutcome {
        let key = try SigningKey(try await keys.keys(of: site.realm.id).signing)
        let input = CheckOrder(order, at: site).signingInput(key: key.keyID ?? "")
        var request = OutboundRequest(
            url: provider.address, method: "POST", headers: [("Content-Type", "application/jwt")],
            body: JWS.text(input, signature: try key.sign(input)))
        // An administrator of a realm has named the address, who may be another than the operator of this server's network.
        request.reach = .publicAddresses(orLoopback: OutboundURL.isLoopback(provider.address))
        _ = try await http.send(request)
        return .waiting
    }
}

extension CheckOrder {
    /// An order as it is told to a provider outside: each time the same.
    init(_ order: ProviderOrder, at site: VerificationSite) {
        let address = "\(site.base)/orders/\(order.id.text)"
        self.init(
            service: site.base, provider: order.provider, id: order.id, transaction: order.transaction, checks: order.checks,
            cards: order.cards, images: address + "/images", answer: address + "/answer", issuedAt: order.issued.wholeSeconds,
            expires: order.expires.wholeSeconds)
    }
}

extension Date {
    /// The same time without the part of a second.
    fileprivate var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
