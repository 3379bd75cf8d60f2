import ClientTesting
import DeviceBinding
import DeviceFoundation
import Foundation
import JourneyMessages
import Passkeys
import Primitives
import Testing

@testable import TerminalJourneys

@Suite("A journey, played in the terminal")
struct JourneyPlayerTests {
    private static let wrong = "  the PIN is wrong; 4 tries are left"

    /// A device, and a server whose journeys ask one thing.
    private struct Play {
        let server: ScriptedServer
        let device: Device

        init() throws {
            server = try ScriptedServer(time: SystemTime())
            device = Device(transport: server, store: InMemoryStore())
        }

        /// Asks some callbacks of a user who says these lines; gives what was sent, and what was said.
        func ask(
            _ callbacks: JourneyMessages.Callback..., sensor: VerificationMethod? = .face, typing lines: String...
        ) async throws -> (step: Step, said: [String]) {
            let asked = Step(authID: "state", callbacks: Step.numbered(callbacks))
            server.on("authenticate") { request in
                let isAnswer = request.json["authId"] != nil
                return .json(isAnswer ? JourneySuccess(tokenID: "token", successURL: "/", realm: "/alpha").json : asked.json)
            }
            let user = ScriptedUser(lines)
            let player = JourneyPlayer(
                at: ScriptedServer.address, on: device, application: "org.example.authenticator", deviceName: "My phone",
                verification: SimulatedVerification(sensor), asking: user)
            let session = try await player.run("Play")
            #expect(session.token == Secret("token") && user.lines.isEmpty)
            return (try Step(json: try #require(server.requests(to: "authenticate").last).json), user.said)
        }

        var player: JourneyPlayer {
            JourneyPlayer(
                at: ScriptedServer.address, on: device, application: "a", deviceName: "d", verification: SimulatedVerification(nil))
        }
    }

    private func binding(_ kind: DeviceBindingQuestion.Authentication, of user: String = "demo") -> DeviceBindingQuestion {
        DeviceBindingQuestion(
            userID: "id=\(user),ou=user", username: user, authentication: kind, challenge: "Y2hhbGxlbmdl",
            prompt: DevicePrompt(title: "Title", subtitle: "", description: "Description"))
    }

    private func signing(_ user: String? = "demo") -> DeviceSigningQuestion {
        DeviceSigningQuestion(userID: user.map { "id=\($0),ou=user" }, challenge: "Y2hhbGxlbmdl")
    }

    private func answer<Asked: Question>(to question: Asked, in step: Step) throws -> Asked.Answer? {
        try Answers(step).answer(to: question, at: 0)
    }

    @Test("a key behind a PIN is bound beneath its prompt, and signs; a wrong PIN is said here, and told in the server's word")
    func pin() async throws {
        let play = try Play()
        let bound = try await play.ask(binding(.applicationPIN).callback, typing: "*1234")
        guard case .bound(_, "My phone", _)? = try answer(to: binding(.applicationPIN), in: bound.step) else { throw Unexpected() }
        #expect(bound.said == ["alpha · Play · step 1", "  Title", "  Description"])
        let signed = try await play.ask(signing().callback, typing: "*1234")
        guard case .signed? = try answer(to: signing(), in: signed.step) else { throw Unexpected() }
        let wrong = try await play.ask(signing().callback, typing: "*0000")
        #expect(try answer(to: signing(), in: wrong.step) == .failed("Unsupported") && wrong.said.contains(Self.wrong))
        let declined = try await play.ask(signing().callback, typing: "*")
        #expect(try answer(to: signing(), in: declined.step) == .failed("Abort") && declined.said.contains("  no PIN was given"))
    }

    @Test("a person gives a new PIN twice, until both are the same")
    func newPIN() async {
        let user = ScriptedUser(["*1234", "*1243", "*1234", "*1234"], isTyped: true)
        #expect(await TerminalPINs(user: user).pin(DevicePrompt(title: "T"), isNew: true) == Secret("1234"))
        #expect(user.said == ["  T", "  those were different"] && user.lines.isEmpty)
    }

    @Test("of several users' keys one is chosen, by its number; who chooses none aborts")
    func selection() async throws {
        let play = try Play()
        for user in ["ada", "demo"] { _ = try await play.ask(binding(.none, of: user).callback) }
        let usernames = try await play.player.binding.keys().map(\.username)
        let chosen = try #require(usernames.firstIndex(of: "ada"))
        let signed = try await play.ask(signing(nil).callback, typing: "\(chosen + 1)")
        #expect(signed.said.dropFirst() == usernames.enumerated().map { "  \($0.offset + 1)) \($0.element)" }[...])
        guard case .signed(let jws)? = try answer(to: signing(nil), in: signed.step) else { throw Unexpected() }
        let claims = try #require(jws.split(separator: ".").dropFirst().first.flatMap { Base64URL.decode($0) })
        #expect(try JSONValue(parsing: claims)["sub"] == "id=ada,ou=user")
    }

    @Test("a sensor that doesn't recognise the user binds nothing and signs nothing; a PIN is no face")
    func sensor() async throws {
        let play = try Play()
        let stranger = try await play.ask(binding(.biometricOnly).callback, sensor: nil)
        #expect(try answer(to: binding(.biometricOnly), in: stranger.step) == .failed("Unsupported"))
        #expect(stranger.said.contains("  the user was not recognised"))
        _ = try await play.ask(binding(.biometricOnly).callback, sensor: .face)
        for (sensor, isSigned) in [(nil, false), (.pin, false), (.fingerprint, true)] as [(VerificationMethod?, Bool)] {
            let signed = try await play.ask(signing().callback, sensor: sensor)
            #expect(try (answer(to: signing(), in: signed.step) == .failed("Unsupported")) != isSigned)
        }
    }

    @Test("a passkey is made and used with the user's leave; without it the server hears the browser's word for that")
    func passkeys() async throws {
        let play = try Play()
        let outcome = HiddenValue(id: "webAuthnOutcome", value: "false").callback
        let registration = WebAuthnRegistration(
            challenge: "Y2hhbGxlbmdl", relyingPartyID: "am.example.com", relyingPartyName: "Example", userID: "ZGVtbw==", userName: "demo",
            displayName: "Demo", algorithms: [-7], timeout: 60_000, selection: .init(requiresResidentKey: true)
        ).callback
        let authentication = WebAuthnAuthentication(
            challenge: "Y2hhbGxlbmdl", relyingPartyID: "am.example.com", userVerification: "required", timeout: 60_000
        ).callback
        func text(_ step: Step) -> String { step.callbacks[1].input.first?.value?.string ?? "" }
        let declined = try await play.ask(registration, outcome, typing: "n")
        #expect(text(declined.step).hasPrefix("ERROR::NotAllowedError:"))
        #expect(declined.said.last == "  NotAllowedError: the user doesn't want a passkey")
        let made = try await play.ask(registration, outcome, typing: "")
        #expect(WebAuthnOutcome(text(made.step), isRegistration: true).map { if case .answered = $0 { true } else { false } } == true)
        let passkey = try #require(try await play.player.passkeys.passkeys().first)
        #expect(passkey.userName == "demo" && passkey.userID == "demo")
        let signed = try await play.ask(authentication, outcome, typing: "1")
        #expect(!text(signed.step).hasPrefix("ERROR"))
        #expect(text(try await play.ask(authentication, outcome, typing: "2").step).hasPrefix("ERROR::NotAllowedError:"))
        #expect(text(try await play.ask(authentication, outcome, sensor: nil, typing: "1").step).hasPrefix("ERROR::NotAllowedError:"))
    }

    @Test("what keeps a journey from its end is one line")
    func errors() async throws {
        let play = try Play()
        let user = ScriptedUser([])
        func run() async throws {
            let player = JourneyPlayer(
                at: ScriptedServer.address, on: play.device, application: "a", deviceName: "d", verification: SimulatedVerification(nil),
                asking: user)
            _ = try await player.run("Play")
        }
        play.server.on("authenticate") { _ in ScriptedServer.failure("Login failure") }
        let failed = await #expect(throws: PlayerError(.failed, "")) { try await run() }
        #expect(failed?.reason == "Play in realm alpha: Login failure")
        play.server.on("authenticate") { _ in ScriptedServer.step(TextStatement("Look into your mail.").suspendedCallback) }
        let suspended = await #expect(throws: PlayerError(.suspended, "")) { try await run() }
        #expect(suspended?.reason == "Play waits until you open a link: Look into your mail.")
        play.server.on("authenticate") { _ in ScriptedServer.step(CaptchaQuestion(siteKey: "k").callback) }
        await #expect(throws: PlayerError(.unanswerable, "")) { try await run() }
    }

    @Test(
        "an address without a path is a server's, whose API is below /am",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/am"), ("https://a.example/", "https://a.example/am"),
            ("https://a.example/openam", "https://a.example/openam"), ("nonsense", "nonsense"),
        ])
    func address(server: String, base: String) { #expect(ServerAddress(typed: server, realm: "alpha").base == base) }

    @Test(
        "an origin is scheme, host and an unusual port",
        arguments: [
            ("http://127.0.0.1:8080/am", "http://127.0.0.1:8080"), ("https://A.example:443/am", "https://a.example"),
            ("http://a.example:80", "http://a.example"), ("https://a.example:80/", "https://a.example:80"),
        ])
    func origin(address: String, origin: String) { #expect(ServerAddress(address).origin == origin) }
}

/// Another answer than the test expects.
private struct Unexpected: Error {}
