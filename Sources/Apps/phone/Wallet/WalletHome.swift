import DeviceFoundation
import Foundation
import Primitives
import Wallet
import WalletMessages

/// A phone's wallet, which its folder has once it has joined a server.
struct WalletHome: Sendable {
    let phone: PhoneOptions
    /// The network; nil for the phone's own.
    var transport: (any HTTPTransport)?

    /// The address of the wallet's server; nil for a phone whose wallet has joined none.
    var address: String? {
        // The phone's own file: no byte order mark.
        try? String(contentsOfFile: file, encoding: .utf8)
    }

    /// Opens the wallet at the server that the phone's folder remembers.
    func open(consent: any ShareConsent = ShareTerminal(isGiven: false)) async throws -> Wallet {
        guard let address else {
            throw PhoneFailure("this wallet has no server yet; join one with: phone wallet join http://…/wallets/{realm}/v1/")
        }
        return try await open(address, consent)
    }

    /// Opens the wallet at a server, which is remembered once it has taken the wallet. A wallet stays with its server.
    func join(_ pingBaseURL: String) async throws -> Wallet {
        let address = WalletService(pingBaseURL: pingBaseURL).base
        if let joined = self.address, joined != address {
            throw PhoneFailure("this wallet is with \(joined); erase it first, or take another phone with --name")
        }
        let wallet = try await open(address, ShareTerminal(isGiven: false))
        try await wallet.register()
        try phone.home.makeDirectory()
        try address.write(toFile: file, atomically: true, encoding: .utf8)
        return wallet
    }

    /// Forgets the server.
    func leave() throws { try FileManager.default.removeItem(atPath: file) }

    private var file: String { phone.home.directory + "/wallet" }

    private func open(_ address: String, _ consent: any ShareConsent) async throws -> Wallet {
        try await Wallet.open(
            WalletClientConfiguration(address: address, consent: consent), on: try phone.device(transport: transport))
    }
}
