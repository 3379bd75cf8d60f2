import Administration
import ArgumentParser
import Foundation
import GatehouseServer

/// A command that reads a server's data, also while the server runs.
protocol DataCommand: AsyncParsableCommand {
    associatedtype Group: SettingGroup
    /// The flags that say which server's data it is.
    var data: SettingFlags<Group> { get }
    func run(_ server: ReadingOperator) async throws
}

extension DataCommand {
    func run() async throws { try await runOnData() }

    /// Opens the database for the command.
    func runOnData() async throws { try await data.open { try await run(ReadingOperator($0)) } }
}

/// A command that changes a server's data, or with `--dry-run` says what would come of it.
protocol ChangingCommand: AsyncParsableCommand {
    associatedtype Group: SettingGroup
    var data: SettingFlags<Group> { get }
    var change: ChangeOptions { get }
    func run(_ server: Operator) async throws
}

extension ChangingCommand {
    func run() async throws { try await data.open { try await run(Operator($0, isDryRun: change.dryRun)) } }
}

/// The option of all commands that change something.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Say what would come of it; change and send nothing.") var dryRun = false
}

/// The operator, where a command only reads: what changes something isn't to be had here.
struct ReadingOperator {
    private let administration: Administration

    init(_ administration: Administration) { self.administration = administration }

    func callAsFunction<Action: ReadingAction>(_ action: Action) async throws -> Action.Output { try await administration.read(action) }
}

/// The operator, where a command changes something or tries to.
struct Operator {
    private let administration: Administration
    let isDryRun: Bool

    init(_ administration: Administration, isDryRun: Bool) {
        self.administration = administration
        self.isDryRun = isDryRun
    }

    func callAsFunction<Action: ReadingAction>(_ action: Action) async throws -> Action.Output { try await administration.read(action) }

    func callAsFunction<Action: ChangingAction>(_ action: Action) async throws -> Action.Output {
        isDryRun ? try await administration.preview(action) : try await administration.perform(action)
    }

    /// Makes sure that what can't be undone is meant; a dry run needs no answer.
    /// - Throws: ends the command unless `--yes` was given or the administrator confirms it now.
    func confirm(_ confirmation: Confirmation, _ question: String) throws {
        guard try isDryRun || confirmation.yes || Terminal.confirm(question) else { throw CommandFailure("nothing was changed") }
    }
}

extension SettingFlags {
    /// Opens the server's data, as the operator that runs this program.
    func open(_ body: (Administration) async throws -> Void) async throws {
        let configuration = try ServerConfiguration(resolve())
        let installation = try await ServerAssembly.openForAdministration(configuration)
        for notice in installation.nameNotices { Terminal.complain("gatehouse: \(notice)") }
        do {
            try await body(try await installation.administration(byOperator: NSUserName()))
        } catch {
            try await installation.close()
            throw error
        }
        try await installation.close()
    }
}
