import Foundation
@testable import PingOneSDK
import PlatformTesting
import Testing
import DevicePolicies
import Services
import MultiFactor

extension DocumentedSDK {
    /// The documented calls against a whole server on loopback.
    @Suite("Against a server")
    struct Live {
        private func run(plain: Bool = true, _ body: (LiveApp) async throws -> Void) async throws {
            try await LiveApp.run(rules: { if !plain { $0.push = nil } }, body)
        }

        private func pair(_ app: LiveApp) async throws {
            let info = try await app.pair()
            #expect(info.authenticatorsArray.first?.errorCode == "MissingDeviceToken")
            #expect(info.authenticatorsArray.last?.status == .completed)
            try await app.useBuiltInPush()
        }

        @Test("pair, getInfo, getOneTimePasscode, sendLogs")
        func knows() async throws {
            try await run { app in
                try await pair(app)
                let users = await answer { PingOne.getInfo($0) }.0?["users"] as? [[String: Any]]
                #expect(users?.first?["username"] as? String == "demo")
                let (passcode, _) = await answer { PingOne.getOneTimePasscode($0) }
                #expect(passcode?.passcode.count == 6)
                #expect(await answer { PingOne.sendLogs(completionHandler: $0) }.0?.isEmpty == false)
            }
        }

        @Test("processRemoteNotification, approve and deny")
        func decides() async throws {
            try await run { app in
                try await pair(app)
                let started = try await app.server.authenticate()
                let userInfo = try await app.push()
                let (object, error) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
                #expect(error == nil && object?.notificationType == .authentication)
                #expect(await answer { object?.approve(withAuthenticationMethod: "fpt", completionHandler: $0) } == nil)
                let done = try await app.server.state(of: started)
                #expect(done.status == .completed && done.methods.contains("fpt"))
            }
        }

        @Test("a policy with number matching refuses the documented approval: 10012")
        func numbers() async throws {
            try await run(plain: false) { app in
                try await pair(app)
                let started = try await app.server.authenticate()
                let userInfo = try await app.push()
                let (object, _) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
                let error = await answer { object?.approve(withAuthenticationMethod: "fpt", completionHandler: $0) }
                #expect(error?.documented == .failedPolicyRequirements)
                #expect(try await app.server.state(of: started).status == .pushRequired)
            }
        }

        @Test("authenticate with a code, approve as the user")
        func codes() async throws {
            try await run { app in
                try await pair(app)
                let (domain, server) = (app.domain, app.server)
                let code = try await domain.multiFactor.authenticationCodes.create(
                    .init(application: PlatformServer.application), in: server.realm)
                let (found, error) = await answer { PingOne.authenticate(code.code, completionHandler: $0) }
                let object = try #require(found)
                #expect(error == nil && object.status == "CLAIMED")
                let user = try #require(object.users?.first?["userId"] as? String)
                #expect(await answer { object.approve(userId: user, completionHandler: $0) }.0 == "COMPLETED")
                #expect(await answer { PingOne.authenticate("AAAAAAAA", completionHandler: $0) }.1?.documented == .authCodeInvalid)
            }
        }
    }
}
