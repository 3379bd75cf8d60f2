import AsyncHTTPTransport
import DeviceFoundation
import Directory
import Foundation
import Foundations
import OIDC
import PlatformTesting
import Primitives
import ServerTesting
import Services
import Synchronization
import Testing

@testable import gatehouse

@Suite("A fresh sign-in where the server wants one (RFC 9470)")
struct StepUpTests {
    @Test("what is hard to reverse has the administrator sign in again once the proof is old, and is then done")
    func stepUp() async throws {
        // Behind the client's clock also after it was moved.
        let time = ManualTime(Date().addingTimeInterval(-1000))
        try await TestServer.run(time: time) { server in
            let (browser, signIn) = try await Self.chief(of: server)
            let connection = AdminConnection(Self.context(server), signIn, try AsyncHTTPTransport(), isInteractive: true)
            _ = try await signIn.signIn()
            #expect(try await Self.endSessions(connection).isSuccess && browser.visits == 1)
            time.advance(by: 301)
            #expect(try await connection.send(.get, "realms/alpha/users/demo").isSuccess && browser.visits == 1)
            #expect(try await Self.endSessions(connection).isSuccess && browser.visits == 2)
            // The new token is kept, and fresh.
            #expect(try await Self.endSessions(connection).isSuccess && browser.visits == 2)
        }
    }

    @Test("where nobody can be asked, the command fails and says how to sign in")
    func unattended() async throws {
        let time = ManualTime(Date().addingTimeInterval(-1000))
        try await TestServer.run(time: time) { server in
            let (browser, signIn) = try await Self.chief(of: server)
            _ = try await signIn.signIn()
            time.advance(by: 301)
            let connection = AdminConnection(Self.context(server), signIn, try AsyncHTTPTransport(), isInteractive: false)
            let failure = await #expect(throws: CommandFailure.self) { try await Self.endSessions(connection) }
            #expect(failure?.lines.contains { $0.contains("gatehouse context login --as here") } == true, "\(failure?.lines ?? [])")
            #expect(browser.visits == 1)
        }
    }

    private static func endSessions(_ connection: AdminConnection) async throws -> AdministrationReply {
        try await connection.send(.post, "realms/alpha/sessions:end", body: ["username": "demo"])
    }

    private static func context(_ server: TestServer) -> RemoteContext {
        RemoteContext(name: "here", server: server.url, realm: "root", client: "gatehouse-cli", authorities: nil)
    }

    /// An administrator of the root, with a browser and nothing signed in yet.
    private static func chief(of server: TestServer) async throws -> (CountedBrowser, AdminSignIn) {
        let password = "Analyt1c!engine-of-hers"
        var account = NewAccount("chief", ["mail": "chief@example.com"], password: Secret(password))
        (account.mayBeIncomplete, account.isAdministrator) = (true, true)
        let root = try await server.domain.directory.realms.realm(at: .root)
        _ = try await server.domain.directory.accounts.create(account, in: root)
        let browser = CountedBrowser(PageVisitor("chief", password))
        let contexts = ContextStore(InMemoryStore())
        return (browser, AdminSignIn(context(server), contexts, try AsyncHTTPTransport(), browser: browser))
    }
}

/// A browser that counts the visits.
private final class CountedBrowser: LoginBrowser {
    private let browser: any LoginBrowser
    private let count = Mutex(0)

    init(_ browser: any LoginBrowser) { self.browser = browser }

    var visits: Int { count.withLock { $0 } }

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        count.withLock { $0 += 1 }
        return try await browser.answer(to: visit)
    }
}
