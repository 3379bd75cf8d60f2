import AsyncHTTPTransport
import Authenticator
import DeviceFoundation
import DeviceMessages
import ExampleModels
import Directory
import Foundation
import Foundations
import JourneyForms
import MFA
import PlatformTesting
import Primitives
import JourneyModel
import MultiFactor
import ServerTesting
import Services
import SignIn
import Testing

/// The example app without its views, against the demonstration's server over loopback HTTP.
@MainActor
@Suite("The example app", .timeLimit(.minutes(10)))
struct ExampleAppTests {
    private let time = ManualTime()

    private func app(_ server: TestServer, _ adjust: (inout ExampleServer) -> Void = { _ in }) throws -> ExampleApp {
        let device = DeviceFoundation.Device(
            transport: try AsyncHTTPTransport(), store: InMemoryStore(), time: time, random: SystemRandom())
        var address = ExampleServer(origin: server.url)
        adjust(&address)
        return ExampleApp(address, on: device, verification: SimulatedVerification(.fingerprint))
    }

    private nonisolated func live(_ body: @escaping @MainActor @Sendable (TestServer) async throws -> Void) async throws {
        try await TestServer.run(time: time) { server in try await body(server) }
    }

    /// Types name and password into whatever form asks for them, and sends it.
    private func enter(_ password: String = "Ch4ng3it!", into run: any FormRun) async {
        for index in run.form?.fields.indices ?? 0..<0 {
            switch run.form?.fields[index].kind {
            case .text: run.form?.fields[index].text = "demo"
            case .secret: run.form?.fields[index].text = password
            default: break
            }
        }
        await run.send()
    }

    @Test("signs in by a journey, after a wrong password; shows the user, and signs out")
    func login() async throws {
        try await live { server in
            let app = try app(server)
            let run = app.journeys.run("Login")
            await run.begin()
            #expect(run.form?.title == "Sign in" && run.form?.fields.count == 2)
            await enter("wrong", into: run)
            #expect(!run.hasEnded)
            await enter(into: run)
            await app.journeys.finish(run)
            #expect(app.journeys.username == "demo" && app.journeys.email == "demo.user@example.com")
            #expect(app.journeys.notice == nil)
            await app.journeys.signOut()
            #expect(app.journeys.username == nil)
        }
    }

    @Test("signs in on the server's page")
    func browser() async throws {
        try await live { server in
            let app = try app(server)
            await app.browser.signIn(through: PageVisitor("demo", "Ch4ng3it!"))
            #expect(app.browser.notice == nil && app.browser.subject != nil)
            await app.browser.signOut()
            #expect(app.browser.subject == nil)
        }
    }

    @Test("makes a passkey after the password, and signs in with it the next time")
    func passkey() async throws {
        try await live { server in
            let app = try app(server)
            let first = app.journeys.run("PasskeyLogin")
            await first.begin()
            #expect(first.form?.suggestsPasskey == true)
            await enter(into: first)
            await enter(into: first)
            let buttons = first.form?.fields.first { $0.sends }
            let offer = try #require(buttons)
            await first.press(0, of: offer.id)
            _ = try first.end?.get()
            #expect(first.hasEnded)
            #expect(await app.journeys.keys() == ["Passkey of demo"])
            await app.journeys.finish(first)
            await app.journeys.signOut()
            let second = app.journeys.run("PasskeyLogin")
            await second.begin()
            await second.usePasskey()
            _ = try second.end?.get()
            #expect(second.hasEnded)
            await app.journeys.finish(second)
            #expect(app.journeys.username == "demo")
        }
    }

    @Test("is paired by a code, shows a request, and approves it with the number of the sign-in; denies another; shows a passcode")
    func phone() async throws {
        try await paired { server in
            let app = try app(server.server) { ($0.phoneClient, $0.bundle) = (PlatformServer.application, PlatformServer.bundle) }
            let (changes, continuation) = AsyncStream<Void>.makeStream()
            app.phone.changed = { continuation.yield() }
            await app.phone.pair(with: "http://elsewhere.example/pair?realm=\(server.issuer.realm)&key=01234567890123")
            #expect(app.phone.notice != nil && app.phone.pairings.isEmpty)
            await app.phone.pair(with: try await server.pairingAddress())
            #expect(app.phone.notice == nil && app.phone.pairings.map(\.user.username) == ["demo"])
            for approves in [true, false] {
                let started = try await server.authenticate()
                while app.phone.requests.isEmpty { await next(changes) }
                let request = app.phone.requests[0]
                if approves {
                    await app.phone.approve(request, number: started.numberToShow.map(String.init) ?? "")
                } else {
                    await app.phone.deny(request)
                }
                #expect(app.phone.notice == nil && app.phone.requests.isEmpty)
                #expect(try await server.state(of: started).status == (approves ? .completed : .failed))
            }
            await app.phone.showPasscode()
            #expect(app.phone.passcode?.code.isEmpty == false)
        }
    }

    private nonisolated func paired(_ body: @escaping @MainActor @Sendable (PlatformServer) async throws -> Void) async throws {
        try await PlatformServer.run(time: time) { server in try await body(server) }
    }

    private func next(_ changes: AsyncStream<Void>) async { for await _ in changes { return } }

    @Test("keeps an account by the address of its code, and shows its one-time password")
    func account() async throws {
        let device = DeviceFoundation.Device(
            transport: try AsyncHTTPTransport(), store: InMemoryStore(), time: time, random: SystemRandom())
        let app = ExampleApp(ExampleServer(), on: device, verification: SimulatedVerification(.fingerprint))
        await app.accounts.start()
        await app.accounts.add("otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example")
        let account = try #require(app.accounts.accounts.first)
        await app.accounts.showCode(of: account)
        #expect(app.accounts.codes[account.id]?.code.utf8.count == 6 && app.accounts.notice == nil)
    }

    @Test("binds a key behind a PIN to the device, and signs in with the PIN alone")
    func boundKey() async throws {
        try await live { server in
            let realm = try await server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
            try await server.domain.signIn.journeys.save(try Self.boundKeyJourney(), named: "BoundKey", in: realm.id)
            let app = try app(server)
            var prompts: [String] = []
            app.pin.changed = { [pin = app.pin] in
                guard let prompt = pin.prompt else { return }
                prompts.append(prompt)
                pin.answer("1234")
            }
            let first = app.journeys.run("BoundKey")
            await first.begin()
            await enter(into: first)
            _ = try first.end?.get()
            #expect(first.hasEnded)
            #expect(await app.journeys.keys() == ["Key of demo"])
            await app.journeys.signOut()
            let second = app.journeys.run("BoundKey")
            await second.begin()
            _ = try second.end?.get()
            #expect(second.hasEnded)
            #expect(prompts == ["Choose a PIN", "PIN"])
        }
    }

    /// The journey of examples/bound-key.yaml.
    private static func boundKeyJourney() throws -> JSONValue {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../examples/bound-key.yaml")
            .standardized
        return try JourneyDefinition(text: String(contentsOf: file, encoding: .utf8)).json
    }
}
