import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse cluster status`
struct ClusterStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the nodes over the database, their work, and the database; the exit code is 1 when something needs attention.",
        discussion: """
            Each server writes a sign of life into the database every 10 seconds: one that gave none for 30 seconds is silent. What needs
            attention is in the end: no node that serves, silent nodes, versions or schemas that differ, clocks that differ from the database's
            by more than a second, standbys that don't follow. How far behind standbys are is for database users with pg_monitor. The command
            changes nothing, and needs no master key.

            Examples:
              gatehouse cluster status
              gatehouse cluster status --config /etc/gatehouse.yaml
              gatehouse cluster status --database postgres://gatehouse@db.example.com/gatehouse --json | jq .problems
            """)

    @OptionGroup var settings: SettingFlags<DataSettings>
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let status = try await ServerAssembly.clusterStatus(ServerConfiguration(settings.resolve()))
        if output.json { Terminal.show(.object(status.json)) } else { Self.lines(status).forEach { Terminal.say($0) } }
        guard status.problems.isEmpty else { throw ExitCode(1) }
    }

    private static func lines(_ status: ClusterStatus) -> [String] {
        let engine = status.postgresVersion.map { "PostgreSQL \($0)" } ?? "embedded, so that there is one node"
        var lines = ["Database \(status.database), \(engine), schema step \(status.step)", ""]
        let nodes = status.nodes ?? []
        if !nodes.isEmpty {
            lines += table(["name", "state", "version", "address", "started", "clockMilliseconds"], nodes.map { status.json($0) })
        }
        if status.postgresVersion != nil {
            lines += table(["work", "node", "until"], status.leases)
            let columns = ["name", "state", "synchrony", "bytesBehind", "millisecondsBehind"]
            lines += status.standbys.isEmpty ? ["The database server has no standby.", ""] : table(columns, status.standbys)
        }
        return lines + (status.problems.isEmpty ? ["All is well."] : status.problems.map { "Attention: \($0)" })
    }

    private static func table(_ columns: [String], _ rows: [JSONObject]) -> [String] { Table(columns: columns, rows: rows).lines + [""] }
}
