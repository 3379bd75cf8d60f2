import DeviceHTTP
import Directory
import Foundation
package import HTTPBase
import Hummingbird
import Primitives
package import RealmHTTP
package import Verifications

/// The calls of an app that verifies its user's identity, and of providers outside (`docs/protocols/verify.md` 3 and 9), below `/verify/v1/{realm}`.
package struct VerifyRoutes: Dialect {
    /// The pattern of all their paths' beginnings.
    package static let path = "/verify/v1/:\(VerifyReader.realm)"

    private let reader: VerifyReader

    /// Makes the routes over the service that answers them.
    package init(reader: RequestReader, verifications: Verifications) {
        self.reader = VerifyReader(reader: reader, verifications: verifications)
    }

    package var routes: [Route] {
        let (resource, webhooks) = (VerificationResource(reader: reader), WebhookResource(reader: reader))
        return family.routes([
            .post("verifications", changes: .ownCredentials, use: resource.start),
            .put("verifications/:id/images/:image", changes: .ownData, use: resource.upload),
            .post("verifications/:id/submission", changes: .ownData, use: resource.submit),
            .get("verifications/:id", use: resource.report),
        ])
            + providers.routes([
                .get("orders/:order/images/:image", use: webhooks.image),
                .post("orders/:order/answer", changes: .ownData, use: webhooks.answer),
            ])
    }

    private var family: RouteFamily { family([.deviceKey]) }
    /// The calls of providers outside, who show an order or sign an answer.
    private var providers: RouteFamily { family([.possession]) }

    private func family(_ proofs: Set<CallerProof>) -> RouteFamily {
        RouteFamily(
            [Self.path], sharing: .never, proofs: proofs, refusals: .written,
            realm: { [reader] _, context in try await reader.site(context).realm.path }, errors: DeviceErrors())
    }
}
