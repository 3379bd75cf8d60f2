import Administration
import ArgumentParser
import PasswordHashes
import Primitives
import UserFiles

/// `gatehouse user import`
struct UserImportCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import users with their password hashes from a file of another product.",
        discussion: """
            Hashes are kept as they are and replaced by our own at the first right password. Records that can't become users are told with \
            their place and the field, and are left out. What was interrupted continues with --resume.

            A CSV file begins with the names of its columns: username, email, given_name, family_name, password_hash and others (docs/users.md).

            Examples:
              gatehouse user import users.csv --dry-run
              gatehouse user import users.jsonl --refused refused.jsonl
              gatehouse user import keycloak-export/ --realm alpha --relying-party login.example.com
              gatehouse user import users.jsonl --resume --on-conflict skip
            """)

    @Argument(help: ArgumentHelp("The file with users, or a folder with the files of one export.", valueName: "file")) var path: String
    @Option(help: "The file's format; found by its content when it isn't given.") var format: UserFileFormat?
    @Option(help: "The format of hashes that don't say it themselves.") var hashFormat: HashFormat?
    @Option(
        help: ArgumentHelp("The hash parameters of a Firebase project: signerKey, saltSeparator, rounds and memoryCost.", valueName: "file")
    )
    var firebaseParameters: String?
    @Option(
        help: ArgumentHelp(
            "The relying party whose passkeys are kept, which must be this realm's, too. Keycloak's files don't name it: it is the host that users signed in at.",
            valueName: "domain"))
    var relyingParty: String?
    @Option(
        help: "What happens with users who are there already: their records are refused (fail), left out (skip), or change them (update).")
    var onConflict = ImportUsers.Conflict.fail
    @Flag(help: "Continue where an import of the same file was interrupted.") var resume = false
    @Option(help: ArgumentHelp("A new file for the refused records as they came, hashes too.", valueName: "file")) var refused: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let paths = try UserFilePaths.expanded(path)
        guard let format = try format ?? UserFile.format(of: paths[0]) else {
            throw CommandFailure("the format of \(paths[0]) can't be told from its content; name it with --format")
        }
        let options = UserFileFormat.Options(
            hashFormat: hashFormat, firebase: try firebaseParameters.map(Self.firebase), relyingParty: relyingParty)
        let refusals = try refused.flatMap { try PrivateRecords($0, isContinued: resume, isDryRun: change.dryRun) }
        var run = UserImportRun(
            server, realm: try realm.path, source: try UserFile.digest(of: paths), conflict: onConflict, refusals: refusals)
        if resume { try await run.resume() }
        if !output.json { Terminal.complain("reading \(paths.count == 1 ? paths[0] : "\(paths.count) files") as \(format.rawValue)") }
        try await run.read(UserFile(paths, format, options))
        output.report(run.summary, run.json, change)
        if run.sums.refused > 0 { throw ExitCode.failure }
    }

    /// Reads the parameters as the project's console shows them.
    private static func firebase(_ path: String) throws -> FirebaseParameters {
        let object = try InputFile.object(path)
        guard let key = object["signerKey"]?.string, let rounds = object["rounds"]?.integer.flatMap(Int.init(exactly:)),
            let cost = object["memoryCost"]?.integer.flatMap(Int.init(exactly:))
        else { throw CommandFailure("\(path) lacks signerKey, rounds or memoryCost") }
        return try FirebaseParameters(
            signerKey: key, saltSeparator: object["saltSeparator"]?.string ?? "", rounds: rounds, memoryCost: cost)
    }
}

extension UserFileFormat: ExpressibleByArgument {}
extension HashFormat: ExpressibleByArgument {}
extension ImportUsers.Conflict: ExpressibleByArgument {}
