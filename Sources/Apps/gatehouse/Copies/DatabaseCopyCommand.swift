import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse database copy`
struct DatabaseCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a server's database into another one, from either engine to either.",
        discussion: """
            The copy is the database at one moment, also while the server runs; what is written later isn't in it. In the end both are
            compared, table by table. The target must be empty. A copy that was interrupted is continued by the same command, and no
            server starts on one that isn't finished. To move with a short break: copy with --prepare while the server runs, stop it,
            and copy again without, which writes only what has changed.

            The copy opens with the source's master key, which is no part of it, as the folders envelopes and verifications aren't.

            Examples:
              gatehouse database copy --to postgres://gatehouse@db.example.com/gatehouse --to-password-file password.txt --prepare
              gatehouse database copy --to postgres://gatehouse@db.example.com/gatehouse --to-password-file password.txt
              gatehouse database copy --from postgres://gatehouse@localhost/gatehouse --to gatehouse-data
            """)

    @Option(
        help: ArgumentHelp(
            "The database to copy: a data directory, or the address of a PostgreSQL database. (default: that of the settings)",
            valueName: "directory|uri"),
        completion: .directory)
    var from: String?
    @Option(help: ArgumentHelp("A file with the password for --from as its first line.", valueName: "file"), completion: .file())
    var fromPasswordFile: String?
    @Option(
        help: ArgumentHelp(
            "The database to make: a data directory, or the address of an empty PostgreSQL database.", valueName: "directory|uri"),
        completion: .directory)
    var to: String
    @Option(help: ArgumentHelp("A file with the password for --to as its first line.", valueName: "file"), completion: .file())
    var toPasswordFile: String?
    @Flag(help: "Leave the copy unfinished, to be brought up to date by a later one.") var prepare = false
    @OptionGroup var settings: SettingFlags<NoSettings>
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let source = try from.map { try Self.configuration($0, fromPasswordFile) } ?? ServerConfiguration(settings.resolve())
        let target = try Self.configuration(to, toPasswordFile)
        let report = try await ServerAssembly.copyDatabase(from: source, to: target, isPreparing: prepare) { table, rows in
            Terminal.progress("\(table): \(rows) rows")
        }
        Terminal.progress(nil)
        let state = prepare ? "; the copy isn't finished: copy again, without --prepare, once no server writes" : ""
        output.report(
            "\(target.databaseName) has the \(report.rows) rows of \(source.databaseName), \(report.changes) changed by this copy; "
                + "all \(report.tables.count) tables have the same digests\(state)",
            [
                "from": .string(source.databaseName), "to": .string(target.databaseName), "rows": .integer(Int64(report.rows)),
                "changes": .integer(Int64(report.changes)), "finished": .bool(!prepare), "tables": .array(report.tables),
            ])
    }

    /// The configuration of a server with a database.
    private static func configuration(_ place: String, _ passwordFile: String?) throws -> ServerConfiguration {
        let isAddress = place.hasPrefix("postgres://") || place.hasPrefix("postgresql://")
        guard isAddress || passwordFile == nil else { throw CommandFailure("\(place) is a directory, which has no password") }
        var flags = [isAddress ? "database" : "data-directory": place]
        flags["database-password-file"] = passwordFile
        return try ServerConfiguration(ResolvedSettings(flags: flags))
    }
}
