import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import PolicyMessages
import Primitives
import ServerTesting
import Synchronization
import Testing

/// A resource server that policies protect, and the client's interceptor, over real loopback HTTP.
@Suite("A protected resource", .timeLimit(.minutes(10)))
struct StepUpTests {
    private let time = ManualTime()

    /// An app whose user is signed in, and what it is asked on the way.
    private struct App: Sendable {
        let device: Device
        let journey: Journey
        let resources: ProtectedResources
        let bank: ProtectedServer
        let asked = Asked()

        final class Asked: Sendable {
            let count = Mutex(0)
        }

        init(_ server: TestServer, _ bank: ProtectedServer, time: ManualTime, below prefix: String? = nil) async throws {
            self.bank = bank
            device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore(), time: time, random: SystemRandom())
            journey = Journey(at: ServerAddress("\(server.url)/am", realm: "alpha"), on: device)
            resources = ProtectedResources(below: [prefix ?? bank.url + "/bank/"], journey: journey)
            _ = try await journey.run("sdkUsernamePasswordJourney") { step in
                step.answer(.name, with: "demo")
                step.answer(.password, with: Secret("Ch4ng3it!"))
            }
        }

        /// How many steps of step-ups the user has seen.
        var steps: Int { asked.count.withLock { $0 } }

        func get(_ path: String, _ method: HTTPMethod = .get, password: String = "Ch4ng3it!") async throws -> HTTPResponse {
            try await resources.send(HTTPRequest(method, try #require(URL(string: bank.url + path)))) { step in
                asked.count.withLock { $0 += 1 }
                step.answer(.password, with: Secret(password))
            }
        }

        /// The same without following advice.
        func plain(_ path: String, transaction: String? = nil) async throws -> HTTPResponse {
            var request = HTTPRequest(.get, try #require(URL(string: bank.url + path)))
            request.addQuery(transaction.map { [("_txid", $0)] } ?? [])
            return try await device.send(request, as: RequestAction("TEST"))
        }
    }

    private func withBank(_ form: ProtectedServer.Form, _ body: (TestServer, ProtectedServer) async throws -> Void) async throws {
        try await TestServer.run(time: time) { server in
            try await ProtectedServer.run(asking: server, as: form) { bank in try await body(server, bank) }
        }
    }

    @Test("each access is approved, and served exactly once", arguments: ProtectedServer.Form.documented)
    func transaction(_ form: ProtectedServer.Form) async throws {
        try await withBank(form) { server, bank in
            let app = try await App(server, bank, time: time)
            let before = try await app.journey.session
            for number in 1...3 {
                let response = try await app.get("/bank/transfer/\(number)", .post)
                #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "served \(number)")
                #expect(app.steps == number && bank.count == number)
            }
            #expect(try await app.journey.session?.token == before?.token)
        }
    }

    @Test("a level raises the session, once for all accesses; both conditions take two step-ups")
    func level() async throws {
        try await withBank(.header) { server, bank in
            let app = try await App(server, bank, time: time)
            #expect(try await app.get("/bank/open").status == 200 && app.steps == 0)
            let before = try await app.journey.session
            for _ in 0..<2 { #expect(try await app.get("/bank/account").status == 200) }
            #expect(app.steps == 1 && bank.count == 3)
            #expect(try await app.journey.session?.token != before?.token)
            let fresh = try await App(server, bank, time: time)
            #expect(try await fresh.get("/bank/vault").status == 200)
            #expect(fresh.steps == 2 && bank.count == 4)
        }
    }

    @Test("who doesn't know the password gets nothing")
    func refused() async throws {
        try await withBank(.body) { server, bank in
            let app = try await App(server, bank, time: time)
            await #expect(throws: JourneyError(.failed, "")) { try await app.get("/bank/transfer/1", password: "wrong") }
            #expect(bank.count == 0)
        }
    }

    @Test("advice of a server that the app didn't name makes nobody do anything")
    func stranger() async throws {
        try await withBank(.header) { server, bank in
            let app = try await App(server, bank, time: time, below: "https://api.example.com/bank/")
            #expect(try await app.get("/bank/transfer/1").status == 401)
            #expect(app.steps == 0 && bank.count == 0)
        }
    }

    @Test("64 at once with one transaction: one is served; later ones and other users aren't")
    func parallel() async throws {
        try await withBank(.header) { server, bank in
            let app = try await App(server, bank, time: time)
            let advice = try #require(try await app.plain("/bank/transfer/1").policyAdvice)
            let id = try #require(advice.transactionID)
            #expect(try await app.plain("/bank/transfer/1", transaction: id).status == 401, "not approved yet")
            _ = try await app.journey.run(advice: advice) { $0.answer(.password, with: Secret("Ch4ng3it!")) }
            let other = try await App(server, bank, time: time)
            #expect(try await other.plain("/bank/transfer/1", transaction: id).status == 401, "another session's")
            #expect(try await app.plain("/bank/transfer/2", transaction: id).status == 401, "another resource's")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 { group.addTask { try await app.plain("/bank/transfer/1", transaction: id).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1 && bank.count == 1)
            #expect(try await app.plain("/bank/transfer/1", transaction: id).status == 401, "a replay")
        }
    }

    @Test("an approval that isn't used in time is worth nothing")
    func expired() async throws {
        try await withBank(.redirect) { server, bank in
            let app = try await App(server, bank, time: time)
            let advice = try #require(try await app.plain("/bank/transfer/1").policyAdvice)
            _ = try await app.journey.run(advice: advice) { $0.answer(.password, with: Secret("Ch4ng3it!")) }
            time.advance(by: 180)
            #expect(try await app.plain("/bank/transfer/1", transaction: advice.transactionID).status == 307)
            #expect(bank.count == 0)
        }
    }
}
