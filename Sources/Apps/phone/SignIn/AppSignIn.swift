import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import OIDC
import Primitives

/// Signs a user in to the app on this phone, as an app does: the authorization request says which phone it comes from, and the ID token may
/// offer to pair it.
struct AppSignIn: Sendable {
    let device: MFADevice
    let issuer: DeviceIssuer
    let client: String
    let transport: any HTTPTransport

    /// The result of the sign-in.
    struct Outcome: Sendable {
        let tokens: TokenSet
        /// The sign-on policy that was completed.
        let policy: String?
        let offer: PairingOffer?

        var sentence: String {
            "signed in" + (policy.map { " by the policy \($0)" } ?? "")
                + (offer == nil ? "" : "; this phone can be paired with the user")
        }
    }

    /// - Parameter policy: the name of the sign-on policy to ask for; nil for the app's own.
    func run(through browser: some LoginBrowser, policy: String?) async throws -> Outcome {
        let discovery = "\(issuer.base)/\(issuer.realm)/as/.well-known/openid-configuration"
        let app = OIDCClient(
            discovering: discovery, client: client, redirect: "http://127.0.0.1/callback",
            on: Device(transport: transport, store: InMemoryStore(), timeout: .seconds(15), keepsCookies: false))
        // Anew each time: this is to be seen.
        var parameters = ["prompt": "login"]
        parameters["acr_values"] = policy
        let tokens = try await app.signIn(
            through: browser, parameters: parameters, mobilePayload: try await device.mobilePayload(client: client, at: issuer))
        guard let token = tokens.idToken?.reveal() else { throw PhoneFailure("the server sent no ID token") }
        return Outcome(tokens: tokens, policy: Self.policy(in: token), offer: try await device.process(idToken: token))
    }

    /// The claim `acr` of a token that has been verified.
    private static func policy(in token: String) -> String? {
        guard let part = token.split(separator: ".").dropFirst().first, let bytes = Base64URL.decode(part) else { return nil }
        return (try? JSONValue(parsing: bytes))?["acr"]?.string
    }
}
