import FRCore
import DeviceFoundation
import Foundation
import OAuthMessages
import Primitives

extension FROptions {
    /// Reads the endpoints from a server's `.well-known/openid-configuration` document, and returns options with them.
    /// - Throws: ``NetworkError`` when the document can't be had, ``ConfigError`` when it is none.
    public func discover(discoveryURL: String) async throws -> FROptions {
        guard let url = URL(string: discoveryURL), url.host() != nil else {
            throw ConfigError.invalidConfiguration("\(discoveryURL) is not a URL")
        }
        let device = try passingDevice(in: .current)
        let response: HTTPResponse
        do { response = try await device.send(HTTPRequest(.get, url), as: .wellKnown) } catch { throw NetworkError(error) }
        guard response.status == 200, let json = try? response.json(), let document = try? DiscoveryDocument(json: json) else {
            throw ConfigError.invalidConfiguration("\(discoveryURL) has no discovery document (status \(response.status))")
        }
        return adopting(document, from: discoveryURL)
    }

    /// A device that keeps nothing, for requests that show their own credentials.
    func passingDevice(in environment: Environment) throws -> DeviceFoundation.Device {
        DeviceFoundation.Device(
            transport: try environment.transport(for: self), store: InMemoryStore(), interceptors: [RegisteredInterceptors()],
            log: Log(.all, to: FRLogDestination()), timeout: requestTimeout, keepsCookies: false, platform: "ios",
            time: environment.time, random: environment.random)
    }

    private func adopting(_ document: DiscoveryDocument, from url: String) -> FROptions {
        let options = copied()
        options.discoveryURL = url
        if options.url.isEmpty { options.url = document.issuer }
        options.authorizeEndpoint = document.authorizationEndpoint
        options.tokenEndpoint = document.tokenEndpoint
        options.userinfoEndpoint = document.userInfoEndpoint ?? userinfoEndpoint
        options.revokeEndpoint = document.revocationEndpoint ?? revokeEndpoint
        // The endpoint that needs no browser can't send one back to the app.
        let withoutBrowser = oauthSignoutRedirectUri == nil ? document.idpEndSessionEndpoint : nil
        options.endSessionEndpoint = withoutBrowser ?? document.endSessionEndpoint ?? endSessionEndpoint
        options.keysEndpoint = document.jwksURI
        return options
    }
}
