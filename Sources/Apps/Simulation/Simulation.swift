package import Foundation
internal import Primitives

/// The plan of what is to be simulated.
package struct SimulationPlan: Sendable {
    /// The product that the phones' apps are of.
    package enum Product: String, Sendable, CaseIterable {
        /// Each phone is paired with one user, and is a second factor.
        case mfa
        /// Phones are trusted for the users of a customer's server: two for a user on average.
        case pingID = "pingid"
        /// Phones have a customer's app with the Orchestration SDK, which the customer's server carries commands of.
        case orchestration
        /// Devices bring signals, by which the risk of sign-ins is evaluated. The phones are the users.
        case risk
        /// Wallets get claims from services, and share them; the phones are the wallets, and there is a service for 25 of them.
        case individuals
    }

    package var product = Product.mfa
    package var phones = 100
    package var logins = 1000
    package var seed: UInt64 = 1
    package var faults = Faults.all
    /// The average time between the logins of one phone, in seconds of virtual time.
    package var secondsBetween = 120.0
    package var keepsTrace = false

    package init() {}
}

/// The result of a simulation.
package struct SimulationResult: Sendable {
    package let violations: [String]
    /// The numbers of times that things came about: how logins ended, how often the server was killed.
    package let counts: [String: Int]
    /// The number of phones that were paired in the end.
    package let paired: Int
    package let logins: Int
    /// SHA-256 of the trace, and how many lines it has; its text if it was kept.
    package let digest: String
    package let lines: Int
    package let trace: String
    /// Seconds of virtual time.
    package let duration: TimeInterval
}

/// A fleet of phones and a server in one process, with faults: the same client and server code as anywhere, and the same course of events for
/// the same seed.
package struct Simulation: Sendable {
    private let plan: SimulationPlan

    package init(_ plan: SimulationPlan) { self.plan = plan }

    /// - Parameter progress: is told now and then how many logins have ended.
    package func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> SimulationResult {
        let world = try await World(plan)
        switch plan.product {
        case .pingID: return try await TrustSimulation(world).run(progress: progress)
        case .orchestration: return try await OrchestrationSimulation(world).run(progress: progress)
        case .risk: return try await RiskSimulation(world).run(progress: progress)
        case .individuals: return try await WalletSimulation(world).run(progress: progress)
        case .mfa: break
        }
        let start = world.scheduler.time.now
        for phone in world.phones {
            world.scheduler.after(world.dice.number(0...300)) {
                guard let key = await world.pairingKey(for: phone.user) else { return }
                await phone.pair(with: key, tries: 5)
            }
        }
        for number in 0..<plan.logins {
            let phone = world.phones[world.dice.pick(plan.phones)]
            world.scheduler.after(900 + world.dice.number(0...(plan.rounds * plan.secondsBetween))) {
                await SimulatedLogin(number: number, phone: phone, world: world).run()
                if world.loginsEnded % 500 == 0 { progress(world.loginsEnded) }
            }
        }
        await world.scheduler.run { false }
        try await Invariants(world: world).check()
        return SimulationResult(of: world, paired: world.phones.filter(\.isPaired).count, since: start)
    }
}

extension SimulationPlan {
    /// The number of logins of one phone on average; 1 at least.
    var rounds: Double { max(1, Double(logins) / Double(max(1, phones))) }
}

extension World {
    /// Spreads the plan's logins over a time, in seconds.
    /// - Parameter login: makes the login of a number, which is run when its time has come.
    func spread(
        from begin: Double, over length: Double, _ progress: @escaping @Sendable (Int) -> Void,
        _ login: (Int) -> @Sendable () async -> Void
    ) {
        for number in 0..<plan.logins {
            let login = login(number)
            scheduler.after(begin + dice.number(0...length)) { [self] in
                // Counted before: a process that is killed doesn't come back to it.
                endLogin()
                await login()
                if number % 500 == 0 { progress(loginsEnded) }
            }
        }
    }
}

extension SimulationResult {
    init(of world: World, paired: Int, since start: Date) {
        self.init(
            violations: world.violations, counts: world.counts, paired: paired, logins: world.loginsEnded,
            digest: world.trace.digest, lines: world.trace.lines, trace: world.trace.text,
            duration: world.scheduler.time.now.timeIntervalSince(start))
    }
}
