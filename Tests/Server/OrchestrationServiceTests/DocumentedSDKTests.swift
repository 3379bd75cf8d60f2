import CommandChannel
import DeviceFoundation
import Foundation
import HTTPTypes
import OrchestrationSDK
import OrchestrationService
import Primitives
import Testing

@Suite("The documented SDK against the server: each flow's callbacks")
struct DocumentedSDKTests {
    private let tom = OrchestrationUser("tom")

    private func activated(_ server: OrchestrationServer) async throws -> LiveApp {
        let app = try LiveApp(server)
        app.enters("193758")
        try app.orchestrator.startActivation(
            OnlineActivationParameters(user: tom, activationPassword: try await server.register(), delegate: app.delegate))
        await app.waits(for: "onActivationSuccess")
        return app
    }

    @Test("activation, an address for notifications, codes, a signature and a new PIN")
    func flows() async throws {
        let server = try await OrchestrationServer()
        let app = try await activated(server)
        #expect(app.values(of: "onActivationStepComplete").count == 4)
        #expect(try await server.authenticators().count == 1)
        let orchestrator = try app.orchestrator
        orchestrator.startNotificationRegistration(
            NotificationRegistrationParameters(user: tom, notificationIdentifier: "fcm:1", delegate: app.delegate))
        #expect(await app.waits(for: "onNotificationRegistrationSuccess") == ["tom fcm:1"])
        #expect(try await server.authenticators().first?.notification == "fcm:1")
        app.enters("193758")
        orchestrator.startLocalAuthentication(
            LocalAuthenticationParameters(user: tom, cryptoAppIndex: 2, challenge: nil, protectionType: .PASSWORD, delegate: app.delegate))
        let code = try #require(await app.waits(for: "onLocalAuthenticationSuccess").first?.split(separator: " ").first)
        #expect(try await server.call(.post, "users/tom/login", login(String(code)))["sessionStatus"] == "accepted")
        app.enters("193758")
        orchestrator.startLocalTransaction(
            LocalTransactionParameters(
                user: tom, cryptoAppIndex: 4, dataFields: ["a", "b"], protectionType: .PASSWORD, delegate: app.delegate))
        let signature = try #require(await app.waits(for: "onLocalTransactionSuccess").first).split(separator: " ").map(String.init)
        let judged = try await server.call(
            .post, "users/tom/transactions/validate",
            ["data": ["standard": ["dataFields": ["a", "b"], "signature": .string(signature[0])]]])
        #expect(judged["sessionStatus"] == "accepted" && judged["hostCode"] == signature[1])
        app.enters("193758", "846207")
        orchestrator.startChangePassword(ChangePasswordParameters(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
        await app.waits(for: "onChangePasswordSuccess")
        server.time.advance(by: 30)
        app.enters("846207")
        orchestrator.startLocalAuthentication(
            LocalAuthenticationParameters(user: tom, cryptoAppIndex: 2, challenge: nil, protectionType: .PASSWORD, delegate: app.delegate))
        let next = try #require(await app.waits(for: "onLocalAuthenticationSuccess", times: 2).last?.split(separator: " ").first)
        #expect(try await server.call(.post, "users/tom/login", login(String(next)))["sessionStatus"] == "accepted")
    }

    @Test("requests: approved, rejected, with a wrong PIN, over, and locked", arguments: [false, true])
    func requests(_ signing: Bool) async throws {
        let server = try await OrchestrationServer()
        let (app, name) = (try await activated(server), signing ? "onRemoteTransaction" : "onRemoteAuthentication")
        let orchestrator = try app.orchestrator
        let approved = try await server.ask(signing: signing)
        app.enters("000001", "193758")
        orchestrator.execute(approved.command)
        #expect(await app.waits(for: "\(name)Success") == ["accepted"])
        #expect(app.values(of: "\(name)PasswordError") == ["-8040"])
        #expect(app.values(of: "\(name)DisplayData") == [signing ? "To: ACME" : "Sign in to ACME?"])
        #expect(try await server.status(approved.id) == "accepted")
        let rejected = try await server.ask(signing: signing)
        app.enters(approves: false)
        orchestrator.execute(rejected.command)
        #expect(await app.waits(for: "\(name)Success", times: 2) == ["accepted", "refused"])
        #expect(try await server.status(rejected.id) == "refused")
        let late = try await server.ask(signing: signing)
        server.time.advance(by: 61)
        app.enters("193758")
        orchestrator.execute(late.command)
        #expect(await app.waits(for: "\(name)SessionOutdated") == ["expired"])
        let last = try await server.ask(signing: signing)
        app.enters("000001", "000002", "000003", "000004", "000005")
        orchestrator.execute(last.command)
        #expect(await app.waits(for: "\(name)PasswordError", times: 6).last == "-8041")
        #expect(try await server.status(last.id) == "failed")
    }

    @Test("the server's refusal comes by its own callback")
    func refused() async throws {
        let server = try await OrchestrationServer()
        let app = try await activated(server)
        #expect(try await server.call(.post, "authenticators/GTH0000001/unassign").status == 200)
        try app.orchestrator.startNotificationRegistration(
            NotificationRegistrationParameters(user: tom, notificationIdentifier: "fcm:1", delegate: app.delegate))
        #expect(await app.waits(for: "onOrchestrationServerError") == ["there is no such authenticator of a user"])
    }
}
