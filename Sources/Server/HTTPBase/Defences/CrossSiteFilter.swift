import HTTPTypes
package import Hummingbird
import Primitives

/// Refuses what another site's page could make a browser send (`docs/protocols/step-protocol.md` 1.3): a request that changes something
/// must carry a header that no form can set.
package enum CrossSiteFilter {
    private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options]
    private static let proofs: [HTTPField.Name] = [.known("X-Requested-With"), .acceptAPIVersion]

    /// - Throws: a 403 for a request that changes something and carries no such header.
    package static func check(_ request: Request) throws(WireError) {
        guard safe.contains(request.method) || proofs.contains(where: request.headers.contains) else {
            throw WireError(.forbidden, "CSRF protection: send X-Requested-With or Accept-API-Version")
        }
    }
}
