import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import LoopbackRedirect
import OAuthMessages
import OIDC
import Primitives

/// The sign-in of an administrator by the browser of this machine, and the tokens that it leaves.
struct AdminSignIn {
    /// The scope without which a user's token lets nothing be administered.
    private static let scopes = ["openid", "fr:idm:*"]

    private let context: RemoteContext
    private let client: OIDCClient
    private let browser: any LoginBrowser

    /// - Parameter browser: the browser in which the administrator signs in; that of this machine unless given.
    init(
        _ context: RemoteContext, _ contexts: ContextStore, _ transport: any HTTPTransport,
        browser: any LoginBrowser = LoopbackBrowser(opener: AnnouncedOpener())
    ) {
        self.context = context
        self.browser = browser
        client = OIDCClient(
            at: ServerAddress(context.server + "/am", realm: context.realm), client: context.client,
            redirect: "http://127.0.0.1/callback", scopes: Self.scopes,
            on: Device(transport: transport, store: contexts.tokens(of: context)))
    }

    /// The access token, refreshed where it ends soon.
    func token() async throws -> Secret { try await told { try await client.tokens().accessToken } }

    /// A new access token, since the server refuses the one that is kept.
    func refreshed() async throws -> Secret { try await told { try await client.refresh().accessToken } }

    /// Has the administrator sign in.
    /// - Parameter age: the seconds that the proof may be old; nil for any session that the browser has.
    func signIn(notOlderThan age: Int? = nil) async throws -> TokenSet {
        let parameters = age.map { ["max_age": String($0)] } ?? [:]
        return try await client.signIn(through: browser, parameters: parameters)
    }

    func signOut() async -> SignOutReport { await client.signOut() }

    /// Says what to do where no tokens can be had without the administrator.
    private func told(_ body: () async throws -> Secret) async throws -> Secret {
        do { return try await body() } catch let error as OIDCError
            where [.notAuthenticated, .interactionRequired].contains(error.code)
        {
            throw CommandFailure("the sign-in of \(context.name) has ended; sign in with: gatehouse context login --as \(context.name)")
        }
    }
}

/// The way to a server, over TLS that is verified.
enum RemoteTransport {
    /// - Parameter authorities: the file of the authorities that alone vouch for the server; nil for the system's.
    static func make(authorities: String?) throws -> any HTTPTransport {
        guard let authorities else { return try AsyncHTTPTransport() }
        return try AsyncHTTPTransport(trust: .only(pem: Data(try InputFile.bytes(authorities))))
    }
}
