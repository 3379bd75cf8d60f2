import Administration
import ArgumentParser
import Primitives

/// `gatehouse orchestration licence`
struct OrchestrationLicenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "licence", abstract: "Licences: serial numbers, each for one user and their authenticators.",
        subcommands: [OrchestrationLicenceShowCommand.self, OrchestrationLicenceAddCommand.self])
}

/// `gatehouse orchestration licence show`
struct OrchestrationLicenceShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowLicences.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration licence show bank-app --realm alpha --json")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let count = try await server(ShowLicences(realm: realm.path, id: id))
        output.report(count.licences(id), count.object)
    }
}

/// `gatehouse orchestration licence add`
struct OrchestrationLicenceAddCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: AddLicences.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration licence add bank-app 100 --realm alpha")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: "How many.") var count: Int
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(AddLicences(realm: realm.path, id: id, count: count))
        output.report(made.licences(id), made.object, change)
    }
}

extension Told {
    fileprivate func licences(_ client: String) -> String { "\(client) has \(count("all")) licences, \(count("free")) of them free" }
}
