import Administration
import ArgumentParser
import DeviceFoundation
import Foundation
import GatehouseServer
import OAuthMessages
import OIDC
import Primitives

/// `gatehouse context`
struct ContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context", abstract: "Sign-ins of administrators to servers elsewhere, which --as and --server ask by.",
        discussion: """
            A context is a sign-in by a name of its own. It is kept, encrypted, for your account alone, in
            $XDG_CONFIG_HOME/gatehouse or ~/.config/gatehouse, and refreshed as long as the server lets it.

            Programs need none: GATEHOUSE_SERVER and GATEHOUSE_TOKEN name a server and an application's access token.

            Examples:
              gatehouse context login --server https://login.example.com
              gatehouse user list --as login.example.com
              gatehouse context logout --as login.example.com
            """,
        subcommands: [ContextLoginCommand.self, ContextListCommand.self, ContextLogoutCommand.self])
}

/// `gatehouse context login`
struct ContextLoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in to a server as an administrator, by this machine's browser.",
        discussion: """
            The user administers the realm (see gatehouse user administrator); one of the root administers all realms and the server.
            What is hard to take back needs a sign-in of the last five minutes: signing in again with --as alone is one.

            Examples:
              gatehouse context login --server https://login.example.com
              gatehouse context login --server https://login.example.com --realm alpha --as shop
              gatehouse context login --as shop
            """)

    @Option(help: ArgumentHelp("The server's address; that of the context unless given.", valueName: "url")) var server: String?
    @Option(name: .customLong("as"), help: ArgumentHelp("The context's name; the server's host unless given.", valueName: "context"))
    var name: String?
    @Option(help: "The realm that the administrator is a user of. (default: root)") var realm: String?
    @Option(help: ArgumentHelp("The OAuth client, a public one. (default: \(OwnClients.commandLineID))", valueName: "client_id"))
    var client: String?
    @Option(
        help: ArgumentHelp("Certificates, as PEM, of the only authorities to trust, in place of the system's.", valueName: "file"),
        completion: .file())
    var authorities: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard server != nil || name != nil else { throw ValidationError("Name the server with --server, or a context with --as.") }
        if let server { _ = try RemoteOptions.address(server) }
    }

    func run() async throws {
        let contexts = try ContextStore.standard()
        let context = try await context(contexts)
        let signIn = AdminSignIn(context, contexts, try RemoteTransport.make(authorities: context.authorities))
        do { _ = try await signIn.signIn(notOlderThan: 300) } catch let error as OIDCError where error.refusal?.code == .invalidScope {
            throw CommandFailure(
                "the client \(context.client) may not ask for the scope fr:idm:*; allow it on the server's machine: gatehouse client set "
                    + "\(context.client) scopes=openid,fr:idm:* --realm \(context.realm)")
        }
        try await contexts.save(context)
        output.report("signed in to \(context.server); the context is \(context.name)", context.json)
    }

    /// The context to sign in to: a new one, or one that is there with what is given changed.
    private func context(_ contexts: ContextStore) async throws -> RemoteContext {
        let address = try server.map(RemoteOptions.address)
        let known = try await contexts.all()
        let wanted = name ?? RemoteContext.usualName(of: address ?? "")
        let old = known.first { $0.name == wanted }
        guard let server = address ?? old?.server else {
            throw CommandFailure("there is no context \(wanted); make it with --server https://…")
        }
        let file = authorities.map { URL(fileURLWithPath: $0).path }
        let isSame = old?.server == server
        return RemoteContext(
            name: wanted, server: server, realm: realm ?? (isSame ? old?.realm : nil) ?? "root",
            client: client ?? (isSame ? old?.client : nil) ?? OwnClients.commandLineID,
            authorities: file ?? (isSame ? old?.authorities : nil))
    }
}

/// `gatehouse context list`
struct ContextListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the contexts; never their tokens.",
        discussion: "Example:\n  gatehouse context list")

    @OptionGroup var output: OutputOptions

    func run() async throws {
        output.show(try await ContextStore.standard().all().map(\.json), columns: ["name", "server", "realm", "client"])
    }
}

/// `gatehouse context logout`
struct ContextLogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out: forget a context, and have the server revoke its tokens.",
        discussion: "Example:\n  gatehouse context logout --as login.example.com")

    @Option(name: .customLong("as"), help: ArgumentHelp("The context's name.", valueName: "context")) var name: String
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let contexts = try ContextStore.standard()
        let context = try await contexts.context(name)
        let signIn = AdminSignIn(context, contexts, try RemoteTransport.make(authorities: context.authorities))
        let report = await signIn.signOut()
        try await contexts.remove(name)
        for (step, error) in report.failures { Terminal.complain("warning: \(step): \(error)") }
        output.report("signed out of \(context.server); there is no context \(name) any more", ["name": .string(name), "signedOut": true])
    }
}
