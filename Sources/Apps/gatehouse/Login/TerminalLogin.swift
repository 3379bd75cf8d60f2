import DeviceFoundation
import JourneyMessages
import Journeys
import LoopbackRedirect
import OAuthMessages
import OIDC
import Primitives

/// A login of the client SDK whose user sits at the terminal.
struct TerminalLogin {
    private let address: ServerAddress
    private let journeys: Journey
    private let oidc: OIDCClient
    private let store: any SecureStore
    /// Under which the journey is kept that led to the kept tokens.
    private let journeyKey: StoreKey

    init(address: ServerAddress, client: String, scopes: [String], device: Device) {
        self.address = address
        store = device.store
        journeyKey = StoreKey("gatehouse-login", "\(address.base)#\(address.realmPath)#\(client)")
        journeys = Journey(at: address, on: device)
        oidc = OIDCClient(at: address, client: client, redirect: "http://127.0.0.1/callback", scopes: scopes, on: device)
    }

    /// Fresh tokens in place of those that are kept; nil when somebody must sign in.
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
        var number = 0
        let session: Session
        do {
            session = try await journeys.run(journey, options: .forceAuth) { step in
                number += 1
                Terminal.complain("\(address.realm) · \(journey) · step \(number)")
                try StepPrompt.answer(&step)
            }
        } catch let error as JourneyError where error.code == .transport {
            throw CommandFailure("\(address.base) can't be reached; is the server running? (\(error.reason))")
        } catch let error as JourneyError {
            throw CommandFailure("\(journey) in realm \(address.realm): \(error.failure?.message ?? error.reason)")
        }
        let tokens = try await oidc.tokens(for: session)
        try await store.set(Secret(journey), for: journeyKey)
        return tokens
    }

    /// What the signed-in user is called, as far as the scopes let the server tell.
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
