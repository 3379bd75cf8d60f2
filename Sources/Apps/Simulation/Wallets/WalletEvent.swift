internal import Foundation
internal import Primitives
internal import VerifiableClaims
internal import Wallet

/// Something that happens between a wallet and a service.
struct WalletEvent {
    let fleet: WalletFleet
    let wallet: SimulatedWallet

    /// The seconds by which a revocation lies in the past, so that it counts at once for every clock of the fleet.
    private static let past: TimeInterval = 120

    private var dice: Dice { wallet.dice }
    private var world: World { fleet.world }
    private var watch: WalletWatch { fleet.watch }

    func run() async {
        let service = fleet.services[dice.pick(fleet.services.count)]
        guard let id = wallet.id, let other = service.id else { return world.count("not registered yet") }
        switch dice.roll() {
        case ..<0.35: await issue(by: service, to: id)
        case ..<0.65: await share(with: other)
        case ..<0.77: await revoke()
        case ..<0.87: await verify(by: service)
        case ..<0.94: await refresh()
        case ..<0.97: await wallet.perform("new keys") { wallet, _ throws(WalletError) in try await wallet.rotateKeys() }
        default: await wallet.look()
        }
    }

    private func issue(by service: SimulatedWallet, to holder: UUID) async {
        let number = Int(dice.number(0...1e12))
        await service.perform("issue") { wallet, fleet throws(WalletError) in
            let pairs = [ClaimContent.Pair("number", String(number)), ClaimContent.Pair("kind", "account")]
            let claim = try await wallet.issue(ClaimDraft(pairs), to: holder)
            fleet.watch.issue(claim.head, by: service, number)
        }
    }

    private func share(with service: UUID) async {
        let (isWhole, chance) = (dice.happens(0.5), dice.roll())
        await wallet.perform("share") { wallet, _ throws(WalletError) in
            // By the numbers in them: hashes are others in each run.
            let claims = try await wallet.claims.sorted { $0.value(of: "number") ?? "" < $1.value(of: "number") ?? "" }
            guard !claims.isEmpty else { return }
            let claim = claims[min(claims.count - 1, Int(chance * Double(claims.count)))]
            try await wallet.share([isWhole ? .whole(claim) : .claim(claim, keys: ["number"])], with: service)
        }
    }

    private func revoke() async {
        let issued = watch.issued
        guard !issued.isEmpty else { return world.count("nothing to revoke") }
        let one = issued[dice.pick(issued.count)]
        let time = world.scheduler.time
        await one.issuer.perform("revoke") { wallet, _ throws(WalletError) in
            try await wallet.expire(one.head, at: time.now.addingTimeInterval(-Self.past))
        }
    }

    private func verify(by service: SimulatedWallet) async {
        let chance = dice.roll()
        await service.perform("verify") { wallet, fleet throws(WalletError) in
            let shown = fleet.watch.shown(to: service)
            guard !shown.isEmpty else { return }
            let claim = shown[min(shown.count - 1, Int(chance * Double(shown.count)))]
            try await wallet.verify(claim)
            fleet.watch.show(claim.head.dataHash, to: service, "verified")
        }
    }

    private func refresh() async {
        let party = wallet
        await party.perform("refresh") { wallet, fleet throws(WalletError) in
            try await wallet.refreshClaims()
            for held in try await wallet.claims {
                if case .expired = held.state(at: party.time.now) { continue }
                fleet.watch.show(held.claim.head.dataHash, to: party, "kept")
            }
        }
    }
}
