public import Foundation
import Journeys

/// A journey of a server, run without ``FRAuth/start(options:)``.
///
/// The result is a ``Token``, which nothing keeps; an ``OAuth2Client`` exchanges it. A call for tokens or a user ends with
/// ``AuthError/invalidOAuth2Client``, since no client is configured. Callbacks that use keys or the profile of the device need a
/// started SDK.
///
/// ```swift
/// let server = ServerConfigBuilder(url: url, realm: "alpha").build()
/// let service = AuthService(name: "Login", serverConfig: server)
/// ```
public final class AuthService: NSObject, Sendable {
    /// The name of the journey.
    public let serviceName: String
    /// An identifier of this run, which its nodes have too.
    public let authServiceId = UUID().uuidString
    private let server: ServerConfig

    /// A journey by its name.
    public init(name: String, serverConfig: ServerConfig) {
        serviceName = name
        server = serverConfig
    }

    /// Starts the journey, and brings the result, the first node or an error.
    public func next<T>(completion: @escaping NodeCompletion<T>) {
        do {
            let runtime = try server.runtime()
            Walk(runtime: runtime, journey: serviceName, id: authServiceId).go(completion) { [serviceName] in
                try await runtime.journey.start(serviceName)
            }
        } catch { completion(nil, nil, error) }
    }

    /// Starts the journey as ``next(completion:)``, for a user.
    public func nextWithUserCompletion(completion: @escaping NodeCompletion<FRUser>) { next(completion: completion) }
    /// Starts the journey as ``next(completion:)``, for OAuth 2.0 tokens.
    public func nextWithAccessTokenCompletion(completion: @escaping NodeCompletion<AccessToken>) { next(completion: completion) }
    /// Starts the journey as ``next(completion:)``, for a session.
    public func nextWithTokenCompletion(completion: @escaping NodeCompletion<Token>) { next(completion: completion) }
}
