import DeviceMessages
import Directory
import Foundation
import Foundations
import Primitives
import Store
import Testing
import VerificationMessages
import Verifications

@Suite("Providers outside", .timeLimit(.minutes(5)))
struct ProviderTests {
    private static let pass = VerificationAnswer(results: [.documentAuthentication: .pass], messages: ["note": "looked at"])

    /// A submission that the provider outside has an order for.
    private static func ordered() async throws -> (server: VerifyServer, app: TestApp, order: ProviderOrder) {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.provider = "outside" }
        let app = try await server.begun()
        #expect(try await app.verify().status == .inProgress)
        return (server, app, try #require(server.provider.orders.first))
    }

    @Test("the provider gets what was read and fetches the pictures; its first answer counts, and the same again changes nothing")
    func answered() async throws {
        let (server, app, order) = try await Self.ordered()
        #expect(order.checks == [.documentAuthentication] && order.tries == 1 && order.attempt == 1)
        let card = try #require(order.cards.first)
        #expect(card.fields[.lastName] == "Specimen" && card.images.count == 2)
        let back = try #require(card.images[.back])
        #expect(try await server.verifications.image(back, of: order, at: server.site) == ScriptedPictures.file("licence.png"))
        await #expect(throws: DeviceError(.notFound, "")) {
            try await server.verifications.image(app.random.uuid(), of: order, at: server.site)
        }
        for _ in 0..<2 { try await server.verifications.answer(Self.pass, to: order.id, at: server.site) }
        let report = try await app.report()
        #expect(report.status == .success && report.claims.count == 1)
        #expect(report.providers == [ProviderMessages(provider: "outside", messages: ["note": "looked at"])])
        var other = Self.pass
        other.results = [.documentAuthentication: .fail]
        await #expect(throws: DeviceError(.conflict, "")) { try await server.verifications.answer(other, to: order.id, at: server.site) }
        await #expect(throws: DeviceError(.notFound, "")) {
            try await server.verifications.image(back, of: order, at: server.site)
        }
        let reads = try await server.events().filter { $0 == "verification.document_read" }
        #expect(reads.count == 1)
    }

    @Test("an order that isn't answered is handed over again after growing pauses, as the same order")
    func again() async throws {
        let (server, _, order) = try await Self.ordered()
        for pause in [29.0, 1, 59, 1] {
            server.time.advance(by: pause)
            try await server.work()
        }
        #expect(server.provider.orders.map(\.id) == [order.id, order.id, order.id] && server.provider.orders.map(\.tries) == [1, 2, 3])
    }

    @Test("an answer at once counts at once")
    func atOnce() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.provider = "outside" }
        server.provider.answer(.answered(Self.pass))
        #expect(try await server.begun().verify().status == .success)
    }

    @Test("results that weren't ordered or are pending, unknown orders and answers after the end are refused")
    func refused() async throws {
        let (server, app, order) = try await Self.ordered()
        for wrong in [[.facialComparison: .pass], [.documentAuthentication: .pending]] as [[VerificationCheck: CheckResult]] {
            await #expect(throws: DeviceError(.malformed, "")) {
                try await server.verifications.answer(VerificationAnswer(results: wrong), to: order.id, at: server.site)
            }
        }
        await #expect(throws: DeviceError(.notFound, "")) {
            try await server.verifications.answer(Self.pass, to: app.random.uuid(), at: server.site)
        }
        server.time.advance(by: 1800)
        await #expect(throws: DeviceError(.expired, "")) {
            try await server.verifications.answer(Self.pass, to: order.id, at: server.site)
        }
        #expect(try await app.report().status == .fail)
    }

    @Test("a provider that isn't there is no result, and a negative answer steps up where the policy says so")
    func missing() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.provider = "elsewhere" }
        #expect(try await server.begun().verify().status == .partial)
        server.policies.change { policy in
            policy.governmentID.provider = "outside"
            policy.governmentID.inspection = .stepUp
        }
        server.provider.answer(.answered(VerificationAnswer(results: [.documentAuthentication: .fail])))
        #expect(try await server.begun(seed: 2).verify().status == .partial)
        #expect(try await server.verifications.waiting(at: server.site).count == 2)
    }
}
