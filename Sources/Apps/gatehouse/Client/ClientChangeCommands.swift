import ArgumentParser
import Primitives
import Services
import Directory

/// `gatehouse client set`
struct ClientSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a client's settings; a running server follows within a second.",
        discussion: """
            Examples:
              gatehouse client set myApp accessTokenLifetime=600
              gatehouse client set myApp redirectURIs=https://app.example.com/callback,org.example.app://callback
              gatehouse client set myApp accessTokenLifetime=        (the realm's again)
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: ArgumentHelp("Settings and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        var client = try await domain.existingClient(id, in: realm.realm(in: domain))
        client.settings = try client.editor().assigning(assignments)
        try await domain.applications.update(client)
        output.report("changed \(assignments.joined(separator: ", ")) of client \(id)", try client.summary())
    }
}

/// `gatehouse client rotate-secret`
struct ClientRotateSecretCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret", abstract: "Give a confidential client a new secret; the old one is worthless at once.",
        discussion: "Example:\n  gatehouse client rotate-secret backend --yes")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        var client = try await domain.existingClient(id, in: realm.realm(in: domain))
        guard !client.isPublic else { throw CommandFailure("\(id) is a public client and has no secret") }
        try confirmation.confirm("Replace the secret of \(id)? The old one stops working at once.")
        let secret = Secret(domain.random.token())
        client.secret = secret
        try await domain.applications.update(client)
        output.report("the new secret of \(id), shown only now: \(secret.reveal())", try client.summary(showingSecret: true))
    }
}

/// `gatehouse client delete`
struct ClientDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a client; what was issued to it is worthless from then on.",
        discussion: "Example:\n  gatehouse client delete myApp --yes")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        _ = try await domain.existingClient(id, in: realm)
        try confirmation.confirm("Remove client \(id) from realm \(realm.path) for good?")
        try await domain.applications.delete(id, in: realm.id)
        output.report("removed client \(id)", ["id": .string(id), "deleted": true])
    }
}
