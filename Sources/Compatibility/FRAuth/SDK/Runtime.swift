import FRCore
import DeviceFoundation
import Foundation
import Journeys
import OIDC
import Primitives

/// The modern types that a started SDK stands on.
struct Runtime: Sendable {
    let options: FROptions
    let device: DeviceFoundation.Device
    let journey: Journey
    let sessions: SessionKeeper
    let keyStore: any KeyStore
    let verification: (any UserVerification)?
    let bundleIdentifier: String
    /// nil when no OAuth 2.0 client is configured.
    let oidc: OIDCClient?

    /// - Parameter transport: the transport in place of that for the options.
    init(_ options: FROptions, environment: Environment, transport: (any HTTPTransport)? = nil) throws {
        let server = try options.serverAddress()
        // The app may change its object later.
        self.options = options.copied()
        device = DeviceFoundation.Device(
            transport: try transport ?? environment.transport(for: options), store: try environment.store(for: options),
            interceptors: [RegisteredInterceptors()],
            log: Log(.all, to: FRLogDestination()), timeout: options.requestTimeout, keepsCookies: options.enableCookie,
            platform: "ios", time: environment.time, random: environment.random)
        keyStore = environment.keys(device.store)
        verification = environment.verification
        bundleIdentifier = environment.bundleIdentifier
        journey = Journey(at: server, on: device)
        sessions = SessionKeeper(at: server, on: device)
        oidc = options.oauthClient.map { [device] client in
            OIDCClient(
                at: server, client: client.id, redirect: client.redirect, scopes: options.scopes,
                refreshingWithin: options.refreshThreshold, on: device)
        }
        if oidc == nil, options.oauthClientId != nil {
            FRLog.w("There is no OAuth 2.0 client: forgerock_oauth_scope is missing, or forgerock_oauth_redirect_uri is no URI")
        }
    }

    /// Whether other apps have the same session.
    var sharesSession: Bool { options.keychainAccessGroup != nil }

    func oauth() throws -> OIDCClient {
        guard let oidc else { throw AuthError.invalidOAuth2Client }
        return oidc
    }

    /// Cleans the device, and returns the work of telling the server.
    func leave(forcingEnd: Bool = false, keepingSession: Bool = false) async -> @Sendable () async -> Void {
        if let oidc {
            var farewell = await oidc.leave(keepingSession: keepingSession)
            farewell.forcesEnd = forcingEnd
            return { [farewell] in await report(await oidc.announce(farewell)) }
        }
        if keepingSession { return {} }
        let session = try? await sessions.current()
        do { try await sessions.forget() } catch { FRLog.e("The session could not be removed: \(error)") }
        return { if let session { await end(session) } }
    }

    func report(_ report: SignOutReport) async {
        for (step, error) in report.failures { FRLog.w("Logout, \(step): \(error)") }
    }

    private func end(_ session: Session) async {
        do { _ = try await sessions.end(session) } catch { FRLog.w("Logout: \(error)") }
    }
}
