import Foundation
import PostgresTesting
import Primitives
import Store
@testable import StorePostgres
import Testing

@Suite(
    "PostgreSQL: a commit whose answer is lost", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(5)))
struct PostgresOutcomeTests {
    /// Runs `body` with a database behind a proxy, and the number of times that its first write's body has run.
    private func withProxy(
        settling: Duration = .seconds(20), _ body: (PostgresDatabase, CuttingProxy, BodyRuns) async throws -> Void
    ) async throws {
        let cluster = try #require(TestCluster.current)
        let direct = try cluster.newSchema()
        try await PostgresDatabase.open(try cluster.configuration(direct), migrations: [.things]).close()
        let (proxy, connection) = try CuttingProxy.before(direct)
        defer { proxy.close() }
        let configuration = try cluster.configuration(connection) { $0.timeouts.settling = settling }
        let database = try await PostgresDatabase.open(configuration, migrations: [.things])
        try await body(database, proxy, BodyRuns())
        try await database.close()
    }

    private static func insert(_ transaction: any WriteTransaction, _ runs: BodyRuns) throws -> Int {
        try transaction.execute("INSERT INTO thing (id) VALUES (1)")
        return runs.next()
    }

    @Test("one that took effect is told as such, and its body isn't run again")
    func committed() async throws {
        try await withProxy { database, proxy, runs in
            proxy.cut(.commit(.after))
            let run = try await database.write { try Self.insert($0, runs) }
            #expect((run, runs.count, database.counts.doubts) == (1, 1, 1))
            try await database.expect(ids: [1])
        }
    }

    @Test("of one that arrived by half, the database is asked, and it is done once in either case")
    func half() async throws {
        try await withProxy { database, proxy, runs in
            proxy.cut(.commit(.within))
            let run = try await database.write { try Self.insert($0, runs) }
            #expect(run == runs.count && database.counts.doubts == 1)
            try await database.expect(ids: [1])
        }
    }

    @Test("one that didn't is run again")
    func undone() async throws {
        try await withProxy { database, proxy, runs in
            proxy.cut(.commit(.before))
            let run = try await database.write { try Self.insert($0, runs) }
            #expect((run, runs.count, database.counts.doubts) == (2, 2, 1))
            try await database.expect(ids: [1])
        }
    }

    @Test("where the server can't be asked, the caller is told that it isn't known")
    func unknown() async throws {
        try await withProxy(settling: .milliseconds(300)) { database, proxy, runs in
            proxy.cut(.commitForGood)
            await #expect(throws: DatabaseError(.unsettled)) { try await database.write { try Self.insert($0, runs) } }
            #expect(runs.count == 1)
        }
    }

    @Test("rows by which outcomes are found are deleted when they have expired, and not before")
    func swept() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let database = try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things])
        try await database.insert(1)
        try await database.close()
        let before = try cluster.run("SELECT id FROM store_commits", in: string).count
        #expect(before > 0)
        try cluster.run("INSERT INTO store_commits (id, expires) VALUES ('old', 1), ('older', 0)", in: string)
        let pool = try PostgresPool(try cluster.configuration(string), random: SystemRandom())
        let connection = try pool.connectOnce(until: .after(.seconds(10)))
        #expect(try Fence.sweep(connection, until: .after(.seconds(10))) == 2)
        #expect(try cluster.run("SELECT id FROM store_commits", in: string).count == before)
    }
}
