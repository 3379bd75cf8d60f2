import Foundation
import Foundations
import GatehouseServer
import PostgresTesting
import Primitives
import ServerTesting
import Store
import StorePostgres
import Testing

@Suite("The state of a cluster", .timeLimit(.minutes(5)))
struct ClusterStatusTests {
    private let now = Date(millisecondsSince1970: 1_767_225_600_000)

    private func node(
        _ name: String, version: String = "1.0.0", step: Int = 67, silence: TimeInterval = 3, ahead: Int64 = 0, isDraining: Bool = false
    ) -> ClusterNode {
        ClusterNode(
            name: name, version: version, step: step, address: nil, started: now.addingTimeInterval(-3600),
            seen: now.addingTimeInterval(-silence), clockDifference: ahead, isDraining: isDraining)
    }

    private func problems(_ nodes: [ClusterNode]?, _ postgres: PostgresStatus? = nil) -> [String] {
        ClusterStatus(database: "data", postgres: postgres, step: 67, nodes: nodes, now: now).problems
    }

    @Test("nodes that serve one version with clocks that agree need no attention, nor does one that is about to stop")
    func well() {
        #expect(problems([node("a"), node("b", ahead: -1000), node("c", silence: 30, isDraining: true)]).isEmpty)
    }

    @Test("silence, other versions, an older schema and a clock that goes wrong are told by the node's name")
    func attention() {
        #expect(problems([]) == ["no node serves"])
        #expect(problems(nil).count == 1)
        #expect(problems([node("a", isDraining: true)]) == ["no node serves"])
        #expect(problems([node("a"), node("b", silence: 31)]) == ["node b is silent for 31 s"])
        #expect(problems([node("a"), node("b", version: "1.1.0")]) == ["the versions of nodes differ: 1.0.0, 1.1.0"])
        // What a silent node had says nothing of those that serve.
        #expect(problems([node("a"), node("b", version: "1.1.0", silence: 31, ahead: 5000)]) == ["node b is silent for 31 s"])
        #expect(problems([node("a", step: 66)]).first?.hasPrefix("node a knows the schema up to step 66") == true)
        #expect(problems([node("a", ahead: 1001)]) == ["the clock of node a is 1.001 s ahead of the database's"])
        #expect(problems([node("a", ahead: -2500)]) == ["the clock of node a is 2.5 s behind the database's"])
    }

    @Test("with the embedded database there is one node, from its start to its stop")
    func embedded() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let settings = ["data-directory": directory.path + "/data", "node-name": "alone"]
        let configuration = try ServerConfiguration(ResolvedSettings(flags: settings))
        try await TestServer.run(settings: settings) { _ in
            let status = try await Self.status(configuration) { $0.nodes?.isEmpty == false }
            #expect(status.nodes?.map(\.name) == ["alone"] && status.postgres == nil && status.problems.isEmpty)
            #expect(status.nodes?.first?.version == ServerVersion.text && status.nodes?.first?.clockDifference == 0)
        }
        #expect(try await ServerAssembly.clusterStatus(configuration).problems == ["no node serves"])
    }

    @Test("two nodes over PostgreSQL, their leases, and a role without rights; a schema of a version without nodes stays as it is")
    func shared() async throws {
        guard let cluster = TestCluster.current else { return #expect(TestCluster.isKnownToBeAbsent) }
        let uri = cluster.connection(to: try cluster.newDatabase(from: "template0"))
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let common = ["database": uri, "data-directory": directory.path, "database-connections": "3"]
        let configuration = try ServerConfiguration(ResolvedSettings(flags: common))
        try await TestServer.run(settings: common.merging(["node-name": "one"]) { $1 }) { _ in
            try await TestServer.run(settings: common.merging(["node-name": "two"]) { $1 }) { _ in
                let both = try await Self.status(configuration) { status in
                    status.nodes?.count == 2 && status.postgres?.leases.contains { $0.work == "audit-sealing" && $0.node != nil } == true
                }
                #expect(both.nodes?.map(\.name) == ["one", "two"] && both.problems.isEmpty)
                let lease = try #require(both.postgres?.leases.first { $0.work == "audit-sealing" })
                #expect(["one", "two"].contains(lease.node) && lease.until.map { $0 > both.now } == true)
                #expect(both.postgres?.leases.first { $0.work == "schema" }?.node == nil)
                #expect(both.postgres?.version.isEmpty == false && both.step >= 67)
            }
            let left = try await Self.status(configuration) { $0.nodes?.count == 1 }
            #expect(left.nodes?.map(\.name) == ["one"])
        }
        try cluster.run("DROP TABLE nodes; DELETE FROM schema_migration WHERE id >= 67", in: uri)
        let older = try await ServerAssembly.clusterStatus(configuration)
        #expect(older.nodes == nil && older.problems.count == 1 && older.step == 66)
        #expect(try cluster.run("SELECT to_regclass('nodes') IS NULL", in: uri) == ["t"])
    }

    @Test("a killed node's row goes when another begins at its address, and after a day")
    func forgotten() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: [ClusterNodes.feature].migrations)
        let nodes = ClusterNodes(database: database)
        for (name, address, silence) in [("killed", "a:1", 31.0), ("slow", "a:1", 29), ("elsewhere", "a:2", 31), ("gone", "a:3", 86_401)] {
            try await nodes.tell(
                ClusterNode(
                    name: name, version: "1", step: 67, address: address, started: now, seen: now.addingTimeInterval(-silence)))
        }
        try await nodes.replace(at: "a:1", by: "new", now: now)
        #expect(try await nodes.all().map(\.name) == ["elsewhere", "gone", "slow"])
        try await database.write { [now] in
            for rows in ClusterNodes.feature.expiry { _ = try rows.remove(atMost: 10, at: now, in: $0) }
        }
        #expect(try await nodes.all().map(\.name) == ["elsewhere", "slow"])
        try await nodes.leave("slow")
        #expect(try await nodes.all().map(\.name) == ["elsewhere"])
        try await database.close()
    }

    /// The state as soon as it is as expected, or as it is after ten seconds.
    static func status(_ configuration: ServerConfiguration, _ isExpected: (ClusterStatus) -> Bool) async throws -> ClusterStatus {
        var status = try await ServerAssembly.clusterStatus(configuration)
        for _ in 0..<200 where !isExpected(status) {
            try await Task.sleep(for: .milliseconds(50))
            status = try await ServerAssembly.clusterStatus(configuration)
        }
        return status
    }
}
