public import DeviceFoundation
import Foundation

/// The server that the app is for: the demonstration's, at its usual address.
public struct ExampleServer: Sendable {
    /// Scheme, host and port, such as `http://localhost:8080`.
    public var origin: String
    /// The realm.
    public var realm = "alpha"
    /// The OAuth 2.0 client of the sign-in in the browser, and its redirect URI.
    public var client = "sdkPublicClient"
    public var redirect = "org.forgerock.demo://oauth2redirect"
    /// The application whose phones users are paired with; its bundle identifier is this app's.
    public var phoneClient = "gatehouse-phone"
    public var bundle = "org.example.authenticator"

    /// The server of `gatehouse serve --demo`.
    public init(origin: String = "http://localhost:8080") { self.origin = origin }

    /// The address for journeys and tokens.
    public var address: ServerAddress { ServerAddress("\(origin)/am", realm: realm) }
}
