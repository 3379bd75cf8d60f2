import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database into a file, also while the server runs.",
        discussion: """
            The copy is the database at one moment, checked throughout; only its owner can read it. Keep the master key elsewhere: without
            it the copy is worthless, and with it it is everything. The folders envelopes and verifications beside the database are
            files, to be copied as such.

            Examples:
              gatehouse backup gatehouse-2026-01-01.db
              gatehouse backup /mnt/backup/gatehouse.db --config /etc/gatehouse.yaml
            """)

    @Argument(help: "The file to make; one that is there is not overwritten.", completion: .file()) var file: String
    @OptionGroup var settings: SettingFlags<DataSettings>
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let size = try ServerAssembly.backUp(ServerConfiguration(settings.resolve()), to: file)
        output.report("copied the database to \(file), \(size) bytes", ["file": .string(file), "bytes": .integer(size)])
    }
}
