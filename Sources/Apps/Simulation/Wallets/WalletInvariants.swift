import Primitives
internal import VerifiableClaims

/// The things that must hold when all is quiet.
struct WalletInvariants {
    private let fleet: WalletFleet

    init(_ fleet: WalletFleet) { self.fleet = fleet }

    func check() async throws {
        let (watch, world) = (fleet.watch, fleet.world)
        // The log's word counts: its answer to the issuer may have been lost.
        let revoked = try await fleet.registry.check(watch.registered)
        for issued in watch.issued where !revoked.contains(issued.head.dataHash) {
            if watch.registered[issued.head.dataHash] == nil { world.violate("claim \(issued.number) was issued, and isn't in the log") }
            if !watch.isReceived(issued.head.dataHash) { world.violate("claim \(issued.number) was issued, and its holder never got it") }
        }
    }
}
