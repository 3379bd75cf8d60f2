import ArgumentParser
import Primitives
import Services
import Foundations
import Directory
import Messaging

/// `gatehouse mail`
struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "The mail server that a realm's messages go through.",
        discussion: "A realm without one takes that of the realm above it; set one for root, and all have it.",
        subcommands: [MailShowCommand.self, MailSetCommand.self, MailUnsetCommand.self, MailTestCommand.self])
}

/// `gatehouse mail show`
struct MailShowCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a realm's mail server.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        guard let server = try await domain.mailServers.server(for: realm) else { throw Self.none(realm) }
        let isOwn = try await domain.mailServers.own(of: realm) != nil
        output.show(try server.summary(isOwn: isOwn))
    }

    static func none(_ realm: Realm) -> CommandFailure {
        CommandFailure("realm \(realm.path) has no mail server; set one with: gatehouse mail set host=… from=… --realm \(realm.path.name)")
    }
}

/// `gatehouse mail set`
struct MailSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a realm's mail server; a running server follows within a second.",
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
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var server = try await domain.mailServers.own(of: realm) ?? MailServer(MailServerSettings())
        let before = server.settings.username
        server.settings = try SettingsEditor(server.settings).assigning(assignments)
        if let authorities { server.settings.authorities = try InputFile.text(authorities) }
        if server.settings.username.isEmpty {
            server.password = nil
        } else if password.passwordStdin || server.password == nil || server.settings.username != before {
            server.password = try password.read(for: server.settings.username)
        }
        try await domain.mailServers.set(server, of: realm)
        output.report("set the mail server of realm \(realm.path) to \(server.settings.host)", try server.summary(isOwn: true))
    }
}

/// `gatehouse mail unset`
struct MailUnsetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Take a realm's own mail server away.",
        discussion: "Example:\n  gatehouse mail unset --realm alpha --yes")

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        try confirmation.confirm("Take the mail server of realm \(realm.path) away?")
        guard try await domain.mailServers.remove(of: realm) else {
            throw CommandFailure("realm \(realm.path) has no mail server of its own")
        }
        output.report("realm \(realm.path) has no mail server of its own any more", ["removed": true])
    }
}

/// `gatehouse mail test`
struct MailTestCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a message, and say whether the mail server took it.",
        discussion: "Example:\n  gatehouse mail test you@example.com")

    @Argument(help: "Whom to send it to.") var address: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let recipient = try MailAddress(address)
        guard let server = try await domain.mailServers.server(for: realm) else { throw MailShowCommand.none(realm) }
        let content = MailContent(
            subject: "Gatehouse can send mail", text: "Realm \(realm.path) sends its mail through \(server.settings.host).\n")
        try await domain.mail.send(MailOrder(content, to: recipient, in: realm, purpose: "test", requester: "command line"))
        output.report(
            "\(server.settings.host) took a message to \(recipient)",
            ["host": .string(server.settings.host), "to": .string(recipient.text)])
    }
}

extension MailServer {
    fileprivate func summary(isOwn: Bool) throws -> JSONObject {
        var summary = try SettingsEditor(settings).object
        summary["port"] = .integer(Int64(settings.effectivePort))
        summary["authorities"] = .bool(!settings.authorities.isEmpty)
        summary["password"] = .bool(password != nil)
        summary["inherited"] = .bool(!isOwn)
        return summary
    }
}
