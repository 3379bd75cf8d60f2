import DeviceFoundation
import Foundation
import LoopbackRedirect
import OAuthMessages
import OIDC
import Primitives
import TerminalJourneys

/// A login of the client SDK whose user sits at the terminal.
struct TerminalLogin {
    private let player: JourneyPlayer
    private let oidc: OIDCClient
    private let store: any SecureStore
    /// The store's key of the name of the journey that led to the kept tokens.
    private let journeyKey: StoreKey

    init(address: ServerAddress, client: String, scopes: [String], device: Device, signals: SignalManner = .none) {
        store = device.store
        journeyKey = StoreKey("gatehouse-login", "\(address.base)#\(address.realmPath)#\(client)")
        player = JourneyPlayer(
            at: address, on: device, application: "gatehouse", deviceName: Device.systemName,
            verification: TerminalVerification(), signals: signals)
        oidc = OIDCClient(at: address, client: client, redirect: "http://127.0.0.1/callback", scopes: scopes, on: device)
    }

    /// Fresh tokens in place of those that are kept; nil when the user must sign in.
    ///
    /// - Parameter journey: tokens that another journey led to don't count; nil lets any count.
    func refreshedTokens(of journey: String?) async throws -> TokenSet? {
        guard try await oidc.storedTokens != nil else { return nil }
        if let journey, try await store.get(journeyKey) != Secret(journey) { return nil }
        do {
            return try await oidc.refresh()
        } catch {
            guard [.notAuthenticated, .interactionRequired].contains(error.code) else { throw error }
            return nil
        }
    }

    /// Runs a journey, asking its questions, and gets tokens for its session.
    func signIn(_ journey: String) async throws -> TokenSet {
        let session = try await hinting { try await player.run(journey) }
        let tokens = try await oidc.tokens(for: session)
        try await store.set(Secret(journey), for: journeyKey)
        return tokens
    }

    /// Runs the realm's usual journey: one that most realms have, or else the one that its settings name.
    func signIn(preferring journey: String) async throws -> TokenSet {
        do { return try await signIn(journey) } catch let error as PlayerError where error.code == .unknownJourney {
            let tokens = try await oidc.tokens(for: try await hinting { try await player.runDefault() })
            try await store.delete(journeyKey)
            return tokens
        }
    }

    /// Continues with a journey that was suspended.
    /// - Parameter link: the link that was sent, or the `suspendedId` in it.
    func resume(_ link: String) async throws -> TokenSet {
        let session = try await hinting { try await player.resume(link) }
        let tokens = try await oidc.tokens(for: session)
        try await store.delete(journeyKey)
        return tokens
    }

    /// Says how else to continue, where this program has a way.
    private func hinting(_ run: () async throws -> Session) async throws -> Session {
        do { return try await run() } catch let error as PlayerError {
            switch error.code {
            case .suspended: throw CommandFailure("\(error.reason) To go on here: gatehouse login --resume <link>")
            case .unanswerable: throw CommandFailure("\(error.reason); try --browser")
            default: throw error
            }
        }
    }

    /// Returns the name of the signed-in user, as far as the scopes let the server tell.
    func username() async -> String? {
        let info = try? await oidc.userInfo()
        return info?.preferredUsername ?? info?.name
    }

    /// Has the user sign in on the server's page.
    func signInThroughBrowser() async throws -> TokenSet {
        let tokens = try await oidc.signIn(through: LoopbackBrowser(opener: AnnouncedOpener()))
        try await store.delete(journeyKey)
        return tokens
    }

    func signOut() async -> SignOutReport { await oidc.signOut() }
}
