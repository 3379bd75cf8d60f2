import Foundation
import Foundations
import GatehouseServer
import Logging
import PostgresTesting
import Primitives
import ServerTesting
import Testing

@Suite("The clocks of nodes", .timeLimit(.minutes(5)))
struct NodeClockTests {
    /// A database whose clock is ahead of this machine's by so many seconds, and settings of a server over it.
    private func database(ahead seconds: Int, _ cluster: TestCluster, _ directory: TemporaryDirectory) throws -> [String: String] {
        let uri = cluster.connection(to: try cluster.newDatabase(from: "template0"))
        // Names without a schema are looked up in this one first.
        let statements = """
            CREATE SCHEMA clock;
            CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
                AS $$ SELECT pg_catalog.clock_timestamp() + interval '\(seconds) seconds' $$;
            DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', current_database()); END $$
            """
        _ = try cluster.run(statements, in: uri)
        return ["database": uri, "data-directory": directory.path, "database-connections": "3"]
    }

    private func ready(_ server: TestServer) async throws -> Int { try await Browser.get(server.url + "/ready").status }

    @Test("a server doesn't start with a clock that differs from the database's by more than ten seconds, and says by how much")
    func refused() async throws {
        guard let cluster = TestCluster.current else { return #expect(TestCluster.isKnownToBeAbsent) }
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        for (seconds, words) in [(60, " s behind the database's"), (-60, " s ahead of the database's")] {
            let settings = try database(ahead: seconds, cluster, directory)
            let port = try await FreePort.find()
            let configuration = try ServerConfiguration(ResolvedSettings(flags: settings.merging(["port": String(port)]) { $1 }))
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let error = await #expect(throws: ServerError.self) { try await Gatehouse.open(configuration, logger: logger) }
            #expect(error?.code == .wrongClock)
            #expect(error?.description.contains("this machine's clock is ") == true && error?.description.contains(words) == true)
        }
    }

    @Test("/ready is refused by the node whose clock alone is wrong, and by none when it is the database's")
    func odd() async throws {
        guard let cluster = TestCluster.current else { return #expect(TestCluster.isKnownToBeAbsent) }
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let settings = try database(ahead: 0, cluster, directory)
        let late = ManualTime(Date().addingTimeInterval(-60))
        try await TestServer.run(settings: settings.merging(["node-name": "right"]) { $1 }, time: SystemTime()) { right in
            try await TestServer.run(settings: settings.merging(["node-name": "wrong"]) { $1 }, time: late) { wrong in
                // The first sign of life comes a moment after the start.
                for _ in 0..<200 where try await ready(wrong) != 503 { try await Task.sleep(for: .milliseconds(50)) }
                #expect(try await ready(wrong) == 503)
                #expect(try await ready(right) == 200)
            }
        }
        let other = try database(ahead: 60, cluster, directory)
        try await TestServer.run(settings: other.merging(["node-name": "one"]) { $1 }, time: SystemTime()) { one in
            try await TestServer.run(settings: other.merging(["node-name": "two"]) { $1 }, time: SystemTime()) { two in
                let configuration = try ServerConfiguration(ResolvedSettings(flags: other))
                let nodes = try await ClusterStatusTests.status(configuration) { $0.nodes?.count == 2 }.nodes ?? []
                #expect(nodes.count == 2 && nodes.allSatisfy { $0.clockDifference < -59_000 })
                let answers = [try await ready(one), try await ready(two)]
                #expect(answers == [200, 200])
            }
        }
    }
}
