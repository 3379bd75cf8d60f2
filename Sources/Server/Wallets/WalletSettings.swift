package import Foundations
import Primitives
import ResourceMessages
import TransparencyLog

/// Wallets and services that exchange claims: their routing and their registry.
package struct WalletSettings: SettingsSection {
    package var wallets = false
    package var walletApplication = ""
    package var walletCallbackHosts: [String] = []
    package var walletStampsPerDay = 200
    package var walletEntriesPerDay = 100
    package var walletMailboxMebibytes = 64
    package var walletMailMebibytes = 4096
    package var walletMailLifetime = 90_000
    package var walletWitnesses: [String] = []
    package var walletWitnessQuorum = 0

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            7110, "wallets", \.wallets, .flag,
            "Whether wallets and services may register here, exchange claims by mail and register them in the realm's log."),
        Setting(
            7120, "walletApplication", \.walletApplication, .name(of: .nativeApplication),
            "The application whose push credentials bring notices to wallets; without one, wallets look for mail themselves."),
        Setting(
            7130, "walletCallbackHosts", \.walletCallbackHosts, .list(.text),
            "Hosts to whose URLs services may be told of mail, such as bank.example.com; each by its exact name."),
        Setting(
            7140, "walletStampsPerDay", \.walletStampsPerDay, .number(1...100_000),
            "How many stamps a wallet or service gets in a day (UTC); a message costs one for each begun MiB."),
        Setting(
            7150, "walletEntriesPerDay", \.walletEntriesPerDay, .number(1...1_000_000),
            "How many entries of the log a wallet or service may cause in a day (UTC): claims, expiries, new keys."),
        Setting(
            7160, "walletMailboxMebibytes", \.walletMailboxMebibytes, .quantity(1...100_000, .mebibytes),
            "How much mail may wait for one wallet or service."),
        Setting(
            7170, "walletMailMebibytes", \.walletMailMebibytes, .quantity(1...100_000_000, .mebibytes),
            "How much mail may wait in the realm."),
        Setting(
            7180, "walletMailLifetime", \.walletMailLifetime, .seconds(86_700...2_592_000),
            "How long mail waits that isn't fetched. No message can be read later than a day and five minutes after it was sent."),
        Setting(
            7190, "walletWitnesses", \.walletWitnesses, .list(.text),
            """
            Witnesses that are asked to cosign each checkpoint of the log (c2sp.org/tlog-witness): the URL, a space and the verifier key, such as \
            https://w.example.org w.example.org+1a2b3c4d+BK….
            """),
        Setting(
            7195, "walletWitnessQuorum", \.walletWitnessQuorum, .number(0...16),
            "How many witnesses must cosign a checkpoint before it is given out."),
    ]
}

extension WalletSettings {
    private static let mostWitnesses = 16

    package func check() throws(DomainError) {
        guard walletWitnesses.count <= Self.mostWitnesses else {
            throw DomainError(.invalid, "walletWitnesses are at most \(Self.mostWitnesses)")
        }
        for text in walletWitnesses where WitnessAddress(text) == nil {
            throw DomainError(
                .invalid, "walletWitnesses: \(text.prefix(128)) is no https URL with a verifier key of cosignatures after a space")
        }
        guard walletWitnessQuorum <= Set(witnesses.map(\.key.name)).count else {
            throw DomainError(.invalid, "walletWitnessQuorum is more than the witnesses that walletWitnesses names")
        }
    }

    /// The witnesses that are asked.
    var witnesses: [WitnessAddress] { walletWitnesses.compactMap { WitnessAddress($0) } }

    /// Whether a service may be told of mail at a URL.
    func allowsCallback(_ url: String) -> Bool {
        guard OutboundURL.isSafe(url), let host = OutboundURL.host(of: url) else { return false }
        return walletCallbackHosts.contains { $0.lowercased() == host }
    }
}
