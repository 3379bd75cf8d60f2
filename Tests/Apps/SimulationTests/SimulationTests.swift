import Simulation
import Testing

/// A run whose trace is kept.
private func simulate(
    _ product: SimulationPlan.Product, _ seed: UInt64, _ faults: Faults, phones: Int, logins: Int
) async throws -> SimulationResult {
    var plan = SimulationPlan()
    (plan.product, plan.phones, plan.logins, plan.seed) = (product, phones, logins, seed)
    (plan.faults, plan.keepsTrace) = (faults, true)
    return try await Simulation(plan).run()
}

@Suite("A simulated fleet")
struct SimulationTests {
    private func run(_ seed: UInt64, _ faults: Faults = .all) async throws -> SimulationResult {
        try await simulate(.mfa, seed, faults, phones: 12, logins: 60)
    }

    @Test("without faults pairs all phones, and nearly all logins end well")
    func quiet() async throws {
        let result = try await run(1, .none)
        #expect(result.violations.isEmpty && result.paired == 12 && result.logins == 60)
        #expect(result.counts["COMPLETED", default: 0] > 45, "\(result.counts)")
    }

    @Test("with all faults breaks nothing", arguments: [2, 3, 4])
    func faults(seed: UInt64) async throws {
        let result = try await run(seed)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.logins == 60 && result.counts["COMPLETED", default: 0] > 10, "\(result.counts)")
    }

    @Test("the same seed gives the same trace, another one another")
    func deterministic() async throws {
        let (first, again, other) = (try await run(5), try await run(5), try await run(6))
        #expect(first.trace == again.trace && first.digest == again.digest)
        #expect(first.digest != other.digest)
    }
}

@Suite("A simulated fleet of phones that are trusted through a customer's server")
struct TrustSimulationTests {
    private func run(_ seed: UInt64, _ faults: Faults = .all, logins: Int = 120) async throws -> SimulationResult {
        try await simulate(.pingID, seed, faults, phones: 16, logins: logins)
    }

    @Test("without faults most phones become trusted, approve and move over")
    func quiet() async throws {
        let result = try await run(1, .none)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.paired > 10 && result.logins == 120, "\(result.counts)")
        #expect(result.counts["APPROVED", default: 0] > 30 && result.counts["moved over", default: 0] > 0, "\(result.counts)")
    }

    @Test("with all faults no user has two primary devices at any time, and no untrusted device approves", arguments: [2, 3, 4])
    func faults(seed: UInt64) async throws {
        let result = try await run(seed)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.logins == 120 && result.counts["APPROVED", default: 0] > 10, "\(result.counts)")
    }

    @Test("the same seed gives the same trace, another one another")
    func deterministic() async throws {
        let (first, again, other) = (try await run(5, logins: 40), try await run(5, logins: 40), try await run(6, logins: 40))
        #expect(first.trace == again.trace)
        #expect(first.digest != other.digest)
    }
}

@Suite("A simulated fleet of phones with the Orchestration SDK")
struct OrchestrationSimulationTests {
    private func run(_ seed: UInt64, _ faults: Faults = .all, logins: Int = 150) async throws -> SimulationResult {
        try await simulate(.orchestration, seed, faults, phones: 16, logins: logins)
    }

    @Test("without faults all phones are activated, and most requests and codes end well")
    func quiet() async throws {
        let result = try await run(1, .none)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.paired == 16 && result.logins == 150, "\(result.counts)")
        #expect(
            result.counts["in the end: accepted", default: 0] > 40 && result.counts["code: accepted", default: 0] > 15, "\(result.counts)")
    }

    @Test("with all faults no command counts twice, and nothing is approved but by its user", arguments: [2, 3, 4])
    func faults(seed: UInt64) async throws {
        let result = try await run(seed)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.logins == 150 && result.counts["in the end: accepted", default: 0] > 20, "\(result.counts)")
        #expect(result.counts["changed command: 400", default: 0] > 0 && result.counts["phone kills", default: 0] > 0, "\(result.counts)")
    }

    @Test("the same seed gives the same course of events")
    func deterministic() async throws {
        let (first, again, other) = (try await run(5, logins: 40), try await run(5, logins: 40), try await run(6, logins: 40))
        #expect(first.trace == again.trace)
        #expect(first.digest != other.digest)
    }
}

@Suite("Simulated sign-ins whose risk is evaluated")
struct RiskSimulationTests {
    private func run(_ seed: UInt64, _ faults: Faults = .all, logins: Int = 200) async throws -> SimulationResult {
        try await simulate(.risk, seed, faults, phones: 20, logins: logins)
    }

    @Test("without faults people at home are let through, and programs that type at once are asked")
    func quiet() async throws {
        let result = try await run(1, .none)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        let rows = Dictionary(uniqueKeysWithValues: RiskTable([result.counts]).rows.map { ($0.kind, $0) })
        let (person, bot) = (try #require(rows["person"]), try #require(rows["bot"]))
        #expect(person.visits > 60 && person.share < 200 && bot.visits > 3 && bot.share == 1000, "\(result.counts)")
    }

    @Test("with all faults no signals are taken twice, and what was recorded says the same again", arguments: [2, 3, 4])
    func faults(seed: UInt64) async throws {
        let result = try await run(seed)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.logins == 200, "\(result.counts)")
    }

    @Test("the same seed gives the same scores, another one others")
    func deterministic() async throws {
        let (first, again, other) = (try await run(5, logins: 80), try await run(5, logins: 80), try await run(6, logins: 80))
        #expect(first.trace == again.trace && first.digest == again.digest)
        #expect(first.digest != other.digest)
    }

    @Test("the table adds up runs, and rounds to tenths of a percent")
    func table() {
        let table = RiskTable([["bot asked": 2, "bot let through": 1], ["bot asked": 1, "person let through": 4]])
        #expect(table.rows.first { $0.kind == "bot" } == .init(kind: "bot", isProgram: true, visits: 4, asked: 3))
        #expect(table.totals.map(\.share) == [750, 0] && table.lines.count == 10)
        #expect(table.lines.contains { $0.hasPrefix("bot ") && $0.hasSuffix("4       3   75.0 %  detected") })
    }
}

@Suite("Simulated wallets and services")
struct WalletSimulationTests {
    private func run(_ seed: UInt64, _ faults: Faults = .all, logins: Int = 120) async throws -> SimulationResult {
        try await simulate(.individuals, seed, faults, phones: 12, logins: logins)
    }

    @Test("without faults claims are issued, shared, verified and revoked")
    func quiet() async throws {
        let result = try await run(1, .none)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.paired == 14 && result.counts["received: claim", default: 0] > 20, "\(result.counts)")
        #expect(result.counts["received: shares", default: 0] > 5 && result.counts["received: expiry", default: 0] > 3, "\(result.counts)")
    }

    @Test("with all faults nothing is shown as good after its revocation was logged, and every claim stays proved", arguments: [2, 3])
    func faults(seed: UInt64) async throws {
        let result = try await run(seed)
        #expect(result.violations == [], "\(result.trace.suffix(4000))")
        #expect(result.counts["received: claim", default: 0] > 10 && result.counts["phone kills", default: 0] > 0, "\(result.counts)")
    }

    @Test("the same seed gives the same trace, another one another")
    func deterministic() async throws {
        let (first, again, other) = (try await run(5, logins: 40), try await run(5, logins: 40), try await run(6, logins: 40))
        #expect(first.trace == again.trace && first.digest == again.digest)
        #expect(first.digest != other.digest)
    }
}
