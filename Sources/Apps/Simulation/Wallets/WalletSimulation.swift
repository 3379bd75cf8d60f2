internal import Foundation
internal import Primitives

/// Wallets and services that exchange claims: issued, shared, verified and revoked, over mail that gets lost, doubled and overtaken.
struct WalletSimulation {
    private let world: World

    init(_ world: World) { self.world = world }

    /// The seconds in which the instances are registered, before the rest begins.
    private static let registration = 600.0
    /// The number of times that the log's checkpoint is noted.
    private static let looks = 40
    /// The number of times that each instance looks for its mail at the end, a minute apart: faults go on, so one look may fail as any call.
    private static let lastLooks = 60

    func run(progress: @escaping @Sendable (Int) -> Void) async throws -> SimulationResult {
        let fleet = try await WalletFleet(world)
        let (plan, start) = (world.plan, world.scheduler.time.now)
        for party in fleet.parties {
            world.scheduler.after(world.dice.number(0...Self.registration)) { await party.register() }
        }
        let (begin, length) = (Self.registration + 300, plan.rounds * plan.secondsBetween)
        world.spread(from: begin, over: length, progress) { _ in
            let event = WalletEvent(fleet: fleet, wallet: fleet.wallets[world.dice.pick(fleet.wallets.count)])
            return { await event.run() }
        }
        for number in 1...Self.looks {
            world.scheduler.after(begin + length * Double(number) / Double(Self.looks)) { await fleet.registry.look() }
        }
        for (place, party) in fleet.parties.enumerated() {
            for round in 0..<Self.lastLooks {
                world.scheduler.after(begin + length + Double(600 + 60 * round) + Double(place) / 100) { await party.look() }
            }
        }
        await world.scheduler.run { false }
        try await WalletInvariants(fleet).check()
        return SimulationResult(of: world, paired: fleet.parties.count { $0.id != nil }, since: start)
    }
}
