import Administration
import ArgumentParser
import Primitives

/// `gatehouse user create`
struct UserCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateUser.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user create ada --attribute givenName=Ada --attribute sn=Lovelace --attribute mail=ada@example.com
              pwgen 20 1 | gatehouse user create robot --password-stdin
              gatehouse user create guest --no-password
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Option(name: .shortAndLong, help: ArgumentHelp("A profile attribute.", valueName: "name=value"))
    var attribute: [String] = []
    @Flag(help: "Make a user who has no password.") var noPassword = false
    @OptionGroup var password: PasswordInput
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let password = noPassword ? nil : try password.read(for: username)
        let user = try await server(
            CreateUser(
                realm: realm.path, username: username, attributes: try attribute.map(Assignment.init(parsing:)), password: password))
        output.report("made user \(user.text("username")) in realm \(try realm.path)", user.object, change)
    }
}

/// `gatehouse user set-password`
struct UserSetPasswordCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password", abstract: SetUserPassword.declaration.purpose,
        discussion: """
            Examples:
              gatehouse user set-password ada
              gatehouse user set-password robot --password-stdin < password.txt
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var password: PasswordInput
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let known = try await server(ShowUser(realm: realm.path, username: username))
        let password = try password.read(for: known.text("username"))
        let user = try await server(SetUserPassword(realm: realm.path, username: username, password: password))
        let name = user.text("username")
        output.report("\(name) has a new password", ["username": .string(name), "changed": true], change)
    }
}
