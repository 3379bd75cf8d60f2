import Administration
import ArgumentParser
import Foundation
import GatehouseServer
import Primitives

/// A command that reads a server's data: on the open file, also while the server runs, or by the server.
protocol DataCommand: AsyncParsableCommand {
    associatedtype Group: SettingGroup
    /// The flags that say which server's data it is.
    var data: DataOptions<Group> { get }
    func run(_ server: ReadingOperator) async throws
}

extension DataCommand {
    func run() async throws { try await runOnData() }

    /// Opens the database for the command, or the way to the server.
    func runOnData() async throws { try await data.open(isForced: false) { try await run(ReadingOperator($0)) } }
}

/// A command that changes a server's data, or with `--dry-run` says what would come of it.
protocol ChangingCommand: AsyncParsableCommand {
    associatedtype Group: SettingGroup
    var data: DataOptions<Group> { get }
    var change: ChangeOptions { get }
    func run(_ server: Operator) async throws
}

extension ChangingCommand {
    func run() async throws {
        try await data.open(isForced: change.force) { try await run(Operator($0, isDryRun: change.dryRun)) }
    }
}

/// The option of all commands that change something.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Say what would come of it; change and send nothing.") var dryRun = false
    @Flag(help: "With --server: also what another has changed since it was read.") var force = false
}

/// The administrator, where a command only reads: what changes something isn't to be had here.
struct ReadingOperator {
    private let runner: any ActionRunner

    init(_ runner: any ActionRunner) { self.runner = runner }

    func callAsFunction<Action: ReadingAction>(_ action: Action) async throws -> Told { Told(try await runner.read(action)) }
}

/// The administrator, where a command changes something or tries to.
struct Operator {
    private let runner: any ActionRunner
    let isDryRun: Bool

    init(_ runner: any ActionRunner, isDryRun: Bool) {
        self.runner = runner
        self.isDryRun = isDryRun
    }

    func callAsFunction<Action: ReadingAction>(_ action: Action) async throws -> Told { Told(try await runner.read(action)) }

    @discardableResult
    func callAsFunction<Action: ChangingAction>(_ action: Action) async throws -> Told {
        Told(try await runner.change(action, isDryRun: isDryRun))
    }

    /// Performs an action whose inputs can't be sent to a server.
    /// - Parameter reason: the reason, for an administrator who asks for it by `--server`.
    func here<Action: ChangingAction>(_ action: Action, because reason: String) async throws -> Action.Output {
        guard let administration = (runner as? LocalRunner)?.administration else {
            throw CommandFailure(["\(Action.declaration.name) can't be done by --server: \(reason)"], exitCode: 64)
        }
        return isDryRun ? try await administration.preview(action) : try await administration.perform(action)
    }

    /// Makes sure that what can't be undone is meant; a dry run needs no answer.
    /// - Throws: ends the command unless `--yes` was given or the administrator confirms it now.
    func confirm(_ confirmation: Confirmation, _ question: String) throws {
        guard try isDryRun || confirmation.yes || Terminal.confirm(question) else { throw CommandFailure("nothing was changed") }
    }
}

/// The flags that say which server's data a command works on: that of the open file, or that of a server elsewhere.
struct DataOptions<Group: SettingGroup>: ParsableArguments {
    @OptionGroup var settings: SettingFlags<Group>
    @OptionGroup var remote: RemoteOptions

    /// Opens the way to the data.
    /// - Parameter isForced: whether a change is made also where the data has changed since it was read.
    func open(isForced: Bool, _ body: (any ActionRunner) async throws -> Void) async throws {
        if let connection = try await remote.connection(hasLocalFlags: settings.isGiven) {
            return try await body(RemoteRunner(connection, isForced: isForced))
        }
        try await settings.open { try await body(LocalRunner(administration: $0)) }
    }
}

extension SettingFlags {
    /// Opens the server's data, as the operator that runs this program.
    fileprivate func open(_ body: (Administration) async throws -> Void) async throws {
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
