import Administration
import ArgumentParser
import DeviceFoundation
import Foundation
import GatehouseServer
import OIDC
import Primitives
import TerminalJourneys

/// `gatehouse login`
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in to a server with the client SDK, and show the tokens.",
        discussion: """
            The journey's questions are asked one by one. Tokens are kept, encrypted, in $XDG_STATE_HOME/gatehouse or
            ~/.local/state/gatehouse; as long as they can be refreshed, nothing is asked. Passkeys that a
            journey has made here are kept there too.

            Examples:
              gatehouse login
              gatehouse login --server https://login.example.com/am --realm customers --journey Login
              gatehouse login --journey PasskeyLogin
              gatehouse login --journey RiskLogin --signals bot
              gatehouse login --journey RiskLogin --signals human --country NZ
              gatehouse login --browser
              gatehouse login --server https://localhost:8443/am --authorities ca.pem
              gatehouse login --resume "https://login.example.com/am/resume?suspendedId=…"
              gatehouse login --json | jq -r .access_token | gatehouse token inspect -
              gatehouse login --logout
            """)

    @Option(help: ArgumentHelp("The server's address.", valueName: "url")) var server = Self.standardServer
    @Option(help: "The realm to sign in to.") var realm = Demo.realmName
    @Option(help: "The journey to run. (default: \(Self.standardJourney), else the realm's own)") var journey: String?
    @Option(help: ArgumentHelp("The OAuth client to get tokens for; a public one.", valueName: "client_id"))
    var client = OwnClients.commandLineID
    @Option(help: "The scopes to ask for, with spaces between.") var scope = "openid profile email"
    @Option(help: ArgumentHelp("Go on with a journey that was suspended, by the link that was sent.", valueName: "link"))
    var resume: String?
    @Option(help: "Send signals to journeys that ask for them: as of a person, as of a program, or none.") var signals = SignalManner.none
    @Option(
        help: ArgumentHelp(
            "Seem to come from a country, such as NZ; for servers with --behind-proxy and a file of places (examples/risk).",
            valueName: "letters"))
    var country: PretendedCountry?
    @Flag(help: "Sign in on the server's own page, in the system's browser.") var browser = false
    @Flag(help: "Ask again although tokens are kept.") var force = false
    @Flag(help: "Sign out: forget, revoke and end everything.") var logout = false
    @Flag(help: "Show the tokens in full.") var showTokens = false
    @OptionGroup var authorities: AuthoritiesOption
    @OptionGroup var output: OutputOptions

    /// The server of a demonstration on this machine.
    static let standardServer = "http://localhost:8080"
    private static let standardJourney = "sdkUsernamePasswordJourney"

    func validate() throws {
        guard !(browser && logout) else { throw ValidationError("--browser and --logout don't go together") }
        guard resume == nil || !(browser || logout || journey != nil) else {
            throw ValidationError("--resume goes with neither --browser, --logout nor --journey")
        }
        guard !browser || journey == nil else {
            throw ValidationError("--browser and --journey don't go together; on its page the server decides which journey runs")
        }
    }

    func run() async throws {
        let login = TerminalLogin(
            address: ServerAddress(typed: server, realm: realm), client: client, scopes: scope.split(separator: " ").map(String.init),
            device: try LoginDevice.make(try transport()), signals: signals)
        if logout { return try await signOut(login) }
        let tokens = try await tokens(login)
        show(TokenSummary(tokens, of: await login.username(), at: SystemTime().now))
    }

    private func transport() throws -> any HTTPTransport {
        let transport = try authorities.transport()
        return country?.transport(over: transport) ?? transport
    }

    private func tokens(_ login: TerminalLogin) async throws -> TokenSet {
        if let resume { return try await login.resume(resume) }
        if !force, let kept = try await login.refreshedTokens(of: journey) { return kept }
        if browser { return try await login.signInThroughBrowser() }
        if let journey { return try await login.signIn(journey) }
        return try await login.signIn(preferring: Self.standardJourney)
    }

    private func show(_ report: TokenSummary) {
        if output.json { return Terminal.show(.object(report.json(realm: realm))) }
        Terminal.say("✓ signed in as \(report.name) in realm \(realm)")
        for line in report.lines(inFull: showTokens) { Terminal.say("  " + line) }
    }

    private func signOut(_ login: TerminalLogin) async throws {
        let report = await login.signOut()
        output.report("✓ signed out", ["signedOut": .bool(report.isComplete)])
        guard report.isComplete else {
            throw CommandFailure(report.failures.map { "signed out here, but not everywhere (\($0.step)): \($0.error)" })
        }
    }
}

extension SignalManner: ExpressibleByArgument {}

extension PretendedCountry: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
