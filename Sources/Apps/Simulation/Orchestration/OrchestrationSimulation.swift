internal import Foundation
internal import Primitives

/// Phones with a customer's app that has the Orchestration SDK: activations, requests, codes and new PINs, through a customer's server that
/// carries commands badly.
struct OrchestrationSimulation {
    private let world: World

    init(_ world: World) { self.world = world }

    /// The seconds in which the phones are activated, before the rest begins.
    private static let activation = 600.0

    func run(progress: @escaping @Sendable (Int) -> Void) async throws -> SimulationResult {
        let fleet = try await OrchestratedWorld(world)
        let (plan, start) = (world.plan, world.scheduler.time.now)
        for phone in fleet.phones {
            world.scheduler.after(world.dice.number(0...Self.activation)) { await phone.activate() }
        }
        world.spread(from: Self.activation + 300, over: plan.rounds * plan.secondsBetween, progress) { _ in
            let event = OrchestratedEvent(phone: fleet.phones[world.dice.pick(plan.phones)], fleet: fleet)
            return { await event.run() }
        }
        await world.scheduler.run { false }
        try await OrchestratedInvariants(fleet).check()
        return SimulationResult(of: world, paired: fleet.phones.count(where: \.isActivated), since: start)
    }
}
