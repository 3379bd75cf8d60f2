package import Foundation
package import Foundations
package import Primitives
package import StorePostgres

/// The processes over a database, what each does for all of them, and the database itself, as they are at a moment.
package struct ClusterStatus: Sendable {
    /// The state of a node.
    package enum State: Sendable, Equatable {
        case serving
        /// It was told to stop, and answers until then.
        case draining
        /// It gave no sign of life for so many seconds: it was killed, or can't reach the database.
        case silent(seconds: Int)

        /// The state in words.
        package var words: String {
            switch self {
            case .serving: "serving"
            case .draining: "draining"
            case .silent(let seconds): "silent for \(seconds) s"
            }
        }
    }

    /// The most milliseconds by which a node's clock may differ from the database's: times of tokens and one-time codes are compared.
    static let allowedDifference: Int64 = 1000

    /// The database as messages name it.
    package let database: String
    /// The state of the PostgreSQL server; nil for an embedded database.
    package let postgres: PostgresStatus?
    /// The last step of the database's schema.
    package let step: Int
    /// The nodes by their names; nil when the database's schema is of a version that knew none.
    package let nodes: [ClusterNode]?
    /// The time by the database's clock.
    package let now: Date

    package init(database: String, postgres: PostgresStatus?, step: Int, nodes: [ClusterNode]?, now: Date) {
        self.database = database
        self.postgres = postgres
        self.step = step
        self.nodes = nodes
        self.now = now
    }

    /// The state of one of the nodes.
    package func state(of node: ClusterNode) -> State {
        let silence = now.timeIntervalSince(node.seen)
        if silence > ClusterNodes.patience { return .silent(seconds: Int(silence)) }
        return node.isDraining ? .draining : .serving
    }

    /// The things that need attention, a sentence each.
    package var problems: [String] {
        guard let nodes else { return ["the schema of the database is of a version that knew no nodes: no server of this version has run"] }
        let serving = nodes.filter { state(of: $0) == .serving }
        var problems = serving.isEmpty ? ["no node serves"] : []
        problems += nodes.compactMap { node in
            if case .silent = state(of: node) { "node \(node.name) is \(state(of: node).words)" } else { nil }
        }
        let living = nodes.filter { now.timeIntervalSince($0.seen) <= ClusterNodes.patience }
        let versions = Set(living.map(\.version)).sorted()
        if versions.count > 1 { problems.append("the versions of nodes differ: \(versions.joined(separator: ", "))") }
        problems += living.filter { $0.step < step }.map { node in
            "node \(node.name) knows the schema up to step \(node.step), the database has step \(step): once stopped, it doesn't start again"
        }
        problems += living.filter { abs($0.clockDifference) > Self.allowedDifference }.map { node in
            "the clock of node \(node.name) is \(NodeClock.words(node.clockDifference)) the database's"
        }
        problems += (postgres?.standbys ?? []).compactMap { standby in
            guard let state = standby.state, state != "streaming" else { return nil }
            return "the standby \(standby.name) doesn't follow: \(state)"
        }
        return problems
    }

    /// All of it for programs.
    package var json: JSONObject {
        var object: JSONObject = [
            "database": .string(database), "engine": postgres == nil ? "sqlite" : "postgres", "step": .integer(Int64(step)),
            "nodes": .array((nodes ?? []).map { .object(json($0)) }), "problems": .array(problems.map { .string($0) }),
        ]
        if let postgres {
            object["version"] = .string(postgres.version)
            object["leases"] = .array(leases.map { .object($0) })
            object["standbys"] = .array(standbys.map { .object($0) })
        }
        return object
    }

    /// The version of the PostgreSQL server; nil for an embedded database.
    package var postgresVersion: String? { postgres?.version }

    /// Work that one node does for all, as rows of a list.
    package var leases: [JSONObject] { (postgres?.leases ?? []).map(Self.json) }

    /// The database server's standbys, as rows of a list.
    package var standbys: [JSONObject] { (postgres?.standbys ?? []).map(Self.json) }

    /// A node as a row of a list.
    package func json(_ node: ClusterNode) -> JSONObject {
        [
            "name": .string(node.name), "state": .string(state(of: node).words), "version": .string(node.version),
            "step": .integer(Int64(node.step)), "address": node.address.map { .string($0) } ?? .null,
            "started": .string(node.started.formatted(.iso8601)), "seen": .string(node.seen.formatted(.iso8601)),
            "clockMilliseconds": .integer(node.clockDifference),
        ]
    }

    private static func json(_ lease: PostgresStatus.Lease) -> JSONObject {
        [
            "work": .string(lease.work), "node": lease.node.map { .string($0) } ?? .null,
            "until": lease.until.map { .string($0.formatted(.iso8601)) } ?? .null,
        ]
    }

    private static func json(_ standby: PostgresStatus.Standby) -> JSONObject {
        [
            "name": .string(standby.name), "state": standby.state.map { .string($0) } ?? .null,
            "synchrony": standby.synchrony.map { .string($0) } ?? .null, "bytesBehind": standby.bytesBehind.map { .integer($0) } ?? .null,
            "millisecondsBehind": standby.millisecondsBehind.map { .integer($0) } ?? .null,
        ]
    }
}
