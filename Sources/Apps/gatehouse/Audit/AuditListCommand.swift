import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse audit list`
struct AuditListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the last events, oldest first.",
        discussion: """
            A kind is the whole of one, such as login.failed, or the part before its point. A reference is any id that an event names: of a
            session, a transaction, a device. Interrupt --follow (Ctrl-C) to end it; with --json it prints an object a line.

            Examples:
              gatehouse audit list --limit 20
              gatehouse audit list --since 2h --kind login.failed
              gatehouse audit list --since 2026-01-01T00:00:00Z --user ada --realm alpha
              gatehouse audit list --reference 5f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11
              gatehouse audit list --follow --kind account
              gatehouse audit list --json | jq -c '.[] | select(.outcome == "failure")'
            """)

    /// The most events that are looked for at once while the log is followed.
    private static let mostAtOnce = 1000
    private static let columns = ["sequence", "time", "realm", "kind", "outcome", "user", "client", "reason"]

    @Option(help: "How many at most.") var limit = 50
    @Option(help: ArgumentHelp("Only events from a time on, or of the last so many s, m, h or d.", valueName: "time")) var since: AuditTime?
    @Option(help: "Only events of a kind.") var kind: String?
    @Option(help: "Only events about a user, by name or id.") var user: String?
    @Option(help: ArgumentHelp("Only events that name an id.", valueName: "id")) var reference: String?
    @Flag(help: "Go on with the events that come.") var follow = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 10000") }
    }

    func run(_ server: ReadingOperator) async throws {
        var action = ListAuditEvents(limit: limit)
        (action.kind, action.reference) = (kind, reference)
        action.since = since?.date(at: SystemTime().now)
        if let user { action.user = try await id(of: user, server) }
        let rows = try await server(action).rows
        guard follow else { return output.show(rows.reversed(), columns: Self.columns) }
        show(rows.reversed(), isFirst: true)
        try await showNews(action, after: rows.first?["sequence"]?.integer ?? 0, server)
    }

    /// Prints the events after one, again and again.
    private func showNews(_ first: ListAuditEvents, after sequence: Int64, _ server: ReadingOperator) async throws {
        var (action, seen) = (first, sequence)
        action.limit = Self.mostAtOnce
        while true {
            try await Task.sleep(for: .seconds(1))
            let rows = try await server(action).rows.filter { ($0["sequence"]?.integer ?? 0) > seen }
            seen = rows.first?["sequence"]?.integer ?? seen
            show(rows.reversed(), isFirst: false)
        }
    }

    private func show(_ rows: [JSONObject], isFirst: Bool) {
        if output.json {
            for row in rows { Terminal.show(.object(row)) }
        } else if isFirst {
            output.show(rows, columns: Self.columns)
        } else {
            for row in rows { Terminal.say(Self.columns.map { Table.text(row[$0] ?? .null) }.joined(separator: "  ")) }
        }
        Terminal.flush()
    }

    /// The user's id. A user who is gone has no name any more, and is asked for by the id.
    private func id(of user: String, _ server: ReadingOperator) async throws -> String {
        if let id = UUID(text: user.lowercased()) { return id.text }
        return try await server(ShowUser(realm: realm.path, username: user)).text("id")
    }
}

/// A time, as a flag gives it: in ISO 8601, or as so long ago.
struct AuditTime: ExpressibleByArgument {
    private enum Form { case at(Date), ago(TimeInterval) }

    private let form: Form

    init?(argument: String) {
        if let date = try? Date(argument, strategy: .iso8601) {
            form = .at(date)
        } else {
            let units: [Character: TimeInterval] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
            guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(decimal: argument.dropLast()), count <= 100_000 else {
                return nil
            }
            form = .ago(TimeInterval(count) * unit)
        }
    }

    func date(at now: Date) -> Date {
        switch form {
        case .at(let date): date
        case .ago(let seconds): now.addingTimeInterval(-seconds)
        }
    }
}
