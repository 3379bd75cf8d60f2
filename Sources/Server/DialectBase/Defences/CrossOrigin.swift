package import HTTPTypes
package import Hummingbird
import Primitives
import Store
import Directory

/// Lets pages of the realm's origins call the endpoints that are shared, with credentials (`docs/protocols/step-protocol.md` 1.6).
package struct CrossOrigin: Sendable {
    private let realms: RealmResolver
    private let allowedHeaders: [String]

    init(realms: RealmResolver, cookie: SessionCookie) {
        self.realms = realms
        allowedHeaders = Self.requestHeaders + cookie.fields.map(\.rawName)
    }

    /// The answer to a preflight; nil when the request is none.
    package func preflight(_ arrival: Arrival) async throws -> Response? {
        let request = arrival.request
        guard request.method == .options, let method = request.headers[.accessControlRequestMethod],
            let origin = request.headers[.origin]
        else { return nil }
        let route = HTTPRequest.Method(method).flatMap { arrival.routes[$0] }
        var response = WireError(.forbidden, "the origin is not allowed").response
        if let realm = try await realm(sharingWith: origin, at: route, arrival) {
            response = Response(status: .noContent)
            share(&response.headers, with: origin)
            response.headers[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE"
            response.headers[.accessControlAllowHeaders] = (allowedHeaders + realm.settings[CrossOriginSettings.self].corsHeaders).joined(
                separator: ", ")
            response.headers[.accessControlMaxAge] = "600"
        }
        if route?.sharing == .everybody {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.accessControlAllowMethods] = "GET"
        } else if route?.sharing.isShared == true {
            response.headers.varies(by: .origin)
        }
        return response
    }

    /// The answer to a page of another origin whose script was led to a page for people; nil for all other requests.
    package func landing(_ arrival: Arrival) async throws -> Response? {
        guard let route = arrival.context.route, route.sharing == .landing, let origin = arrival.request.headers[.origin],
            try await realm(sharingWith: origin, at: route, arrival) != nil
        else { return nil }
        var response = Response.page("<!doctype html><title>-</title>")
        response.headers.append(contentsOf: HTTPFields.noStore)
        response.headers.varies(by: .origin)
        share(&response.headers, with: origin)
        return response
    }

    /// Adds what lets the page read the answer, when the route is shared and its origin is one of the realm's.
    package func share(_ response: inout Response, with arrival: Arrival) async throws {
        guard let route = arrival.context.route, route.sharing.isShared else { return }
        guard route.sharing != .everybody else { return response.headers[.accessControlAllowOrigin] = "*" }
        response.headers.varies(by: .origin)
        guard let origin = arrival.request.headers[.origin], let realm = try await realm(sharingWith: origin, at: route, arrival) else {
            return
        }
        share(&response.headers, with: origin)
        let exposed = Self.exposedHeaders + realm.settings[CrossOriginSettings.self].corsExposedHeaders
        response.headers[.accessControlExposeHeaders] = exposed.joined(separator: ", ")
    }

    private func share(_ headers: inout HTTPFields, with origin: String) {
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlAllowCredentials] = "true"
    }

    /// Whether an origin may be let in at a route. Any page in a sandbox has `null`, which no realm's settings let in but where a redirect
    /// is all that is told.
    package func isShareable(_ origin: String, at sharing: CrossOriginSharing) -> Bool {
        origin.utf8.elementsEqual(CrossOriginSettings.opaqueOrigin.utf8) ? sharing.mayTakeOpaqueOrigin : true
    }

    /// The realm of a request, when the route is shared and the realm shares with the origin. An unreadable path or an unknown realm allows
    /// no origin.
    private func realm(sharingWith origin: String, at route: Route?, _ arrival: Arrival) async throws -> Realm? {
        guard let route, route.sharing.isShared, route.sharing != .everybody, isShareable(origin, at: route.sharing) else { return nil }
        do {
            let realm = try await realms.realm(of: arrival.request, arrival.context(at: route))
            return realm.settings[CrossOriginSettings.self].corsOrigins.contains(origin) ? realm : nil
        } catch let error as DatabaseError { throw error } catch { return nil }
    }

    private static let exposedHeaders = ["authorization", "content-type", "etag", "www-authenticate"]

    private static let requestHeaders = [
        "accept-api-version", "authorization", "content-type", "if-match", "if-none-match", "x-requested-with", "x-requested-platform",
        "x-ping-external-transaction-id", "x-ping-external-session-id", "x-authenticate-response", "x-txid", "x-tree", "x-idtoken",
        "interactionid", "interactiontoken",
    ]
}

extension HTTPFields {
    /// Says that the answer depends on a field of the request, beside what it says already (RFC 9110 §12.5.5).
    package mutating func varies(by name: HTTPField.Name) {
        if contains(.vary) {
            let named = self[values: .vary].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces.lowercased() }
            guard !named.contains(name.canonicalName), !named.contains("*") else { return }
        }
        append(HTTPField(name: .vary, value: name.rawName))
    }
}
