import Primitives
internal import VerifiableClaims

/// The things that must hold when all is quiet.
struct WalletInvariants {
    private let fleet: WalletFleet

    init(_ fleet: WalletFleet) { self.fleet = fleet }

    func check() async throws {
        let (watch, world) = (fleet.watch, fleet.world)
        try await fleet.registry.check(watch.registered)
        for issued in watch.issued where !watch.isRevoked(issued.head.dataHash) {
            if watch.registered[issued.head.dataHash] == nil { world.violate("claim \(issued.number) was issued, and isn't in the log") }
            if !watch.isReceived(issued.head.dataHash) { world.violate("claim \(issued.number) was issued, and its holder never got it") }
        }
    }
}
