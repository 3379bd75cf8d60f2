internal import Foundation
internal import Primitives

/// People, travellers, households that share a device, and programs with stolen passwords, whose sign-ins are evaluated.
struct RiskSimulation {
    private let world: World

    init(_ world: World) { self.world = world }

    func run(progress: @escaping @Sendable (Int) -> Void) async throws -> SimulationResult {
        let risk = RiskWorld(world)
        let (plan, start) = (world.plan, world.scheduler.time.now)
        world.spread(from: 0, over: plan.rounds * RiskWorld.between, progress) { number in
            let visit = visit(number, risk)
            return { await visit.run() }
        }
        await world.scheduler.run { false }
        try await risk.check()
        return SimulationResult(of: world, paired: risk.people.count, since: start)
    }

    private func visit(_ number: Int, _ risk: RiskWorld) -> RiskVisit {
        let dice = world.dice
        let isProgram = dice.happens(RiskWorld.programShare)
        let visitor = isProgram ? risk.programs[dice.pick(risk.programs.count)] : risk.people[dice.pick(risk.people.count)]
        let user = isProgram ? dice.pick(world.plan.phones) : visitor.user
        return RiskVisit(
            number: number, visitor: visitor, user: user, isAbroad: visitor.kind == .traveller && dice.happens(RiskWorld.abroad), risk: risk
        )
    }
}
