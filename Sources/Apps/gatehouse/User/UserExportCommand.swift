import Administration
import ArgumentParser
import Foundation
import Primitives
import UserFiles

/// `gatehouse user export`
struct UserExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export users as a file that user import reads.",
        discussion: """
            With --hashes the file has the hashes of passwords: keep it as you keep the database. Factors, such as passkeys and \
            authenticator apps, are not in it.

            Examples:
              gatehouse user export --output users.jsonl --hashes
              gatehouse user export --format csv > users.csv
            """)

    /// The formats that are written.
    enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, csv }

    @Option(help: "The file's format.") var format = Format.jsonl
    @Flag(help: "Also export the hashes of passwords.") var hashes = false
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("A new file, which only its owner may read; standard output otherwise.", valueName: "file"))
    var path: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags

    func run(_ server: ReadingOperator) async throws {
        let file = try path.flatMap { try PrivateRecords($0, isContinued: false, isDryRun: false) }
        func write(_ line: [UInt8]) throws {
            if let file { try file.add(line) } else { try FileHandle.standardOutput.write(contentsOf: Data(line + [0x0A])) }
        }
        if format == .csv { try write(UserFileRecord.csvHeader) }
        var after = ""
        while true {
            let page = try await server(ExportUsers(realm: realm.path, after: after, hasHashes: hashes))
            for user in page.rows("users") {
                try write(format == .csv ? UserFileRecord.csvRow(user) : JSONValue.object(user).encoded)
            }
            guard let last = page["last"]?.string else { return }
            after = last
        }
    }
}
