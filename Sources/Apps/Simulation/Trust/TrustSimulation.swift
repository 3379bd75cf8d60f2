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
        let rounds = max(1.0, Double(plan.logins) / Double(max(1, plan.phones)))
        let length: Double = rounds * plan.secondsBetween
        let begin: Double = Self.pairing + 300
        for number in 0..<plan.logins {
            let phone = trust.phones[world.dice.pick(plan.phones)]
            world.scheduler.after(begin + world.dice.number(0...length)) {
                // What a killed process was doing doesn't come back.
                world.endLogin()
                await TrustEvent(phone: phone, trust: trust).run()
                if number % 500 == 0 { progress(world.loginsEnded) }
            }
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
