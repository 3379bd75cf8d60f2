import ClientTesting
import DeviceFoundation
import Directory
import Foundation
import Foundations
import P1Verify
import Primitives
import Testing
import VerificationMessages
import Verifications

/// The documented SDK against the server, in one process, which has the SDK's settings once.
@Suite("The documented SDK of verifications, with the server", .serialized, OnOwnThreads(), SharedSettings(), .timeLimit(.minutes(5)))
struct DocumentedAppTests {
    /// A server whose documents a provider outside verifies, and the app.
    private func start(_ answer: ProviderOutcome = .waiting, http: any OutboundHTTP = NoOutboundHTTP()) async throws -> DocumentedApp {
        let server = try await VerifyServer(http: http)
        server.policies.change { $0.governmentID.provider = "outside" }
        server.provider.answer(answer)
        return DocumentedApp(server)
    }

    private static let pass = ProviderOutcome.answered(VerificationAnswer(results: [.documentAuthentication: .pass]))
    private static let fail = ProviderOutcome.answered(
        VerificationAnswer(results: [.documentAuthentication: .fail], messages: ["photo": "The photograph was exchanged."]))

    @Test("from the QR code to the result, which a push brings; then from what is saved")
    func flow() async throws {
        let outside = Outside()
        let (pushes, push) = AsyncStream<OutboundRequest>.makeStream()
        outside.answer { request in
            push.yield(request)
            return OutboundAnswer(status: 200, body: "")
        }
        let app = try await start(Self.pass, http: outside)
        try await app.server.addPushApplication()
        try await app.server.namePushApplication()
        let (transaction, code) = try await app.server.create()
        let text = VerificationCodeText(code: code, place: .init(origin: VerifyServer.address, realm: app.server.realm.id)).text
        let service = try await app.create(
            .initWithNewConfigFromQr(text).setPushNotificationToken(Data(repeating: 0xA1, count: 32)).setPushSandbox(true))
        #expect(try await app.status(of: service) == .IN_PROGRESS)
        #expect(try await app.submit([try app.licence()], by: service) == .IN_PROGRESS)
        let request = try #require(await pushes.first { _ in true })
        let statement = try JSONValue(parsing: request.body ?? "")["gh"]?.string
        #expect(service.processNotification(userInfo: ["gh": statement ?? ""]))
        let result = try await app.result()
        let status: VerifyStatus = result.getValidationStatus()
        #expect(status == .SUCCESS && result.getTransactionId() == transaction.id.text && result.getValidationErrors() == nil)
        let data = try #require(result.getUserData())
        #expect(data.getLastName() == "Specimen" && data.getIdType() == "DRIVING_LICENSE" && data.getCardType() == "DriverLicense")
        #expect(result.getValidationClaims()?.count == 1)
        let saved = try await app.create(.initWithSavedConfig())
        #expect(try await app.status(of: saved) == .SUCCESS)
    }

    @Test("a second transaction with the same card doesn't ask the provider")
    func reuse() async throws {
        let app = try await start(Self.pass)
        for _ in 0..<2 {
            let (_, service) = try await app.begin()
            try await app.submit([try app.licence()], by: service)
            #expect(try await app.status(of: service) == .SUCCESS)
        }
        #expect(app.server.provider.orders.count == 1)
    }

    @Test("a negative answer is FAIL with the provider's messages")
    func negative() async throws {
        let app = try await start(Self.fail)
        let (_, service) = try await app.begin()
        try await app.submit([try app.licence()], by: service)
        service.checkVerificationStatus()
        let result = try await app.result()
        #expect(result.getStatus().getStatus() == .FAIL && result.getUserData() == nil && result.getClaims().isEmpty)
        #expect(result.getValidationErrors()?.map { $0.getProviderId() } == ["outside"])
        #expect(result.getValidationErrors()?.first?.getProviderErrors() == ["The photograph was exchanged."])
        #expect(result.getProviderMessagesList().first?.getMessages() == ["photo": "The photograph was exchanged."])
    }

    @Test("what no provider can check is PARTIAL; an administrator's decision has its word, and so has a deletion")
    func decided() async throws {
        let app = try await start()
        let (server, site) = (app.server, app.server.site)
        server.policies.change { $0.governmentID.provider = "elsewhere" }
        let (id, service) = try await app.begin()
        try await app.submit([try app.licence()], by: service)
        #expect(try await app.status(of: service) == .PARTIAL)
        let words: [(VerificationStatus, VerifyStatus)] = [
            (.approvedManually, .APPROVED_MANUALLY), (.approvedNoRequest, .APPROVED_NO_REQUEST), (.notRequired, .NOT_REQUIRED),
            (.fail, .FAIL),
        ]
        for (status, word) in words {
            var decision = VerifyDecision()
            decision.transactionStatus.status = status
            _ = try await server.verifications.decide(decision, on: id, of: server.user.id, at: site)
            #expect(try await app.status(of: service) == word)
        }
        _ = try await server.verifications.delete(id, of: server.user.id, at: site)
        #expect(try await app.status(of: service) == .DELETED)
    }

    @Test("a passport and a selfie go where the policy asks for them")
    func passport() async throws {
        let app = try await start(Self.pass)
        app.server.policies.change { $0.facialComparison.use = .optional }
        let (_, service) = try await app.begin()
        let (passport, selfie) = (Passport(), Selfie())
        try passport.setFrontImage(try DocumentedApp.image("rgb.png"))
        selfie.setSelfie(try DocumentedApp.image("baseline.jpg"))
        #expect(try await app.submit([passport, selfie], by: service) == .IN_PROGRESS)
        #expect(app.server.provider.orders.first?.cards.map(\.type).contains(.passport) == true)
    }

    @Test("a service isn't made: each failure has its documented name")
    func creationFailures() async throws {
        let app = try await start()
        await #expect(throws: IdvError.failedToLoadSavedConfig) { try await app.create(.initWithSavedConfig()) }
        await #expect(throws: IdvError.cannotInitializeIdvService) { try await app.create(.initWithNewConfig(for: "000000000000")) }
        app.transport.answers { _ in RouteTransport.Response(status: 503) }
        await #expect(throws: IdvError.cannotUpdatePublicKeys) { try await app.begin() }
        app.transport.answers { _ in RouteTransport.Response(status: 201, body: Array("{}".utf8)) }
        await #expect(throws: IdvError.cannotGetServicePublicKey) { try await app.begin() }
    }

    @Test("data aren't submitted and the state isn't read: each failure has its documented name")
    func callFailures() async throws {
        let app = try await start(Self.pass)
        let (_, first) = try await app.begin()
        await #expect(throws: IdvError.cannotSubmitData) { try await app.submit([Selfie()], by: first) }
        app.transport.answers { _ in RouteTransport.Response(status: 503) }
        await #expect(throws: IdvError.cannotGetValidationStatus) { try await app.status(of: first) }
        app.transport.answers { _ in RouteTransport.Response(status: 200, body: Array("[]".utf8)) }
        await #expect(throws: IdvError.invalidReponseFromIdvService) { try await app.status(of: first) }
        app.transport.answers(nil)
        try await app.submit([try app.licence()], by: first)
        #expect(try await app.status(of: first) == .SUCCESS)
        let claim = try #require(try JSONValue(parsing: app.transport.last.body)["claims"]?.array?.first)
        // The claim of the first transaction in the report of the second is another key's.
        let (_, second) = try await app.begin()
        app.transport.answers { response in Self.adding(claim, to: response) }
        await #expect(throws: IdvError.cannotValidateIssuedClaim) { try await app.status(of: second) }
        app.transport.answers(nil)
        // A device whose clock is before the claim's.
        app.server.time.advance(by: -7200)
        await #expect(throws: IdvError.claimValidationFailed) { try await app.submit([try app.licence()], by: second) }
    }

    private static func adding(_ claim: JSONValue, to response: RouteTransport.Response) -> RouteTransport.Response {
        guard var report = try? JSONValue(parsing: response.body).object, report["status"] != nil else { return response }
        report["status"] = "SUCCESS"
        report["claims"] = [claim]
        return RouteTransport.Response(status: response.status, body: JSONValue.object(report).encoded)
    }
}
