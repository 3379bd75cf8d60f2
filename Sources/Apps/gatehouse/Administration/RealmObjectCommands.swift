import Administration
import ArgumentParser
import Primitives

/// A kind of objects that a realm keeps by name, as commands show them.
protocol PrintedObject: RealmObject {
    /// Examples of `show`, a line each, and a name for the example of `delete`.
    static var examples: (showing: [String], name: String) { get }
    static func show(_ object: Told, _ output: OutputOptions)
}

/// `gatehouse … list`
struct ListCommand<Object: PrintedObject>: DataCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: ListObjects<Object>.declaration.purpose,
            discussion: "Example:\n  gatehouse \(Object.kind.command) list --realm alpha")
    }

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ListObjects<Object>(realm: realm.path)).rows, columns: Object.kind.columns)
    }
}

/// `gatehouse … show`
struct ShowCommand<Object: PrintedObject>: DataCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show", abstract: ShowObject<Object>.declaration.purpose,
            discussion: (["Example:"] + Object.examples.showing.map { "  gatehouse \($0)" }).joined(separator: "\n"))
    }

    @Argument(help: ArgumentHelp(stringLiteral: "The \(Object.kind.noun)'s name.")) var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        Object.show(try await server(ShowObject<Object>(realm: realm.path, name: name)), output)
    }
}

/// `gatehouse … delete`
struct DeleteCommand<Object: PrintedObject>: ChangingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration.delete(
            abstract: DeleteObject<Object>.declaration.purpose,
            discussion: "Example:\n  gatehouse \(Object.kind.command) delete \(Object.examples.name) --yes")
    }

    @Argument(help: ArgumentHelp(stringLiteral: "The \(Object.kind.noun)'s name.")) var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let realm = try realm.path
        let object = try await server(ShowObject<Object>(realm: realm, name: name))
        let name = object["name"]?.string ?? name
        let row = try await server(ListObjects<Object>(realm: realm)).rows.first { $0["name"]?.string == name }
        let standing = row?["default"] == true ? ", the default," : ""
        try server.confirm(confirmation, "Remove the \(Object.kind.noun) \(name)\(standing) from realm \(realm)?")
        try await server(DeleteObject<Object>(realm: realm, name: self.name))
        output.report("removed the \(Object.kind.noun) \(name)", ["name": .string(name), "deleted": true], change)
    }
}
