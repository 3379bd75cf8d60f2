internal import Foundation
internal import Primitives
internal import Risk
internal import RiskScoring
internal import Services
internal import Store

/// The users of a customer's server, their devices, and programs that have the users' passwords.
final class RiskWorld: Sendable {
    let world: World
    let people: [Visitor]
    let programs: [Visitor]

    /// One of so many visits is a program's.
    static let programShare = 0.15
    /// The share of a traveller's visits that come from abroad.
    static let abroad = 0.1
    /// The average seconds between the visits of one user.
    static let between = 28_800.0

    /// Makes the visitors: of ten users six are at home, two travel, and two share a device with others.
    init(_ world: World) {
        self.world = world
        people = (0..<world.plan.phones).map { number in
            let kind: Visitor.Kind = number % 10 < 6 ? .person : number % 10 < 8 ? .traveller : .sharer
            // Four share one device: two of each of two tens.
            return Visitor(kind, number, user: number, device: kind == .sharer ? 100_000 + number / 20 : number, world: world)
        }
        programs = (0..<30).map { number in
            let kind: Visitor.Kind = [.bot, .careful, .silent][number % 3]
            return Visitor(kind, 1_000_000 + number, user: 0, device: 200_000 + number, world: world)
        }
    }

    /// Holds what was evaluated against itself: the recorded facts say the same again, and nothing was taught by an event that failed.
    func check() async throws {
        let service = world.server.domain.risk
        let recorded = try await service.latest(limit: 10_000, in: world.realm)
        guard let set = try await service.declarations.all(.policySet, in: world.realm).first?.members else {
            return world.violate("no policy set")
        }
        for again in try await service.whatIf(set, over: recorded, in: world.realm) where again.was != again.would {
            world.violate("the evaluation \(again.id) is another the second time: \(again.was), \(again.would)")
        }
        for evaluation in recorded where evaluation.level == .low && !evaluation.isFounded {
            world.violate("the evaluation \(evaluation.id) is low, and nothing says so")
        }
        let failed = Set(recorded.filter { $0.completion != .success }.map(\.id.text))
        let taught = try await world.server.database.read {
            try $0.rows("SELECT evaluation FROM risk_successes").map { try $0.text("evaluation") }
        }
        for id in taught where failed.contains(id) { world.violate("the evaluation \(id) failed, and taught") }
        world.note("\(recorded.count) evaluations, \(taught.count) successes")
    }
}
