import Directory
import Foundation
import Foundations
import Primitives
import Store
import Testing
import VerifiableClaims
import VerificationMessages
import Verifications

@Suite("Claims of earlier verifications", .timeLimit(.minutes(5)))
struct ClaimTests {
    /// A server whose documents a provider outside verifies, and the app and the claim of a first verification.
    private static func verified(
        settings: (inout VerificationSettings) -> Void = { _ in }
    ) async throws -> (server: VerifyServer, app: TestApp, claims: [SDJWT]) {
        let server = try await VerifyServer(settings: settings)
        server.policies.change { $0.governmentID.provider = "outside" }
        server.provider.answer(.answered(VerificationAnswer(results: [.documentAuthentication: .pass])))
        let app = try await server.begun()
        return (server, app, try await app.verify().claims)
    }

    /// A second verification, with a claim of the first.
    private static func again(
        _ server: VerifyServer, _ first: TestApp, _ claim: SDJWT, proof: UUID? = nil, back: String = "licence.png"
    ) async throws -> (report: VerificationReport, asked: Int) {
        let second = try await server.begun(seed: UInt64(server.provider.orders.count + 10))
        let shown = try first.shown(claim, for: proof ?? second.id)
        #expect(try await second.submit([try await second.licence(back: back)], claims: [shown]).status == 202)
        try await server.work()
        return (try await second.report(), server.provider.orders.count)
    }

    @Test("the second transaction with the same images doesn't ask the provider")
    func spared() async throws {
        let (server, app, claims) = try await Self.verified()
        let second = try await Self.again(server, app, try #require(claims.first))
        #expect(second.report.status == .success && second.asked == 1)
        #expect(second.report.userData[.lastName] == "Specimen")
        // A claim doesn't live on by being shown.
        #expect(second.report.claims.isEmpty)
    }

    @Test("a claim with a proof for another transaction, and one of other images, spare nothing")
    func passedOver() async throws {
        let (server, app, claims) = try await Self.verified()
        let claim = try #require(claims.first)
        #expect(try await Self.again(server, app, claim, proof: app.id).asked == 2)
        #expect(try await Self.again(server, app, claim, back: "transparent.png").asked == 3)
    }

    @Test("a claim is good for its time, which the realm sets; with 0 none are issued")
    func lifetime() async throws {
        let (server, app, claims) = try await Self.verified { $0.verificationClaimLifetime = 3600 }
        server.time.advance(by: 3599)
        #expect(try await Self.again(server, app, try #require(claims.first)).asked == 1)
        server.time.advance(by: 31)
        #expect(try await Self.again(server, app, try #require(claims.first)).asked == 2)
        #expect(try await Self.verified { $0.verificationClaimLifetime = 0 }.claims.isEmpty)
    }

    @Test("claims are withdrawn with their transaction, by an administrator's refusal, and with the user's switch", arguments: 0..<3)
    func withdrawn(_ way: Int) async throws {
        let (server, app, claims) = try await Self.verified()
        switch way {
        case 0: _ = try await server.verifications.delete(try app.id, of: server.user.id, at: server.site)
        case 1:
            _ = try await server.verifications.decide(VerifyDecision(), on: try app.id, of: server.user.id, at: server.site)
            #expect(try await server.verifications.verifyStatus(of: server.user.id, at: server.site).status == .enabled)
        default: _ = try await server.verifications.setVerifyStatus(.enabled, of: server.user.id, at: server.site)
        }
        #expect(try await Self.again(server, app, try #require(claims.first)).asked == 2)
    }
}
