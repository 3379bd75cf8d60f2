import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a copy of the database in its place, while no server runs.",
        discussion: """
            The copy is checked throughout and must open with the master key, which has to be there. A copy of an earlier version is brought
            up to date. The database that is replaced stays beside it as gatehouse.db.replaced. With --dry-run everything is
            done but the last step, also while a server runs.

            Examples:
              gatehouse restore gatehouse-2026-01-01.db --dry-run
              gatehouse restore gatehouse-2026-01-01.db --yes
            """)

    @Argument(help: "The copy, as gatehouse backup makes one.", completion: .file()) var file: String
    @Flag(help: "Check the copy; replace nothing.") var dryRun = false
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var settings: SettingFlags<DataSettings>
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let configuration = try ServerConfiguration(settings.resolve())
        if !dryRun, ServerAssembly.hasDatabase(configuration), !confirmation.yes {
            guard try Terminal.confirm("Replace the database in \(configuration.dataDirectory) by \(file)?") else {
                throw CommandFailure("nothing was changed")
            }
        }
        let (size, replaced) = try await ServerAssembly.restore(file, configuration, isTrial: dryRun)
        var object: JSONObject = ["file": .string(file), "bytes": .integer(size), "dryRun": .bool(dryRun)]
        object["replaced"] = replaced.map { .string($0) }
        let kept = replaced.map { "; the former database is kept as \($0)" } ?? ""
        output.report(
            dryRun ? "dry run, nothing is changed: \(file) is whole and opens with the master key" : "restored \(file)\(kept)", object)
    }
}
