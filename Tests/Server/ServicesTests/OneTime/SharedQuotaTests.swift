import Foundation
import PostgresTesting
import Primitives
import Store
import Testing
@testable import Directory
@testable import Foundations
@testable import Services

@Suite("Quotas that several servers share", .timeLimit(.minutes(5)))
struct SharedQuotaTests {
    private static let nodes = 3

    /// A domain with a realm of its own bounds.
    private struct Stage {
        let harness: DomainHarness
        let realm: Realm

        init(_ change: (inout BoundsSettings) -> Void) async throws {
            harness = try await DomainHarness()
            var realm = harness.realm
            change(&realm.settings[BoundsSettings.self])
            self.realm = realm
        }

        /// The counts in a database, as another server has them.
        func ledger(in database: (any Database)? = nil) -> QuotaLedger {
            QuotaLedger(database ?? harness.database, harness.domain.platform.sealer)
        }

        /// The quotas of several servers.
        func quotas(_ count: Int = nodes) -> [Quotas] { (0..<count).map { _ in Quotas(over: ledger(), time: harness.time) } }

        func userQuotas() -> [UserQuotas] { (0..<nodes).map { _ in UserQuotas(over: ledger(), time: harness.time) } }

        /// The numbers that nodes have taken, and how many counts there are.
        func taken() async throws -> (sum: Int64, rows: Int64) {
            let row = try await harness.database.read {
                try $0.row("SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) AS sum, COUNT(*) AS count FROM quota_counts")
            }
            let found = try #require(row)
            return (try found.int("sum"), try found.int("count"))
        }
    }

    /// Asks with each of so many numbers at once, and returns how many are admitted.
    private static func admitted(of count: Int, _ ask: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count { group.addTask { try await ask(number) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test("one prefix has so many of all together, in each minute", arguments: [1, 3, 30])
    func concurrentPrefix(_ most: Int) async throws {
        let stage = try await Stage { $0.keptRequestsPerAddressAndMinute = most }
        let quotas = stage.quotas()
        for _ in 0..<2 {
            let admitted = try await Self.admitted(of: 40 * Self.nodes) { number in
                try await quotas[number % Self.nodes].admits(.flow, bytes: 0, from: "192.0.2.1", in: stage.realm)
            }
            #expect(admitted == most)
            let others = try await Self.admitted(of: 40 * Self.nodes) { number in
                try await quotas[number % Self.nodes].admits(.pushedRequest, bytes: 0, from: "192.0.2.1", in: stage.realm)
            }
            #expect(others == most, "another kind")
            stage.harness.time.advance(by: 60)
        }
        await stage.harness.close()
    }

    @Test("however many servers hold a part, or were killed with one, the next has something left", arguments: [60, 1_000_000])
    func holders(_ most: Int) async throws {
        let stage = try await Stage { $0.keptRequestsPerAddressAndMinute = most }
        for quotas in stage.quotas(25) {
            #expect(try await quotas.admits(.flow, bytes: 0, from: "192.0.2.1", in: stage.realm))
        }
        await stage.harness.close()
    }

    @Test("bytes of a prefix, of a network and of a realm are counted over all")
    func concurrentBytes() async throws {
        // What nodes have left, each less than one row, is used by none.
        let stage = try await Stage { $0.keptBytesPerAddressAndMinute = 1280 }
        let quotas = stage.quotas()
        func admitted(of prefixes: Int, _ address: @escaping @Sendable (Int) -> String) async throws -> Int {
            try await Self.admitted(of: prefixes * Self.nodes) { number in
                let (node, prefix) = (number % Self.nodes, number / Self.nodes)
                return try await quotas[node].admits(.flow, bytes: 128, from: address(prefix), in: stage.realm)
            }
        }
        #expect((7...10).contains(try await admitted(of: 20) { _ in "192.0.2.1" }))
        stage.harness.time.advance(by: 60)
        #expect((77...80).contains(try await admitted(of: 100) { "192.0.2.\($0)" }), "eight times as much")
        stage.harness.time.advance(by: 60)
        #expect((157...160).contains(try await admitted(of: 180) { "10.0.\($0).1" }), "sixteen times as much")
        await stage.harness.close()
    }

    @Test("once a realm's are used up each prefix has its small share, of all servers together")
    func concurrentCrowd() async throws {
        let stage = try await Stage { $0.keptRequestsPerAddressAndMinute = 40 }
        let quotas = stage.quotas()
        func admitted(_ count: Int, _ address: @escaping @Sendable (Int) -> String) async throws -> Int {
            try await Self.admitted(of: count * Self.nodes) { number in
                try await quotas[number % Self.nodes].admits(.flow, bytes: 0, from: address(number / Self.nodes), in: stage.realm)
            }
        }
        let all = try await admitted(50 * 41) { "10.0.0.\($0 % 50)" }
        #expect((1_500...2_000).contains(all))
        // Each server comes to the end of the realm's portion that it holds.
        _ = try await admitted(220) { "10.0.1.\($0)" }
        #expect(try await admitted(10) { _ in "192.0.2.1" } == 2)
        #expect(try await admitted(10) { _ in "192.0.2.2" } == 2)
        // Prefixes that had more before have none left.
        #expect(try await admitted(10) { _ in "10.0.0.1" } == 0)
        await stage.harness.close()
    }

    @Test("one user has so many by one application of all together")
    func concurrentUsers() async throws {
        let stage = try await Stage { $0.tokensPerUserAndMinute = 30 }
        let (quotas, realm) = (stage.userQuotas(), stage.realm)
        for user in [UUID(), UUID()] {
            let admitted = try await Self.admitted(of: 40 * Self.nodes) { number in
                do { try await quotas[number % Self.nodes].require(.code, by: user, with: "app", in: realm) } catch is PasswordError {
                    return false
                }
                return true
            }
            #expect(admitted == 30)
        }
        await stage.harness.close()
    }

    @Test("a place that a transaction takes is counted once, and not at all when it fails")
    func concurrentPermits() async throws {
        let stage = try await Stage { $0.tokensPerUserAndMinute = 30 }
        let (quotas, realm, database, user) = (stage.userQuotas(), stage.realm, stage.harness.database, UUID())
        struct Failure: Error {}
        @Sendable func attempt(_ node: Int, failing: Bool = false) async throws -> Bool {
            do {
                try await quotas[node].permitting(.refresh, with: "app", in: realm) { permit in
                    try await database.write { _ in
                        try permit.take(by: user)
                        try permit.take(by: user)
                        if failing { throw Failure() }
                    }
                    permit.count(by: user)
                }
                return true
            } catch is PasswordError { return false } catch is Failure { return false }
        }
        #expect(try await Self.admitted(of: 60) { try await attempt($0 % Self.nodes, failing: true) } == 0)
        #expect(try await Self.admitted(of: 40 * Self.nodes) { try await attempt($0 % Self.nodes) } == 30)
        await stage.harness.close()
    }

    @Test("what comes from a portion, and what is refused, asks the database no more in that minute")
    func statements() async throws {
        let stage = try await Stage { $0.keptRequestsPerAddressAndMinute = 30 }
        let database = CountingDatabase(stage.harness.database)
        let quotas = Quotas(over: stage.ledger(in: database), time: stage.harness.time)
        func admits(bytes: Int = 0) async throws -> Bool {
            try await quotas.admits(.flow, bytes: bytes, from: "192.0.2.1", in: stage.realm)
        }
        #expect(try await admits(bytes: 512))
        #expect(database.taken() == CountingDatabase.Counts(written: 5), "of the prefix and its network, and of the realm")
        for _ in 0..<2 { #expect(try await admits(bytes: 512)) }
        #expect(database.taken() == CountingDatabase.Counts(), "from the portion")
        #expect(try await admits())
        #expect(database.taken() == CountingDatabase.Counts(written: 1), "another portion")
        // Another server takes what is left.
        let other = try #require(stage.quotas(1).first)
        while try await other.admits(.flow, bytes: 0, from: "192.0.2.1", in: stage.realm) {}
        while try await admits() {}
        _ = database.taken()
        for _ in 0..<20 { #expect(try await !admits()) }
        #expect(database.taken() == CountingDatabase.Counts())
        stage.harness.time.advance(by: 60)
        #expect(try await admits())
        await stage.harness.close()
    }

    @Test("what is refused in one circle takes nothing in the others")
    func together() async throws {
        let stage = try await Stage { $0.keptBytesPerAddressAndMinute = 1024 }
        let quotas = stage.quotas(2)
        #expect(try await quotas[0].admits(.flow, bytes: 600, from: "192.0.2.1", in: stage.realm))
        let before = try await stage.taken()
        #expect(try await !quotas[1].admits(.flow, bytes: 512, from: "192.0.2.1", in: stage.realm))
        #expect(try await stage.taken() == before)
        await stage.harness.close()
    }

    @Test("counts are kept without addresses, and go when their minute is over")
    func kept() async throws {
        let stage = try await Stage { _ in }
        let quotas = stage.quotas(1)
        #expect(try await quotas[0].admits(.flow, bytes: 512, from: "192.0.2.1", in: stage.realm))
        let sources = try await stage.harness.database.read { try $0.rows("SELECT source FROM quota_counts").map { try $0.text("source") } }
        #expect(sources.count == 5 && Set(sources).count == 5 && sources.allSatisfy { $0.utf8.count == 22 })
        try await stage.harness.domain.platform.forgetBrief()
        #expect(try await stage.taken().rows == 5)
        stage.harness.time.advance(by: 70)
        try await stage.harness.domain.platform.forgetBrief()
        #expect(try await stage.taken().rows == 0)
        await stage.harness.close()
    }

    @Test("nothing is admitted while the database is away, and those that wait for each other fail together")
    func concurrentAway() async throws {
        let stage = try await Stage { _ in }
        let quotas = stage.quotas(1)[0]
        await stage.harness.close()
        let failed = try await Self.admitted(of: 20) { _ in
            do { return try await !quotas.admits(.flow, bytes: 0, from: "192.0.2.1", in: stage.realm) } catch is DatabaseError {
                return true
            }
        }
        #expect(failed == 20)
        await #expect(throws: DatabaseError.self) { try await quotas.admits(.flow, bytes: 0, from: "192.0.2.1", in: stage.realm) }
    }

    @Test("a server that has the database to itself counts in memory, without a statement")
    func alone() async throws {
        let harness = try await DomainHarness()
        #expect((harness.domain.platform.quotas != nil) == harness.database.isShared)
        #expect(harness.database.isShared == (TestCluster.ofAllTests != nil))
        let database = CountingDatabase(harness.database)
        let node = harness.anotherNode(over: database)
        _ = database.taken()
        #expect(try await node.directory.quotas.admits(.flow, bytes: 512, from: "192.0.2.1", in: harness.realm))
        #expect((database.taken().written == 0) == !harness.database.isShared)
        await harness.close()
    }
}
