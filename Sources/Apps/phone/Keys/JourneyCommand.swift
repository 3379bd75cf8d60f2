import ArgumentParser
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import Primitives
import TerminalJourneys

/// `phone journey`
struct JourneyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey", abstract: "Run a journey of a server on this phone, with the keys and passkeys that it holds.",
        discussion: """
            The journey's questions are asked one by one, a key's PIN among them; in scripts each line of standard input answers one. \
            --sensor says how the phone recognises its user where a key or passkey wants face or finger. The session stays on the phone; \
            --json prints its token too.

            Examples:
              phone journey Login
              phone journey PasskeyLogin --server http://localhost:8080 --realm alpha
              printf 'demo\\n1234\\n' | phone journey SignByName --json
              phone journey PasskeyLogin --sensor nobody
              phone journey RiskLogin --signals bot
              phone journey RiskLogin --signals human --country NZ
              phone journey PasskeyRegistration --signed-in
              phone journey --resume 'http://localhost:8080/realms/alpha/login?suspendedId=…'
            """)

    @Argument(help: "The journey's name.") var journey: String?
    @Option(help: ArgumentHelp("Go on with a journey that was suspended, by the link that was sent.", valueName: "link"))
    var resume: String?
    @Flag(help: "Begin with the session of the journey before, as for adding a passkey to one's own account.") var signedIn = false
    @Option(help: "Send signals to journeys that ask for them: as of a person, as of a program, or none.") var signals = SignalManner.none
    @Option(
        help: ArgumentHelp(
            "Seem to come from a country, such as NZ; for servers with --behind-proxy and a file of places (examples/risk).",
            valueName: "letters"))
    var country: PretendedCountry?
    @OptionGroup var server: ServerOptions
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (journey == nil) != (resume == nil) else { throw ValidationError("name a journey, or give --resume with a link") }
    }

    func run() async throws {
        let address = try server.address(trusting: phone.home.issuers())
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let device = try await signedIn ? deviceSignedIn(at: address) : phone.device(transport: transport())
        let player = phone.player(at: address, on: device, signals: signals)
        let session = if let resume { try await player.resume(resume) } else { try await player.run(journey ?? "") }
        var object: JSONObject = ["realm": .string(server.realm), "successUrl": .string(session.successURL)]
        guard let token = session.token else {
            return output.say("the \(journey.map { "journey \($0)" } ?? "journey") is done; it made no session", object)
        }
        let user = try await player.journeys.sessionInfo().username
        object["username"] = .string(user)
        object["tokenId"] = .string(token.reveal())
        output.say("signed in as \(user) in realm \(server.realm)", object)
    }

    private func transport() throws -> any HTTPTransport {
        let network = try phone.network()
        return country?.transport(over: network) ?? network
    }

    /// The phone whose journeys begin with the session that it has.
    private func deviceSignedIn(at address: ServerAddress) async throws -> Device {
        let keeper = SessionKeeper(at: address, on: try phone.device(transport: NoNetwork()))
        guard let session = try await keeper.current() else {
            throw PhoneFailure("no user is signed in at \(address.base) in realm \(server.realm); run a journey without --signed-in first")
        }
        let begin = RequestAction.startAuthenticate(nil).name
        return try phone.device(
            transport: try transport(),
            interceptors: [Intercept { request, action in if action.name == begin { keeper.show(session, in: &request) } }])
    }
}
