import DeviceFoundation
import Foundation
import JOSE
import OAuthMessages
import Primitives

/// Knows where a server's endpoints are, who it says it is, and with which keys it signs. Reads each once and remembers it.
actor ProviderDirectory {
    private let server: ServerAddress
    private let usesDocument: Bool
    private let device: Device
    private var knownDocument: DiscoveryDocument?
    private var knownKeys: VerificationKeys?

    /// Makes the directory. With `usesDocument`, the endpoints are those of the discovery document; else those of the address, and the
    /// document is read only for the issuer and its keys.
    init(of server: ServerAddress, usesDocument: Bool, device: Device) {
        self.server = server
        self.usesDocument = usesDocument
        self.device = device
    }

    /// The URL of an endpoint.
    func url(of endpoint: ServerAddress.Endpoint) async throws(OIDCError) -> URL {
        guard usesDocument, endpoint != .discovery else {
            do { return try server.url(of: endpoint) } catch { throw OIDCError(error) }
        }
        return try url(try await document().url(of: endpoint), for: endpoint.rawValue)
    }

    /// The URL with which a browser ends the OpenID session, and comes back (OpenID Connect RP-Initiated Logout §2).
    func endSessionPage() async throws(OIDCError) -> URL {
        guard usesDocument else { return try await url(of: .endSession) }
        return try url(try await document().endSessionEndpoint, for: "endSession")
    }

    /// The discovery document.
    func document() async throws(OIDCError) -> DiscoveryDocument {
        if let knownDocument { return knownDocument }
        let url = try await url(of: .discovery)
        let json = try await get(url, as: .wellKnown)
        let document: DiscoveryDocument
        do { document = try DiscoveryDocument(json: json) } catch {
            throw OIDCError(.unexpectedAnswer, "\(url.absoluteString): \(error.explanation)", underlying: error)
        }
        guard isOurs(document.issuer, readAt: url) else {
            throw OIDCError(.foreignResponse, "\(url.absoluteString) names another server as its issuer: \(document.issuer)")
        }
        knownDocument = document
        return document
    }

    /// Returns the URL that authorization requests can be pushed to; nil where they can't.
    func pushedRequestEndpoint() async throws(OIDCError) -> URL? {
        guard let endpoint = try await document().pushedAuthorizationRequestEndpoint else { return nil }
        return try url(endpoint, for: "pushed authorization requests")
    }

    /// The server's public keys; `again` reads them again.
    func keys(again: Bool = false) async throws(OIDCError) -> VerificationKeys {
        if let knownKeys, !again { return knownKeys }
        let uri = try await document().jwksURI
        let json = try await get(try url(uri, for: "jwks"), as: .jwks)
        do {
            let keys = VerificationKeys(try JWKSet(json.object ?? [:]))
            knownKeys = keys
            return keys
        } catch {
            throw OIDCError(.unexpectedAnswer, "the server's keys can't be read: \(error)", underlying: error)
        }
    }

    private func get(_ url: URL, as action: RequestAction) async throws(OIDCError) -> JSONValue {
        let response: HTTPResponse
        do { response = try await device.send(HTTPRequest(.get, url), as: action) } catch { throw OIDCError(error) }
        guard response.status == 200, let json = try? response.json() else {
            throw OIDCError(.unexpectedAnswer, "\(url.absoluteString) answered \(response.status), not with a JSON document")
        }
        return json
    }

    /// An endpoint of the document: of the web, and by TLS where the document came so (RFC 8414 §2), since tokens go there.
    private func url(_ text: String?, for endpoint: String) throws(OIDCError) -> URL {
        guard let text else { throw OIDCError(.notSupported, "the discovery document has no endpoint for \(endpoint)") }
        let hasTLS = (try? server.url(of: .discovery).scheme?.lowercased()) == "https"
        guard let url = URL(string: text), url.isWeb, !hasTLS || url.scheme?.lowercased() == "https" else {
            throw OIDCError(.unexpectedAnswer, "the discovery document's URL for \(endpoint) can't be used: \(text)")
        }
        return url
    }

    /// Whether the issuer is the one that the app names, or has an origin that the app names: of the document, the address, or an endpoint.
    ///
    /// AM names itself by another path at times, so paths may differ.
    private func isOurs(_ issuer: String, readAt url: URL) -> Bool {
        if issuer == server.issuer { return true }
        guard let origin = URL(string: issuer).flatMap(WebOrigin.init) else { return false }
        let named = [server.base] + server.paths.values
        return ([url] + named.compactMap { URL(string: $0) }).contains { WebOrigin($0) == origin }
    }
}

extension DiscoveryDocument {
    /// The URL of one of our endpoints. To end a session, the endpoint that needs no browser comes first
    /// (`docs/protocols/step-protocol.md` 4.7).
    fileprivate func url(of endpoint: ServerAddress.Endpoint) -> String? {
        switch endpoint {
        case .authorize: authorizationEndpoint
        case .token: tokenEndpoint
        case .revoke: revocationEndpoint
        case .userInfo: userInfoEndpoint
        case .endSession: idpEndSessionEndpoint ?? endSessionEndpoint
        case .jwks: jwksURI
        case .authenticate, .sessions, .discovery, .users: nil
        }
    }
}
