import ArgumentParser
import Primitives
import Services
import Directory

/// `gatehouse user create`
struct UserCreateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a user.",
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
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let schema = try await domain.accounts.schema(of: realm)
        guard try await domain.users.user(named: username, in: realm.id) == nil else {
            throw CommandFailure("there is a user \(username) in realm \(realm.path) already")
        }
        let password = noPassword ? nil : try password.read(for: username)
        var new = NewAccount(username, try AttributeAssignments(attribute).document(by: schema), password: password)
        // A robot has no last name.
        new.mayBeIncomplete = true
        let user = try await domain.accounts.create(new, in: realm)
        output.report("made user \(user.username) in realm \(realm.path)", user.summary(at: domain.time.now, by: schema))
    }
}
