package import Foundation
package import Foundations
package import JOSE
import Primitives
package import VerificationMessages

/// Hands orders to providers outside (`docs/protocols/verify.md` 9.1).
package struct WebhookDelivery: Sendable {
    private let http: any OutboundHTTP

    package init(http: any OutboundHTTP) { self.http = http }

    /// Hands an order over, signed by the service. Each time it is the same order, by its id and its times.
    ///
    /// - Parameter key: the service's key on P-256, with its `kid`.
    /// - Returns: whether the provider took it, by a status from 200 to 299. No redirect is followed, and the body isn't read: an answer that counts is
    ///   signed, and comes by a call of the provider's own.
    /// - Throws: ``JWSError`` when the key can't sign; anything when no answer came in time, or the address isn't one that may be reached.
    package func deliver(_ order: CheckOrder, to provider: WebhookProvider, signedBy key: SigningKey) async throws -> Bool {
        let input = order.signingInput(key: key.keyID ?? "")
        var request = OutboundRequest(
            url: provider.address, method: "POST", headers: [("Content-Type", "application/jwt")],
            body: JWS.text(input, signature: try key.sign(input)))
        // An administrator of a realm has named the address, who may be another than the operator of this server's network.
        request.reach = .publicAddresses(orLoopback: OutboundURL.isLoopback(provider.address))
        return (200..<300).contains(try await http.send(request).status)
    }

    /// The pause in seconds before an order without an answer is handed over again: 10, and twice as many each time, up to 300.
    /// - Parameter tries: the times that it was handed over, 1 or more.
    package static func pause(after tries: Int) -> TimeInterval { min(300, 10 * TimeInterval(1 << min(max(tries - 1, 0), 5))) }
}
