import ArgumentParser
import Wallet

/// The options that say which phone's wallet it is.
struct WalletOptions: ParsableArguments {
    @OptionGroup var phone: PhoneOptions

    private var home: WalletHome { WalletHome(phone: phone) }

    /// Opens the wallet at the server that the phone's folder remembers.
    func open(consent: any ShareConsent = ShareTerminal(isGiven: false)) async throws -> Wallet { try await home.open(consent: consent) }

    /// Opens the wallet at a server, which is remembered once it has taken the wallet. A wallet stays with its server.
    func join(_ pingBaseURL: String) async throws -> Wallet { try await home.join(pingBaseURL) }

    /// Forgets the server.
    func leave() throws { try home.leave() }
}
