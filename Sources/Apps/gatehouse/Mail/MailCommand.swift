import Administration
import ArgumentParser
import Primitives

/// `gatehouse mail`
struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "The mail server that a realm's messages go through.",
        discussion: "A realm without one takes that of the realm above it; set one for root, and all have it.",
        subcommands: [MailShowCommand.self, MailSetCommand.self, MailUnsetCommand.self, MailTestCommand.self])
}

/// `gatehouse mail show`
struct MailShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowMailServer.declaration.purpose,
        discussion: "Example:\n  gatehouse mail show --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws { output.show(try await server(ShowMailServer(realm: realm.path)).object) }
}

/// `gatehouse mail set`
struct MailSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetMailServer.declaration.purpose,
        discussion: """
            What isn't given stays as it was. security is tls (port 465), starttls (587) or none (25). The password is asked for, or read
            from standard input; it is sealed in the database.

            Examples:
              gatehouse mail set host=smtp.example.com username=gatehouse 'from=Gatehouse <no-reply@example.com>'
              gatehouse mail set host=mail.internal security=starttls from=no-reply@example.com --authorities ca.pem
              gatehouse mail set username=gatehouse --password-stdin --realm root < password.txt
            """)

    @Argument(help: ArgumentHelp("Settings and their new values: host, port, security, username, from.", valueName: "name=value"))
    var assignments: [String]
    @Option(help: "A PEM file with authorities that the server's certificate may be signed by.", completion: .file())
    var authorities: String?
    @OptionGroup var password: PasswordInput
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, assignments) = (try realm.path, try assignments.map(Assignment.init(parsing:)))
        let old = try await server(FindOwnMailServer(realm: realm)).json.object
        let username = assignments.last { $0.name == "username" }?.typed ?? old?["username"]?.string ?? ""
        let isAsked = !username.isEmpty && (password.passwordStdin || old?["password"] != true || old?["username"]?.string != username)
        let mailServer = try await server(
            SetMailServer(
                realm: realm, assignments: assignments, authorities: try authorities.map(InputFile.text),
                password: isAsked ? try password.read(for: username) : nil))
        output.report("set the mail server of realm \(realm) to \(mailServer.text("host"))", mailServer.object, change)
    }
}

/// `gatehouse mail unset`
struct MailUnsetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: UnsetMailServer.declaration.purpose,
        discussion: "Example:\n  gatehouse mail unset --realm alpha --yes")

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Take the mail server of realm \(try realm.path) away?")
        try await server(UnsetMailServer(realm: realm.path))
        output.report("realm \(try realm.path) has no mail server of its own any more", ["removed": true], change)
    }
}

/// `gatehouse mail test`
struct MailTestCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: TestMail.declaration.purpose,
        discussion: "Example:\n  gatehouse mail test you@example.com")

    @Argument(help: "The recipient's address.") var address: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let sent = try await server(TestMail(realm: realm.path, recipient: address))
        output.report(sent.delivery(change), sent.object, change)
    }
}
