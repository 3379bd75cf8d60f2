import Foundation
import JOSE
import OAuthMessages
import Primitives
import Synchronization
import Foundations

/// Reads providers' discovery documents and keys, and remembers them for an hour.
final class IdentityProviderDirectory: Sendable {
    /// The time for which something read is used, and after which keys are read again for a signature that they didn't make, in seconds.
    private static let lifetime: TimeInterval = 3600
    private static let keysAtLeast: TimeInterval = 60
    /// The number of documents that are remembered.
    private static let limit = 200

    private let http: any OutboundHTTP
    private let time: any TimeSource
    private let documents = Mutex<[String: (json: JSONValue, at: Date)]>([:])

    init(http: any OutboundHTTP, time: any TimeSource) {
        self.http = http
        self.time = time
    }

    /// Returns what there is to know about a provider.
    func metadata(of provider: IdentityProvider) async throws(FederationError) -> ProviderMetadata {
        guard let url = provider.discoveryURL else { return try ProviderMetadata(provider, nil) }
        let json = try await document(url, atMost: Self.lifetime)
        let document: DiscoveryDocument
        do { document = try DiscoveryDocument(json: json) } catch {
            throw FederationError(.unavailable, "\(url): \(error.explanation)")
        }
        // OpenID Connect Discovery §4.3: otherwise one provider's document could speak for another.
        if let issuer = provider.issuer, document.issuer != issuer {
            throw FederationError(.notAuthentic, "\(url) names another issuer: \(document.issuer.prefix(128))")
        }
        if provider.issuer == nil, !Self.belongs(url, to: document.issuer) {
            throw FederationError(.notAuthentic, "\(url) is not the document of its issuer \(document.issuer.prefix(128)); set issuer")
        }
        return try ProviderMetadata(provider, document)
    }

    /// Verifies an ID token with a provider's keys, read again when they don't fit.
    func verify(_ token: String, by policy: IDTokenPolicy, keysAt url: String) async throws(FederationError) -> JWTClaims {
        do throws(JWTError) {
            return try policy.verify(token, keys: try await keys(url, atMost: Self.lifetime), at: time.now)
        } catch {
            guard error.code == .signature else { throw Self.refusal(error) }
        }
        do throws(JWTError) {
            return try policy.verify(token, keys: try await keys(url, atMost: Self.keysAtLeast), at: time.now)
        } catch { throw Self.refusal(error) }
    }

    private func keys(_ url: String, atMost age: TimeInterval) async throws(JWTError) -> VerificationKeys {
        do { return VerificationKeys(try JWKSet(try await document(url, atMost: age).object ?? JSONObject())) } catch {
            throw JWTError(.signature, "the provider's keys can't be read: \(error)", underlying: error)
        }
    }

    private func document(_ url: String, atMost age: TimeInterval) async throws(FederationError) -> JSONValue {
        let now = time.now
        if let known = documents.withLock({ $0[url] }), abs(now.timeIntervalSince(known.at)) < age { return known.json }
        let json = try await http.json(OutboundRequest(url: url, headers: [("Accept", "application/json")]))
        documents.withLock { documents in
            if documents.count >= Self.limit { documents = [:] }
            documents[url] = (json, now)
        }
        return json
    }

    private static func belongs(_ url: String, to issuer: String) -> Bool {
        url == (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    private static func refusal(_ error: JWTError) -> FederationError {
        FederationError(.notAuthentic, "the ID token was refused: \(error.reason)")
    }
}

extension OutboundHTTP {
    /// The JSON that a provider answers with.
    /// - Throws: ``FederationError``: `notAuthentic` when it refuses what it is shown, as a code that it never gave, `unavailable` for anything else that is no answer.
    func json(_ request: OutboundRequest) async throws(FederationError) -> JSONValue {
        let host = URLComponents(string: request.url)?.host ?? "the provider"
        let answer: OutboundAnswer
        do { answer = try await send(request) } catch {
            throw FederationError(.unavailable, "\(host) can't be reached: \(error)")
        }
        let json = try? JSONValue(body: answer.body)
        guard answer.status == 200, let json else {
            if let error = json?["error"]?.string { throw FederationError(.notAuthentic, "\(host) refused: \(error.prefix(64))") }
            throw FederationError(.unavailable, "\(host) answered \(answer.status), not with a JSON document")
        }
        return json
    }
}
