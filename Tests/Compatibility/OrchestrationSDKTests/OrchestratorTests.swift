import ClientTesting
import CommandChannel
import DeviceFoundation
import DeviceProfile
import Foundation
import OrchestrationSDK
import OrchestrationTesting
import Primitives
import Testing

@Suite("Flows by the documented names", OnOwnThreads())
struct OrchestratorTests {
    private let app: App
    private let tom = OrchestrationUser("tom")

    init() throws { app = try App() }

    @Test("a user is activated by four steps, and listed, until deleted")
    func activation() async throws {
        let orchestrator = try await app.activated()
        #expect(app.values(of: "onActivationStepComplete").count == 4)
        #expect(app.values(of: "onUserAuthenticationRequired") == ["true"], "the app has a choice confirmed itself")
        let users = orchestrator.getUserManager()
        #expect(users.getUsers() == [tom] && users.isUserActivated(tom) && !users.isUserActivated(OrchestrationUser("tim")))
        #expect(users.getUserInformation(tom)?.serialNumber == "GTH0000001" && users.getUserInformation(OrchestrationUser("tim")) == nil)
        try users.deleteUser(tom)
        #expect(users.getUsers().isEmpty)
        #expect(throws: OrchestrationSDK.OrchestrationError.self) { try users.deleteUser(OrchestrationUser("")) }
    }

    @Test("what the user typed wrong, an abort and a refusal come by their callbacks")
    func activationFailures() async throws {
        let (orchestrator, delegate) = try app.start()
        func activate(_ password: String, _ name: String = "tom", index: Int = 1) {
            orchestrator.startActivation(
                OnlineActivationParameters(
                    user: OrchestrationUser(name), activationPassword: password, cryptoAppIndex: index, delegate: delegate))
        }
        let password = try app.server.register("tom")
        var expected: [String] = []
        for (text, name, code) in [
            ("", "tom", -8030), ("12", "tom", -8031), (password, "", -8020), (try app.server.register("tim"), "tom", -8033),
        ] {
            activate(text, name)
            expected.append("\(code)")
            #expect(await app.waits(for: "onActivationInputError", times: expected.count) == expected)
        }
        activate(password, index: 2)
        #expect(await app.waits(for: "onActivationInputError", times: 5).last == "-8052")
        app.enters("111111", nil)
        activate(password)
        await app.waits(for: "onActivationAborted")
        #expect(app.values(of: "onActivationInputError").last == "-8044" && app.values(of: "onUserAuthenticationInputError") == ["-8044"])
        app.server.change { $0.refusal = ServerRefusal(code: -1200, message: "no", payload: "p") }
        activate(password)
        #expect(await app.waits(for: "onOrchestrationServerError").first?.contains("no") == true)
    }

    @Test("a notification identifier is registered")
    func notifications() async throws {
        let orchestrator = try await app.activated()
        orchestrator.startNotificationRegistration(
            NotificationRegistrationParams(user: tom, notificationIdentifier: "apns:1", delegate: app.delegate))
        #expect(await app.waits(for: "onNotificationRegistrationSuccess") == ["tom apns:1"])
        #expect(app.values(of: "onNotificationRegistrationStepComplete").count == 1)
        #expect(orchestrator.getUserManager().getUserInformation(tom)?.notificationIdentifier == "apns:1")
        orchestrator.startNotificationRegistration(
            NotificationRegistrationParams(user: OrchestrationUser("tim"), notificationIdentifier: "x", delegate: app.delegate))
        #expect(await app.waits(for: "onOrchestrationError") == ["-8022"])
    }

    @Test(
        "requests are shown, approved, rejected, aborted, outdated, and their PIN errors told",
        arguments: ["Authentication", "Transaction"])
    func remote(_ kind: String) async throws {
        let (orchestrator, name) = (try await app.activated(), "onRemote\(kind)")
        func request(_ method: AuthenticationMethod = .password) throws -> String {
            try app.server.request(kind == "Transaction" ? .remoteTransaction : .remoteAuthentication, for: "tom", method: method)
        }
        app.enters("000001", "193758")
        orchestrator.execute(try request())
        #expect(await app.waits(for: "\(name)Success") == ["accepted"])
        #expect(app.values(of: "\(name)DisplayData") == ["To: ACME"] && app.values(of: "\(name)StepComplete").count == 2)
        #expect(app.values(of: "\(name)PasswordError") == ["-8040"] && app.values(of: "onUserAuthenticationInputError") == ["-8040"])
        app.change { $0.isApproved = false }
        orchestrator.execute(try request())
        #expect(await app.waits(for: "\(name)Success", times: 2) == ["accepted", "refused"])
        app.change { $0.isApproved = true }
        app.enters(nil)
        orchestrator.execute(try request())
        await app.waits(for: "\(name)Aborted")
        for (index, (end, reason)) in [(RemoteSession.State.accepted, "accepted"), (.refused, "refused"), (.expired, "expired")]
            .enumerated()
        {
            let command = try request(.none)
            try app.server.end(command, end)
            orchestrator.execute(command)
            #expect(await app.waits(for: "\(name)SessionOutdated", times: index + 1).last == reason)
        }
        app.enters("000001", "000002", "000003", "000004", "000005")
        orchestrator.execute(try request())
        #expect(await app.waits(for: "\(name)PasswordError", times: 6).last == "-8041")
        #expect(app.values(of: "onOrchestrationError").isEmpty)
    }

    @Test("another flow ends the one that waits, as aborted")
    func superseded() async throws {
        let orchestrator = try await app.activated()
        app.change { ($0.isApproved, $0.relays) = (nil, false) }
        orchestrator.execute(try app.server.request(.remoteAuthentication, for: "tom"))
        await app.waits(for: "onRemoteAuthenticationDisplayData")
        app.enters("193758")
        orchestrator.startChangePassword(ChangePasswordParams(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
        await app.waits(for: "onRemoteAuthenticationAborted")
        await app.waits(for: "onChangePasswordStepComplete")
        app.change { $0.relays = true }
        app.enters("193758", "428163")
        orchestrator.startChangePassword(ChangePasswordParams(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
        await app.waits(for: "onChangePasswordAborted")
        await app.waits(for: "onChangePasswordSuccess")
    }

    @Test("codes and signatures come with host codes, and what is wrong with them by their callbacks")
    func local() async throws {
        let orchestrator = try await app.activated()
        func code(_ index: Int, _ challenge: String? = nil, _ type: UserAuthenticationType = .PASSWORD) {
            orchestrator.startLocalAuthentication(
                LocalAuthenticationParams(
                    user: tom, cryptoAppIndex: index, challenge: challenge, protectionType: type, delegate: app.delegate))
        }
        func sign(_ fields: [String], _ type: UserAuthenticationType = .NOPASSWORD) {
            orchestrator.startLocalTransaction(
                LocalTransactionParams(user: tom, cryptoAppIndex: 4, dataFields: fields, protectionType: type, delegate: app.delegate))
        }
        app.enters("12", "193758")
        code(2)
        let first = await app.waits(for: "onLocalAuthenticationSuccess")
        #expect(first.first?.hasSuffix(" -") == true && app.values(of: "onLocalAuthenticationPasswordError") == ["-8042"])
        var instance = try app.server.instance(of: "tom")
        #expect(try instance.verify(String(first.first?.dropLast(2) ?? ""), application: 2, at: app.server.time.now).status == .accepted)
        code(3, "12345", .BIOMETRIC)
        await app.waits(for: "onLocalAuthenticationAborted")
        #expect(app.values(of: "onOrchestrationWarning") == ["-8100"], "there is no sensor")
        code(3, nil, .NOPASSWORD)
        #expect(await app.waits(for: "onLocalAuthenticationPasswordError", times: 2).last == "-8050")
        sign(["GB33", "12.50"])
        #expect(await app.waits(for: "onLocalTransactionSuccess").first?.count == 15)
        sign([])
        sign(["12345678901234567"])
        let errors = await app.waits(for: "onLocalTransactionPasswordError", times: 1)
        #expect(errors.last == "-8053" || errors.last == "-8054")
        app.enters(nil)
        sign(["a"], .PASSWORD)
        await app.waits(for: "onLocalTransactionAborted")
    }

    @Test("a password change tells what is wrong with either password")
    func changePassword() async throws {
        let orchestrator = try await app.activated()
        app.enters("000001")
        orchestrator.startChangePassword(ChangePasswordParams(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
        #expect(await app.waits(for: "onChangePasswordInputError") == ["-8040"])
        app.enters("193758", "193758", "123456", "428163")
        orchestrator.startChangePassword(ChangePasswordParams(user: tom, cryptoAppIndex: 2, delegate: app.delegate))
        await app.waits(for: "onChangePasswordSuccess")
        #expect(app.values(of: "onChangePasswordInputError") == ["-8040", "-8046", "-8044"])
    }

    @Test("a face is enrolled where the device recognises faces")
    func face() async throws {
        var orchestrator = try await app.activated()
        orchestrator.getUserAuthenticationMethodManager().enrollFace(FaceEnrollmentParams(user: tom, delegate: app.delegate))
        #expect(await app.waits(for: "onFaceEnrollmentError") == ["-8061"])
        orchestrator = try app.start { $0.setUserVerification(biometrics: nil, face: SimulatedVerification(.face)) }.orchestrator
        orchestrator.getUserAuthenticationMethodManager().enrollFace(FaceEnrollmentParams(user: tom, delegate: app.delegate))
        await app.waits(for: "onFaceEnrollmentSucceed")
        orchestrator = try app.start { $0.setUserVerification(biometrics: nil, face: TurningAway()) }.orchestrator
        orchestrator.getUserAuthenticationMethodManager().enrollFace(FaceEnrollmentParams(user: tom, delegate: app.delegate))
        await app.waits(for: "onFaceEnrollmentCanceled")
    }

    @Test("commands that are none are told, and change nothing")
    func commands() async throws {
        let orchestrator = try await app.activated()
        let request = try app.server.request(.remoteAuthentication, for: "tom")
        let answer = try #require(app.values(of: "onActivationStepComplete").first)
        for command in ["", "xyz", answer] { orchestrator.execute(command) }
        #expect(app.values(of: "onOrchestrationError") == ["-8001", "-8002", "-8002"])
        app.enters("193758")
        orchestrator.execute(request)
        await app.waits(for: "onRemoteAuthenticationSuccess")
        orchestrator.execute(request)
        #expect(await app.waits(for: "onOrchestrationError", times: 4).last == "-8015")
    }

    @Test("device data are collected as the choices say")
    func deviceData() async throws {
        _ = try await app.activated()
        let orchestrator = try app.start {
            $0.setCDDCParams(CDDCParams(optionalRetrievableFields: [.wifi]))
            $0.environment.collectors = [FixedFacts()]
        }.orchestrator
        let feeder = orchestrator.getCDDCDataFeeder()
        feeder.setDeviceRooted(false)
        feeder.setWiFi("home")
        feeder.setBluetooth("watch")
        func data() throws -> JSONValue? {
            let message = orchestrator.getCDDCMessage(
                CDDCMessageParams(user: tom, encrypted: false, eventName: "login", applicationData: "{}"))
            return try JSONValue(parsing: message.cddcMessage ?? "")["device"]
        }
        #expect(try data()?["wifi"] == "home" && data()?["bluetooth"] == nil && data()?["deviceRooted"] == false)
        #expect(try data()?["platform"] == "iOS" && data()?["model"] == "iPhone17,3" && data()?["deviceName"] == nil)
        feeder.setWiFi("office")
        #expect(try data()?["wifi"] == "home")
        app.server.time.advance(by: 60)
        #expect(try data()?["wifi"] == "office")
        let sealed = orchestrator.getCDDCMessage(CDDCMessageParams(user: tom, encrypted: true, eventName: "x", applicationData: "{}"))
        #expect(sealed.returnCode == 0 && (try? CommandEnvelope(sealed.cddcMessage ?? ""))?.kind == .deviceData)
        let wrong = orchestrator.getCDDCMessage(CDDCMessageParams(user: tom, encrypted: true, eventName: "x", applicationData: "{"))
        #expect(wrong.returnCode == -8012 && wrong.cddcMessage == nil)
    }
}

/// The facts of a phone.
private struct FixedFacts: ProfileCollector {
    let name = "platform"
    func collect() async -> JSONObject { ["platform": "iOS", "model": "iPhone17,3", "deviceName": "Tom's phone", "jailBreakScore": 0] }
}

/// A user who turns away from the sensor.
private struct TurningAway: UserVerification {
    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        throw UserVerificationError(.cancelled, "turned away")
    }

    func enrollment() async -> BiometricEnrollment { .unknown }
}
