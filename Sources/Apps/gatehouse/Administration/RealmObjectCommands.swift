import ArgumentParser
import Primitives
import Services

/// `gatehouse … list`
struct ListCommand<Object: RealmObject>: DataCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List a realm's \(Object.kind.noun)s.")
    }

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        output.show(try await Object.all(in: realm, domain).map { $0.summary(in: realm) }, columns: Object.kind.columns)
    }
}

/// `gatehouse … show`
struct ShowCommand<Object: RealmObject>: DataCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show", abstract: Object.kind.showing,
            discussion: (["Example:"] + Object.kind.examples.map { "  gatehouse \($0)" }).joined(separator: "\n"))
    }

    @Argument(help: ArgumentHelp(stringLiteral: "The \(Object.kind.noun)'s name.")) var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await Object.existing(name, in: realm.realm(in: domain), domain).show(output)
    }
}

/// `gatehouse … delete`
struct DeleteCommand<Object: RealmObject>: DataCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete", abstract: Object.kind.deleting,
            discussion: "Example:\n  gatehouse \(Object.kind.command) delete \(Object.kind.example) --yes")
    }

    @Argument(help: ArgumentHelp(stringLiteral: "The \(Object.kind.noun)'s name.")) var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let object = try await Object.existing(name, in: realm, domain)
        try confirmation.confirm(object.question(in: realm))
        try await object.delete(in: realm, domain)
        output.report("removed the \(Object.kind.noun) \(object.name)", ["name": .string(object.name), "deleted": true])
    }
}
