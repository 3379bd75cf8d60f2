internal import Foundation
internal import Primitives

/// Phones that are trusted for the users of a customer's server: sign-ons in the app and in a browser, tokens, what the customer's server
/// changes, and in the end the way to the product's successor.
struct TrustSimulation {
    private let world: World

    init(_ world: World) { self.world = world }

    /// The seconds in which the phones are paired, before the sign-ons begin.
    private static let pairing = 600.0

    func run(progress: @escaping @Sendable (Int) -> Void) async throws -> SimulationResult {
        let trust = try await TrustWorld(world)
        let (plan, start) = (world.plan, world.scheduler.time.now)
        for phone in trust.phones {
            world.scheduler.after(world.dice.number(0...Self.pairing)) { await phone.signOn(phone.users[0]) }
        }
        let (begin, length) = (Self.pairing + 300, plan.rounds * plan.secondsBetween)
        world.spread(from: begin, over: length, progress) { _ in
            let event = TrustEvent(phone: trust.phones[world.dice.pick(plan.phones)], trust: trust)
            return { await event.run() }
        }
        // A fifth of the phones get the successor's app at the end.
        for phone in trust.phones where phone.dice.happens(0.2) {
            let end: Double = begin + length
            world.scheduler.after(end + world.dice.number(600...900)) { await phone.update() }
        }
        await world.scheduler.run { false }
        try await TrustInvariants(trust).check()
        return SimulationResult(of: world, paired: trust.phones.count { $0.hasBeenTrusted }, since: start)
    }
}
