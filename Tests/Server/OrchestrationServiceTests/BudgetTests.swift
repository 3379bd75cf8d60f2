import CommandChannel
import Directory
import Foundation
import Foundations
import HTTPTypes
import OrchestrationService
import OrchestrationTesting
import Primitives
import Services
import Testing

@Suite("What strangers leave of a user's requests", .timeLimit(.minutes(5)))
struct BudgetTests {
    private static let journey = """
        name: App
        start: name
        nodes:
          name: { username: {}, next: app }
          app: { orchestrationAuthentication: { application: bank }, accepted: success, refused: failure, failed: failure,
                 timeout: failure, exited: failure, noDevice: failure }
        """

    private static func ask(_ server: OrchestrationServer, _ asker: BudgetAsker) async throws -> Bool {
        let customer = try await server.domain.orchestrations.customer("bank", in: server.realm)
        let order = Orchestrations.RequestOrder(.remoteAuthentication, for: "tom", display: try DisplayData([]), by: asker)
        do { _ = try await server.domain.orchestrations.ask(order, of: customer) } catch let refusal as OrchestrationRefusal
            where refusal.code == .limited
        {
            return false
        }
        return true
    }

    @Test("any number of anonymous logins leave the customer's own login, the user's and a known browser's")
    func reserve() async throws {
        let server = try await OrchestrationServer()
        try await LivePhone(server).activated()
        for number in 0..<20 { _ = try await Self.ask(server, .stranger(at: "192.0.2.\(number)")) }
        #expect(try await !Self.ask(server, .stranger(at: "198.51.100.1")))
        let answer = try await server.call(.post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"]])
        #expect(answer["sessionStatus"] == "pending")
        let user = UUID()
        for proof in [BudgetAsker.Standing.user(user), .browser(of: user)] {
            #expect(try await Self.ask(server, BudgetAsker(proof, at: "192.0.2.1")))
        }
        // What waits for one user has an end, whoever asks.
        for _ in 0..<8 { _ = try await Self.ask(server, BudgetAsker(.customer("bank"), at: "192.0.2.1")) }
        #expect(try await !Self.ask(server, BudgetAsker(.customer("bank"), at: "192.0.2.1")))
    }

    @Test("an anonymous login counts as a stranger's")
    func anonymous() async throws {
        let server = try await OrchestrationServer()
        try await server.save(Self.journey)
        try await LivePhone(server).activated()
        for _ in 0..<6 { _ = try? await LiveLogin(server).begin("App") }
        let answer = try await server.call(.post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"]])
        #expect(answer["sessionStatus"] == "pending")
    }
}
