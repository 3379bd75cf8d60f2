import DeviceFoundation
import Foundation
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
    private let passkeys: TerminalPasskeys

    init(address: ServerAddress, client: String, scopes: [String], device: Device) {
        self.address = address
        store = device.store
        passkeys = TerminalPasskeys(at: address, on: device)
        journeyKey = StoreKey("gatehouse-login", "\(address.base)#\(address.realmPath)#\(client)")
        journeys = Journey(
            at: address, on: device, plugins: LoginDevice.plugins(at: address, on: device, asking: TerminalConversation()))
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
        let prompt = StepCounter(title: "\(address.realm) · \(journey)")
        let session = try await explaining(journey) {
            try await journeys.run(journey, options: .forceAuth) { step in
                try prompt.answer(&step)
                await passkeys.answer(&step)
            }
        }
        let tokens = try await oidc.tokens(for: session)
        try await store.set(Secret(journey), for: journeyKey)
        return tokens
    }

    /// Goes on with a journey that was suspended.
    /// - Parameter link: the link that was sent, or the `suspendedId` in it.
    func resume(_ link: String) async throws -> TokenSet {
        let query = URLComponents(string: link)?.queryItems
        let suspendedID = query?.first { $0.name == "suspendedId" }?.value ?? link
        let prompt = StepCounter(title: "\(address.realm) · resumed")
        let session = try await explaining("the resumed journey") {
            try await journeys.run(resuming: suspendedID) { step in
                try prompt.answer(&step)
                await passkeys.answer(&step)
            }
        }
        let tokens = try await oidc.tokens(for: session)
        try await store.delete(journeyKey)
        return tokens
    }

    /// Says in one line why a journey came to no session.
    private func explaining(_ journey: String, _ run: () async throws -> Session) async throws -> Session {
        do {
            return try await run()
        } catch let error as JourneyError where error.code == .transport {
            throw CommandFailure("\(address.base) can't be reached; is the server running? (\(error.reason))")
        } catch let error as JourneyError where error.code == .suspended {
            throw CommandFailure(
                "\(journey) waits until you open a link: \(error.reason) To go on here: gatehouse login --resume <link>")
        } catch let error as JourneyError where error.code == .suspensionExpired {
            throw CommandFailure("the link is unknown, was used before, or is too old; start the journey again")
        } catch let error as JourneyError {
            throw CommandFailure("\(journey) in realm \(address.realm): \(error.failure?.message ?? error.reason)")
        }
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
