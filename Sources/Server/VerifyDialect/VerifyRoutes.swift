import DeviceHTTP
import Directory
import Foundation
package import HTTPBase
import Hummingbird
import Primitives
package import RealmHTTP
package import Verifications

/// The calls of an app that verifies its user's identity (`docs/protocols/verify.md` 3), below `/verify/v1/{realm}`.
package struct VerifyRoutes: Dialect {
    /// The pattern of all their paths' beginnings.
    package static let path = "/verify/v1/:\(VerifyReader.realm)"

    private let reader: VerifyReader

    /// Makes the routes over the service that answers them.
    package init(reader: RequestReader, verifications: Verifications) {
        self.reader = VerifyReader(reader: reader, verifications: verifications)
    }

    package var routes: [Route] {
        let resource = VerificationResource(reader: reader)
        return family.routes([
            .post("verifications", changes: .ownCredentials, use: resource.start),
            .put("verifications/:id/images/:image", changes: .ownData, use: resource.upload),
            .post("verifications/:id/submission", changes: .ownData, use: resource.submit),
            .get("verifications/:id", use: resource.report),
        ])
    }

    private var family: RouteFamily {
        RouteFamily(
            [Self.path], sharing: .never, proofs: [.deviceKey], refusals: .written,
            realm: { [reader] _, context in try await reader.site(context).realm.path }, errors: DeviceErrors())
    }
}
