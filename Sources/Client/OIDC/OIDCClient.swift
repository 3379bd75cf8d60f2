public import DeviceFoundation
import OAuthMessages
import Primitives

/// Obtains OAuth 2.0 and OpenID Connect tokens, keeps them fresh, and ends what it began.
///
/// ```swift
/// let oidc = OIDCClient(at: server, client: "sdkPublicClient", redirect: "org.example.app://callback", on: device)
/// let tokens = try await oidc.tokens(for: session)
/// ```
///
/// The tokens live in the device's secure store. ``tokens()`` refreshes them when they are about to expire, and starts a new
/// authorization with the session when they can't be refreshed. Parallel callers share one renewal.
public actor OIDCClient {
    let registration: Registration
    let device: Device
    let directory: ProviderDirectory
    let endpoint: TokenEndpoint
    let idTokens: IDTokenCheck
    let keeper: TokenKeeper
    let sessions: SessionKeeper
    let threshold: Duration
    let parameters: [String: String]

    /// The renewal that is under way.
    var renewal: Renewal?

    /// A client of a server whose endpoints have the usual paths below its address, or those that the address overrides.
    ///
    /// - Parameters:
    ///   - client: the identifier of a public client; there is no secret.
    ///   - redirect: the redirect URI, exactly as it is registered. For loopback redirects, without a port.
    ///   - scopes: with `openid`, an ID token is asked for, and verified.
    ///   - threshold: how long before their expiry tokens are refreshed; 30 seconds by default.
    ///   - tolerance: how far in the future an ID token may be issued by the device's clock, which may be behind the server's; 10 minutes
    ///     by default. Its end (`exp`) and beginning (`nbf`) are held to 30 seconds.
    ///   - parameters: further parameters of every authorization request, such as `acr_values`.
    public init(
        at server: ServerAddress, client: String, redirect: String, scopes: [String] = ["openid"],
        refreshingWithin threshold: Duration = .seconds(30), toleratingClocksBehind tolerance: Duration = OIDCClient.clockTolerance,
        parameters: [String: String] = [:], on device: Device
    ) {
        self.init(
            server, usesDocument: false, registration: Registration(clientID: client, redirect: redirect, scopes: scopes),
            threshold: threshold, tolerance: tolerance, parameters: parameters, device: device)
    }

    /// A client of a server whose endpoints are found through its discovery document (OpenID Connect Discovery §4), at a
    /// URL that ends in `/.well-known/openid-configuration`. `server` names the session cookie, where journeys are used too.
    public init(
        discovering url: String, server: ServerAddress? = nil, client: String, redirect: String, scopes: [String] = ["openid"],
        refreshingWithin threshold: Duration = .seconds(30), toleratingClocksBehind tolerance: Duration = OIDCClient.clockTolerance,
        parameters: [String: String] = [:], on device: Device
    ) {
        var server = server ?? ServerAddress(url)
        server.paths[.discovery] = url
        self.init(
            server, usesDocument: true, registration: Registration(clientID: client, redirect: redirect, scopes: scopes),
            threshold: threshold, tolerance: tolerance, parameters: parameters, device: device)
    }

    /// The time by which a device's clock may be behind the server's, unless told otherwise: phones are often some minutes off.
    public static let clockTolerance = Duration.seconds(600)

    private init(
        _ server: ServerAddress, usesDocument: Bool, registration: Registration, threshold: Duration, tolerance: Duration,
        parameters: [String: String], device: Device
    ) {
        self.registration = registration
        self.device = device
        self.threshold = threshold
        self.parameters = parameters
        directory = ProviderDirectory(of: server, usesDocument: usesDocument, device: device)
        endpoint = TokenEndpoint(registration: registration, directory: directory, device: device)
        idTokens = IDTokenCheck(registration: registration, directory: directory, time: device.time, tolerance: tolerance)
        keeper = TokenKeeper(server: server, clientID: registration.clientID, store: device.store)
        sessions = SessionKeeper(at: server, on: device)
    }
}
