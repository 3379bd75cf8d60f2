import CommandChannel
import DeviceFoundation
import Foundation
import HTTPTypes
import OrchestrationSDK
import OrchestrationService
import Primitives
import Synchronization
import Testing

@Suite("The documented SDK against the server: each flow's callbacks")
struct DocumentedSDKTests {
    private let tom = OrchestrationUser("tom")

    private func activated(_ server: OrchestrationServer, sensor: (any UserVerification)? = nil) async throws -> LiveApp {
        let app = try LiveApp(server) { $0.setUserVerification(biometrics: sensor, face: sensor) }
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

    // MARK: - All of them

    /// The callbacks that the SDK declares, without those that an app calls.
    private static var declared: Set<String> {
        get throws {
            let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../../Sources/Compatibility/OrchestrationSDK"
            ).standardizedFileURL
            let texts = try ["Delegates/FlowDelegates.swift", "Errors/Errors.swift"].map {
                try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
            }
            let names = texts.flatMap { $0.matches(of: /func (on[A-Z]\w+)\(/).map { String($0.1) } }
            return Set(names).subtracting([
                "onDataApproved", "onDataRejected", "onUserAuthenticationInputSuccess", "onUserAuthenticationInputAborted",
            ])
        }
    }

    @Test("each declared callback is reached by a flow against the server")
    func everyCallback() async throws {
        let (server, sensor) = (try await OrchestrationServer(), TurningSensor())
        let app = try await activated(server, sensor: sensor)
        try await failActivations(app)
        try await useCodes(app)
        try await enrollFaces(app, sensor)
        try await changePasswords(app)
        for signing in [false, true] { try await answerRequests(app, signing) }
        try app.orchestrator.execute("")
        await app.waits(for: "onOrchestrationError")
        try registerNotifications(app)
        await app.waits(for: "onNotificationRegistrationSuccess")
        #expect(try await server.call(.post, "authenticators/GTH0000001/unassign").status == 200)
        try registerNotifications(app)
        await app.waits(for: "onOrchestrationServerError")
        let declared = try Self.declared
        #expect(declared.count >= 36)
        #expect(declared.subtracting(app.names()).isEmpty && Set(app.names()).subtracting(declared).isEmpty)
    }

    private func failActivations(_ app: LiveApp) async throws {
        let eva = OrchestrationUser("eva")
        for (password, name) in [("", "onActivationInputError"), (try await app.server.register("eva"), "onActivationAborted")] {
            app.enters()
            try app.orchestrator.startActivation(
                OnlineActivationParameters(user: eva, activationPassword: password, delegate: app.delegate))
            await app.waits(for: name)
        }
    }

    private func enrollFaces(_ app: LiveApp, _ sensor: TurningSensor) async throws {
        for (code, name) in [
            (UserVerificationError.Code.unavailable, "onFaceEnrollmentError"), (.cancelled, "onFaceEnrollmentCanceled"),
            (nil, "onFaceEnrollmentSucceed"),
        ] {
            sensor.turn(code)
            try app.orchestrator.getUserAuthenticationMethodManager().enrollFace(
                FaceEnrollmentParameters(user: tom, delegate: app.delegate))
            await app.waits(for: name)
        }
    }

    private func useCodes(_ app: LiveApp) async throws {
        func code(_ type: UserAuthenticationType) throws {
            try app.orchestrator.startLocalAuthentication(
                LocalAuthenticationParameters(user: tom, cryptoAppIndex: 2, challenge: nil, protectionType: type, delegate: app.delegate))
        }
        func sign(_ fields: [String], _ type: UserAuthenticationType) throws {
            try app.orchestrator.startLocalTransaction(
                LocalTransactionParameters(user: tom, cryptoAppIndex: 4, dataFields: fields, protectionType: type, delegate: app.delegate))
        }
        // The face isn't enrolled yet, so the PIN is asked for, with a warning.
        app.enters("12")
        try code(.FACE)
        await app.waits(for: "onLocalAuthenticationAborted")
        try code(.BIOMETRIC)
        await app.waits(for: "onLocalAuthenticationSuccess")
        try sign([], .NOPASSWORD)
        await app.waits(for: "onLocalTransactionPasswordError")
        try sign(["a"], .PASSWORD)
        await app.waits(for: "onLocalTransactionAborted")
        try sign(["a"], .NOPASSWORD)
        await app.waits(for: "onLocalTransactionSuccess")
    }

    private func changePasswords(_ app: LiveApp) async throws {
        for (inputs, name) in [
            (["000001"], "onChangePasswordInputError"), ([], "onChangePasswordAborted"), (["193758", "846207"], "onChangePasswordSuccess"),
            (["846207", "193758"], "onChangePasswordSuccess"),
        ] {
            app.enters(inputs)
            let times = app.values(of: name).count + 1
            try app.orchestrator.startChangePassword(ChangePasswordParameters(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
            await app.waits(for: name, times: times)
        }
    }

    private func answerRequests(_ app: LiveApp, _ signing: Bool) async throws {
        let (server, name) = (app.server, signing ? "onRemoteTransaction" : "onRemoteAuthentication")
        app.enters("000001", "193758")
        try app.orchestrator.execute(try await server.ask(signing: signing).command)
        await app.waits(for: "\(name)Success")
        app.enters()
        try app.orchestrator.execute(try await server.ask(signing: signing).command)
        await app.waits(for: "\(name)Aborted")
        let late = try await server.ask(signing: signing).command
        server.time.advance(by: 61)
        app.enters("193758")
        try app.orchestrator.execute(late)
        await app.waits(for: "\(name)SessionOutdated")
    }

    private func registerNotifications(_ app: LiveApp) throws {
        try app.orchestrator.startNotificationRegistration(
            NotificationRegistrationParameters(user: tom, notificationIdentifier: "fcm:1", delegate: app.delegate))
    }

    @Test(
        "a request is answered by the method that the customer's server wants, and by the PIN where the device lacks it",
        arguments: [false, true])
    func methods(_ signing: Bool) async throws {
        let (server, sensor) = (try await OrchestrationServer(), TurningSensor())
        let app = try await activated(server, sensor: sensor)
        let name = signing ? "onRemoteTransactionSuccess" : "onRemoteAuthenticationSuccess"
        for (times, (method, inputs)) in [("NoPIN", []), ("Fingerprint", []), ("Face", ["193758"]), ("PIN", ["193758"])].enumerated() {
            let asked = try await server.ask(signing: signing, passKey: method)
            app.enters(inputs)
            try app.orchestrator.execute(asked.command)
            await app.waits(for: name, times: times + 1)
            #expect(try await server.status(asked.id) == "accepted", "\(method)")
        }
        #expect(app.values(of: "onOrchestrationWarning") == ["-8100"], "the face isn't enrolled")
        try await enrollFaces(app, sensor)
        let asked = try await server.ask(signing: signing, passKey: "Face")
        try app.orchestrator.execute(asked.command)
        await app.waits(for: name, times: 5)
        #expect(try await server.status(asked.id) == "accepted")
    }

    @Test("several users of a device have their own requests, codes and ends; device data go without a command of a flow")
    func users() async throws {
        let server = try await OrchestrationServer()
        let app = try await activated(server)
        let (eva, orchestrator) = (OrchestrationUser("eva"), try app.orchestrator)
        app.enters("502846")
        orchestrator.startActivation(
            OnlineActivationParameters(user: eva, activationPassword: try await server.register("eva"), delegate: app.delegate))
        await app.waits(for: "onActivationSuccess", times: 2)
        let users = orchestrator.getUserManager()
        #expect(users.getUsers() == [eva, tom] && users.isUserActivated(eva))
        let (hers, his) = (try await server.ask("eva"), try await server.ask("tom"))
        for (asked, pin) in [(hers, "502846"), (his, "193758")] {
            app.enters(pin)
            orchestrator.execute(asked.command)
            await app.waits(for: "onRemoteAuthenticationSuccess", times: asked.id == hers.id ? 1 : 2)
            #expect(try await server.status(asked.id) == "accepted")
        }
        let message = orchestrator.getCDDCMessage(
            CDDCMessageParameters(user: eva, encrypted: true, eventName: "login", applicationData: "{\"a\": 1}"))
        let answer = try await server.call(.post, "orchestration-commands", ["command": .string(try #require(message.cddcMessage))])
        #expect(answer.status == 200, "\(answer.json)")
        try users.deleteUser(eva)
        #expect(users.getUsers() == [tom] && users.getUserInformation(eva) == nil)
        orchestrator.execute(try await server.ask("eva").command)
        #expect(await app.waits(for: "onOrchestrationError").last == "-8022")
    }
}

/// A sensor that recognises its user, until it is turned.
private final class TurningSensor: UserVerification {
    private let code = Mutex<UserVerificationError.Code?>(nil)

    func turn(_ code: UserVerificationError.Code?) { self.code.withLock { $0 = code } }

    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        if let code = code.withLock({ $0 }) { throw UserVerificationError(code, "turned") }
        return .face
    }

    func enrollment() async -> BiometricEnrollment { .unknown }
}
