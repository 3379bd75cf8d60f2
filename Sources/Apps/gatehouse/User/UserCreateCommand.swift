import ArgumentParser
import Primitives
import Services

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
        guard try await domain.users.user(named: username, in: realm.id) == nil else {
            throw CommandFailure("there is a user \(username) in realm \(realm.path) already")
        }
        let attributes = try attributes()
        let hash = noPassword ? nil : try await domain.hasher.hash(try password.read(for: username))
        let user = try await domain.users.create(username, in: realm.id, attributes: attributes, passwordHash: hash)
        output.report("made user \(user.username) in realm \(realm.path)", user.summary(at: domain.time.now))
    }

    private func attributes() throws -> JSONObject {
        var attributes = JSONObject()
        for assignment in attribute {
            let halves = assignment.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { throw CommandFailure("\(assignment) is no attribute; write name=value") }
            attributes[String(halves[0])] = .string(String(halves[1]))
        }
        return attributes
    }
}
