import DeviceFoundation
import FRCore
public import Foundation
import Primitives

/// The address of a server and its arrangement, for an ``AuthService`` or an ``OAuth2Client`` without ``FRAuth/start(options:)``. A
/// ``ServerConfigBuilder`` makes it.
public final class ServerConfig: NSObject, Sendable {
    let options: FROptions

    init(_ options: FROptions) { self.options = options }

    /// The modern types for this server, which keep everything in memory. The pins are those of the started SDK.
    func runtime() throws -> Runtime {
        var environment = Environment.current
        let memory = InMemoryStore()
        environment.store = { _ in memory }
        return try Runtime(options, environment: environment, transport: try RestClient.shared.transport(environment.transport))
    }
}

/// Builds a ``ServerConfig``. Paths are below the URL.
public final class ServerConfigBuilder: NSObject {
    private let options: FROptions

    /// Begins with a deployment's URL and a realm; paths, the cookie's name and the timeout (60 seconds) are the usual ones.
    public init(url: URL, realm: String = "root") { options = FROptions(url: url.absoluteString, realm: realm, timeout: "60") }

    /// Sets the number of seconds that a request may take.
    @discardableResult
    public func set(timeout: Double) -> ServerConfigBuilder { with { $0.timeout = String(timeout) } }

    /// Sets whether the cookies of a journey are sent back in its later steps; they are by default, and are kept in memory.
    @discardableResult
    public func set(enableCookie: Bool) -> ServerConfigBuilder { with { $0.enableCookie = enableCookie } }

    /// Sets the name of the session cookie; `iPlanetDirectoryPro` by default.
    @discardableResult
    public func set(cookieName: String) -> ServerConfigBuilder { with { $0.cookieName = cookieName } }

    /// Sets the path at which journeys are run.
    @discardableResult
    public func set(authenticatePath: String) -> ServerConfigBuilder { with { $0.authenticateEndpoint = authenticatePath } }

    /// Sets the path of the token endpoint.
    @discardableResult
    public func set(tokenPath: String) -> ServerConfigBuilder { with { $0.tokenEndpoint = tokenPath } }

    /// Sets the path of the authorization endpoint.
    @discardableResult
    public func set(authorizePath: String) -> ServerConfigBuilder { with { $0.authorizeEndpoint = authorizePath } }

    /// Sets the path of the userinfo endpoint.
    @discardableResult
    public func set(userInfoPath: String) -> ServerConfigBuilder { with { $0.userinfoEndpoint = userInfoPath } }

    /// Sets the path of the revocation endpoint.
    @discardableResult
    public func set(revokePath: String) -> ServerConfigBuilder { with { $0.revokeEndpoint = revokePath } }

    /// Sets the path of the sessions endpoint.
    @discardableResult
    public func set(sessionPath: String) -> ServerConfigBuilder { with { $0.sessionEndpoint = sessionPath } }

    /// Sets the path of the end session endpoint.
    @discardableResult
    public func set(endSessionPath: String) -> ServerConfigBuilder { with { $0.endSessionEndpoint = endSessionPath } }

    /// The configuration as it is set now; later changes don't reach it.
    public func build() -> ServerConfig { ServerConfig(options.copied()) }

    private func with(_ change: (FROptions) -> Void) -> ServerConfigBuilder {
        change(options)
        return self
    }
}
