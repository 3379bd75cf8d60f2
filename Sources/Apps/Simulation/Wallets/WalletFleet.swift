internal import Directory
internal import Foundation
internal import Primitives
internal import Services
internal import WalletMessages
internal import Wallets

/// A realm's wallets and the services that issue claims to them and ask for them.
final class WalletFleet: Sendable {
    /// The host of the services, which takes the server's notices and never answers.
    static let callbackHost = "services.example.com"
    /// The number of wallets for each service.
    private static let walletsPerService = 25

    let world: World
    let wallets: [SimulatedWallet]
    let services: [SimulatedWallet]
    let watch: WalletWatch
    let registry: RegistryWatch
    let service: WalletService

    var parties: [SimulatedWallet] { services + wallets }

    init(_ world: World) async throws {
        self.world = world
        var realm = world.realm
        realm.settings[WalletSettings.self].wallets = true
        realm.settings[WalletSettings.self].walletCallbackHosts = [Self.callbackHost]
        realm.settings[WalletSettings.self].walletEntriesPerDay = 1_000_000
        realm.settings[WalletSettings.self].walletStampsPerDay = 100_000
        // All of the fleet has one network address.
        realm.settings[BoundsSettings.self].keptRequestsPerAddressAndMinute = 1_000_000
        realm.settings[BoundsSettings.self].keptBytesPerAddressAndMinute = 1_000_000_000
        try await world.server.domain.directory.realms.update(realm)
        service = WalletService(base: "\(SimulatedServer.base)/wallets/\(realm.id.text)/v1/distributedid")
        watch = WalletWatch(world)
        registry = RegistryWatch(world, service)
        let seed = world.plan.seed &* 1_000_003
        func party(_ number: Int, isService: Bool) -> SimulatedWallet {
            let dice = Dice(seed: seed &+ UInt64(number) &+ (isService ? 1 << 40 : 0))
            return SimulatedWallet(number, isService: isService, world: world, dice: dice)
        }
        wallets = (0..<world.plan.phones).map { party($0, isService: false) }
        services = (0..<max(2, world.plan.phones / Self.walletsPerService)).map { party($0, isService: true) }
        for party in parties { party.join(self) }
    }

    /// Tells a recipient that there is mail, as badly as notices do.
    func ring(_ recipient: UUID) {
        guard let party = parties.first(where: { $0.id == recipient }) else { return }
        party.ring { await party.look() }
    }
}
