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
        let rounds = max(1.0, Double(plan.logins) / Double(max(1, plan.phones)))
        for number in 0..<plan.logins {
            let phone = fleet.phones[world.dice.pick(plan.phones)]
            world.scheduler.after(Self.activation + 300 + world.dice.number(0...(rounds * plan.secondsBetween))) {
                // What a killed process was doing doesn't come back.
                world.endLogin()
                await OrchestratedEvent(phone: phone, fleet: fleet).run()
                if number % 500 == 0 { progress(world.loginsEnded) }
            }
        }
        await world.scheduler.run { false }
        try await OrchestratedInvariants(fleet).check()
        return SimulationResult(of: world, paired: fleet.phones.count(where: \.isActivated), since: start)
    }
}
