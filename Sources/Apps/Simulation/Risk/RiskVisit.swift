internal import Foundation
internal import Primitives
internal import Risk
internal import RiskScoring
internal import Services

/// A sign-in whose risk a customer's server has evaluated, with the visitor's signals; and its end, which teaches.
struct RiskVisit {
    let number: Int
    let visitor: Visitor
    let user: Int
    let isAbroad: Bool
    let risk: RiskWorld

    private var world: World { risk.world }

    func run() async {
        var event = RiskEvent(address: visitor.address(abroad: isAbroad), user: "user-\(user)")
        event.flowType = "AUTHENTICATION"
        event.signals = await visitor.signals().map(RiskEvent.Signals.payload) ?? .none
        guard let recorded = await evaluate(event) else { return }
        // A customer's server that got no answer asks again: the same signals aren't taken twice.
        if case .payload = event.signals, visitor.dice.happens(world.plan.faults.doubled), let again = await evaluate(event) {
            if recorded.signals == "TAKEN", again.signals == "TAKEN" { world.violate("\(visitor.name): signals were taken twice") }
        }
        let isAsked = recorded.level != .low || recorded.recommendedAction != nil
        world.count("\(visitor.kind.rawValue)\(isAbroad ? " abroad" : "") \(isAsked ? "asked" : "let through")")
        await end(recorded, isAsked: isAsked)
    }

    private func evaluate(_ event: RiskEvent) async -> RecordedEvaluation? {
        do {
            let recorded = try await world.server.domain.risk.evaluate(event, origin: SimulatedServer.base, in: world.realm)
            world.note("visit-\(number) \(visitor.name) \(recorded.signals) \(recorded.level.rawValue) \(recorded.score)")
            return recorded
        } catch {
            world.violate("visit-\(number) could not be evaluated: \(error)")
            return nil
        }
    }

    /// A person who is asked for more has it, nearly always; a program hasn't. A program that isn't asked is in, and teaches.
    private func end(_ recorded: RecordedEvaluation, isAsked: Bool) async {
        let hasMore = !visitor.kind.isProgram && !visitor.dice.happens(0.02)
        let completion = !isAsked || hasMore ? RiskEvent.Completion.success : .failed
        for _ in 0..<(visitor.dice.happens(world.plan.faults.doubled) ? 2 : 1) {
            do { _ = try await world.server.domain.risk.complete(recorded.id, as: completion, in: world.realm) } catch {
                world.violate("visit-\(number) could not be ended: \(error)")
            }
        }
    }
}
