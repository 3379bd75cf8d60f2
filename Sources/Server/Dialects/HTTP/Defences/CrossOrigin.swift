import HTTPTypes
import Hummingbird
import Primitives
import Services

/// Lets pages of the realm's origins call the endpoints with credentials (`pingam-protocol.md` 1.6).
struct CrossOrigin: Sendable {
    private let realms: RealmResolver
    private let allowedHeaders: String

    init(realms: RealmResolver, cookie: SessionCookie) {
        self.realms = realms
        allowedHeaders = (Self.requestHeaders + [cookie.name]).joined(separator: ", ")
    }

    /// The answer to a preflight; nil when the request is none.
    func preflight(_ request: Request) async -> Response? {
        guard request.method == .options, request.headers.contains(.accessControlRequestMethod),
            let origin = request.headers[.origin]
        else { return nil }
        guard await isAllowed(origin, request) else { return WireError(.forbidden, "the origin is not allowed").response }
        var response = Response(status: .noContent)
        share(&response.headers, with: origin)
        response.headers[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE"
        response.headers[.accessControlAllowHeaders] = allowedHeaders
        response.headers[.accessControlMaxAge] = "600"
        return response
    }

    /// Adds what lets the page read the answer, when its origin is one of the realm's.
    func share(_ response: inout Response, with request: Request) async {
        guard let origin = request.headers[.origin], await isAllowed(origin, request) else { return }
        share(&response.headers, with: origin)
        response.headers[.accessControlExposeHeaders] = "authorization, content-type, etag, www-authenticate"
    }

    private func share(_ headers: inout HTTPFields, with origin: String) {
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlAllowCredentials] = "true"
        headers[.vary] = "Origin"
    }

    /// An unreadable path or an unknown realm allows nobody.
    private func isAllowed(_ origin: String, _ request: Request) async -> Bool {
        guard let realm = try? await realms.realm(of: request) else { return false }
        return realm.settings.corsOrigins.contains(origin)
    }

    private static let requestHeaders = [
        "accept-api-version", "authorization", "content-type", "if-match", "if-none-match", "x-requested-with", "x-requested-platform",
        "x-ping-external-transaction-id", "x-ping-external-session-id", "x-authenticate-response", "x-txid", "x-tree", "x-idtoken",
        "interactionid", "interactiontoken",
    ]
}
