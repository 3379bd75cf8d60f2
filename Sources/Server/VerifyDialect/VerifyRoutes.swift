import DeviceHTTP
import Directory
import Foundation
package import HTTPBase
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
package import RealmHTTP
package import Verifications

/// The calls of an app that verifies its user's identity, and of providers outside (`docs/protocols/verify.md` 3 and 9), below `/verify/v1/{realm}`.
package struct VerifyRoutes: Dialect {
    /// The pattern of all their paths' beginnings.
    package static let path = "/verify/v1/:\(VerifyReader.realm)"

    private let reader: VerifyReader
    private let page: CaptureServices

    /// Makes the routes over the service that answers them.
    package init(reader: RequestReader, verifications: Verifications, page: CaptureServices) {
        self.reader = VerifyReader(reader: reader, verifications: verifications)
        self.page = page
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
            + pages.routes(pageRoutes)
    }

    private var family: RouteFamily { family([.deviceKey]) }
    /// The calls of providers outside, who show an order or sign an answer.
    private var providers: RouteFamily { family([.possession]) }

    private func family(_ proofs: Set<CallerProof>) -> RouteFamily {
        RouteFamily(
            [Self.path], sharing: .never, proofs: proofs, refusals: .written,
            realm: { [reader] _, context in try await reader.site(context).realm.path }, errors: DeviceErrors())
    }

    private var pageRoutes: [RouteDeclaration] {
        let (resource, one) = (CaptureResource(reader: reader, services: page), "page/:\(VerifyReader.realm)/:id")
        return [
            .get("", use: resource.consent),
            .post("", changes: .signIns, use: resource.begin),
            .get(one, use: resource.show),
            .post("\(one)/pictures/:card/:side", changes: .ownData, use: resource.take),
            .post("\(one)/submission", changes: .ownData, use: resource.submit),
        ]
    }

    /// The pages for users without an app. They hold the tokens of their forms, so that no other page may read them.
    private var pages: RouteFamily {
        RouteFamily(
            [CapturePath.root], sharing: .never, proofs: [.possession], refusals: .byService,
            realm: { [reader] request, context in
                let name = try context.parameters.get(VerifyReader.realm) ?? request.query().given("realm") ?? ""
                guard let site = try await reader.site(named: name) else { throw WireError.nothingThere }
                return site.realm.path
            }, errors: PageErrors(page.pages))
    }
}
